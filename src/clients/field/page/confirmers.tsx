import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Admitted, Confirmer } from '../engine/engine.ts'
import { nameWith } from '../rules/text.ts'
import { CodeForm, PIN_FAULTS, PinField } from './door.tsx'
import { Icon } from './icons.tsx'
import { Language } from './language.tsx'
import { Bar, Box, Fault, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { ScreenContext, useScreen } from './screen.ts'
import { nameOf } from './told.ts'
import { type Words, wordsFor } from './words.ts'

/** Members who confirm on this phone: the list, a new one, and what becomes of one. */

export function Confirmers() {
  const { engine, words } = useScreen()
  const { say } = words
  /** Whom a code is entered for; `new` for a person who is not here yet. */
  const [adding, setAdding] = useState<string | null>(null)
  const people = engine.confirmers.all
  if (adding !== null)
    return <Add {...(adding === 'new' ? {} : { party: adding })} end={() => setAdding(null)} />
  return (
    <>
      <Top title={say('field.people.title')} />
      <p>{say('field.people.what')}</p>
      {people.length === 0 && <p class="help">{say('field.people.none')}</p>}
      {people.map((one) => (
        <Person key={one.party} person={one} renew={() => setAdding(one.party)} />
      ))}
      <Bar>
        <button type="button" onClick={() => setAdding('new')}>
          <Icon name="party" />
          {say('field.people.add')}
        </button>
      </Bar>
    </>
  )
}

function Person({ person, renew }: { readonly person: Confirmer; readonly renew: () => void }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go } = useOpen()
  const { party, state, unsent } = person
  const name = nameWith(person.name, person.number) || nameOf(engine, party)
  const waiting = engine.entries().find(({ by, isWithoutToken }) => isWithoutToken && by?.party === party)
  return (
    <section class="card">
      <div class="top">
        <h2>{name}</h2>
        <span class={`badge ${state === 'ready' ? 'good' : 'bad'}`}>
          <Icon name={state === 'ready' ? 'good' : 'rejected'} />
          {say('field.people.state', { state })}
        </span>
      </div>
      {unsent > 0 && <p>{say('field.people.unsent', { count: unsent })}</p>}
      {state !== 'ready' && <p>{say('field.people.needsCode', { name })}</p>}
      {state === 'ready' && waiting !== undefined && (
        <button type="button" class="wide" onClick={() => go({ at: 'confirming', key: waiting.key })}>
          <Icon name="confirm" />
          {say('field.confirm.by', { name })}
        </button>
      )}
      <button type="button" class="quiet wide" onClick={renew}>
        {say('field.people.newCode')}
      </button>
      <details>
        <summary>{say('field.people.remove', { name })}</summary>
        <p>{say('field.people.removeWhat', { name })}</p>
        <button type="button" class="danger wide" onClick={() => void engine.confirmers.remove(party)}>
          {say('field.people.remove', { name })}
        </button>
      </details>
    </section>
  )
}

/** A code of the office, then a PIN of the person's own. @param party who needs a new code */
function Add({ party, end }: { readonly party?: string; readonly end: () => void }) {
  const { engine, words } = useScreen()
  const { say } = words
  const [admitted, setAdmitted] = useState<(Admitted & { is: 'done' }) | null>(null)
  useEffect(() => () => engine.confirmers.leave(), [])
  const send = async (code: string) => {
    const done = await engine.confirmers.admit(code, party)
    if (done.is === 'done') setAdmitted(done)
    return done.is
  }
  if (admitted !== null)
    return (
      <InTheirWords language={admitted.language}>
        <OwnPin party={admitted.party} end={end} />
      </InTheirWords>
    )
  return (
    <>
      <Top title={say('field.people.add')} back={end} />
      <p>{say('field.people.how')}</p>
      <CodeForm send={send} />
    </>
  )
}

function OwnPin({ party, end }: { readonly party: string; readonly end: () => void }) {
  const { engine, words } = useScreen()
  const { say } = words
  const name = nameOf(engine, party)
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    if (pin !== again) return setFault(say('field.pin.differ'))
    setBusy(true)
    const refused = await engine.confirmers.choosePin(pin, words.code)
    setBusy(false)
    if (refused !== null) return setFault(say(PIN_FAULTS[refused]))
    setDone(true)
  }
  if (isDone)
    return (
      <>
        <h1>{say('field.people.title')}</h1>
        <Box kind="good">{say('field.people.added', { name })}</Box>
        <Bar>
          <button type="button" onClick={end}>
            {say('field.saved.home')}
          </button>
        </Bar>
      </>
    )
  return (
    <>
      <h1>{say('field.people.chooseTitle', { name })}</h1>
      <Language />
      <p>{say('field.people.chooseWhy', { name })}</p>
      <form onSubmit={send}>
        <PinField id="their-pin" label={say('field.pin.new')} value={pin} isNew isTheirs onInput={setPin} />
        <PinField
          id="their-pin-again"
          label={say('field.pin.again')}
          value={again}
          isNew
          isTheirs
          onInput={setAgain}
        />
        <Fault>{fault}</Fault>
        <div class="buttons">
          <button type="submit" disabled={isBusy}>
            {say('field.pin.choose')}
          </button>
          <button type="button" class="quiet" onClick={end}>
            {say('field.form.cancel')}
          </button>
        </div>
      </form>
    </>
  )
}

/** A part of the page in the language of the person who holds the phone now. */
export function InTheirWords(props: {
  readonly language: string | undefined
  readonly children: ComponentChildren
}) {
  const screen = useScreen()
  const [words, setWords] = useState<Words | null>(null)
  const choose = async (code: string) => setWords(await wordsFor(code))
  useEffect(() => void choose(props.language ?? screen.words.code), [])
  if (words === null) return null
  return (
    <div class="theirs" lang={words.locale}>
      <ScreenContext.Provider value={{ ...screen, words, choose }}>{props.children}</ScreenContext.Provider>
    </div>
  )
}
