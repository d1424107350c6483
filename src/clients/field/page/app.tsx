import { useEffect, useState } from 'preact/hooks'
import type { Engine } from '../engine/engine.ts'
import { isClockWrong } from '../rules/clock.ts'
import { StatedDay } from './clock.tsx'
import { ChoosePin, Door, Enrol, MissingHere, Who } from './door.tsx'
import { Language } from './language.tsx'
import { NewVersion, OFFERED_AT } from './new-version.tsx'
import { Opened } from './open.tsx'
import { ScreenContext, useScreen } from './screen.ts'
import { type Words, wordsFor } from './words.ts'

export function App({ engine, first }: { readonly engine: Engine; readonly first: Words }) {
  const [status, setStatus] = useState(engine.status)
  const [words, setWords] = useState(first)
  useEffect(() => engine.subscribe(() => setStatus(engine.status)), [engine])
  useEffect(() => {
    document.documentElement.lang = words.locale
    document.title = words.say('field.title')
  }, [words])
  const choose = async (code: string) => {
    setWords(await wordsFor(code))
    await engine.chooseLanguage(code)
  }
  return (
    <ScreenContext.Provider value={{ engine, status, words, choose }}>
      <main>
        <Notices />
        {OFFERED_AT.includes(status.stage.is) && <NewVersion />}
        <Stage />
      </main>
      {status.stage.is !== 'open' && (
        <footer>
          <Language />
        </footer>
      )}
    </ScreenContext.Provider>
  )
}

function Stage() {
  const { stage } = useScreen().status
  if (stage.is === 'starting') return null
  if (stage.is === 'missing') return <MissingHere what={stage.what} />
  if (stage.is === 'new') return <Enrol code={stage.code} isAnother={stage.isAnother} />
  if (stage.is === 'who') return <Who users={stage.users} />
  if (stage.is === 'choosing_pin') return <ChoosePin />
  if (stage.is === 'open') return <Opened />
  return <Door />
}

/** What a person must know on any screen. */
function Notices() {
  const { status, words } = useScreen()
  const { say } = words
  const { clockAheadMs } = status
  const time = words.span(Math.abs(clockAheadMs ?? 0))
  return (
    <div role="status">
      <StatedDay />
      {isClockWrong(clockAheadMs) && !status.isEnded && (
        <p class="box warn">
          {(clockAheadMs ?? 0) > 0 ? say('field.clockAhead', { time }) : say('field.clockBehind', { time })}
        </p>
      )}
    </div>
  )
}
