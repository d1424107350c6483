import { useEffect, useState } from 'preact/hooks'
import type { Typed } from '../rules/drafts.ts'
import { DayAsked, RECORDING } from './clock.tsx'
import { Confirm } from './confirm.tsx'
import { Confirmers } from './confirmers.tsx'
import { Confirming } from './confirming.tsx'
import { Form } from './form.tsx'
import { Home } from './home.tsx'
import { List } from './list.tsx'
import { NewVersion, OFFERED_AT } from './new-version.tsx'
import { One } from './one.tsx'
import { ThisPhone } from './phone.tsx'
import { type Open, OpenContext, type Place, type Unfinished } from './place.ts'
import { Saved } from './saved.tsx'
import { useScreen } from './screen.ts'

/** The open page: which screen is shown, and what the screens share. The phone's own Back key leads one screen back. */

const HOME: Place = { at: 'home' }

export function Opened() {
  const { engine } = useScreen()
  const [place, setPlace] = useState(HOME)
  const [used, setUsed] = useState<Typed>({})
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const load = async () => {
      setUsed((await engine.kept<Typed>('used')) ?? {})
      setUnfinished(await engine.kept<Unfinished>('form'))
      setReady(true)
    }
    void load()
  }, [engine])
  useEffect(() => {
    history.replaceState(HOME, '')
    const moved = ({ state }: PopStateEvent) => setPlace((state as Place | null) ?? HOME)
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [])
  useEffect(() => {
    scrollTo(0, 0)
    const title = document.querySelector<HTMLElement>('h1')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
  }, [place])
  const show = (next: Place, isInstead: boolean) => {
    history[isInstead ? 'replaceState' : 'pushState'](next, '')
    setPlace(next)
  }
  const open: Open = {
    go: (next) => show(next, false),
    replace: (next) => show(next, true),
    back: () => history.back(),
    used,
    use: (typed) => {
      const next = { ...used, ...typed }
      setUsed(next)
      void engine.keep('used', next)
    },
    unfinished,
    keepForm: (form) => {
      if (form === null && unfinished === null) return
      setUnfinished(form)
      void engine.keep('form', form)
    },
  }
  if (!isReady) return null
  return (
    <OpenContext.Provider value={open}>
      {OFFERED_AT.includes(place.at) && <NewVersion />}
      <ScreenAt place={place} />
    </OpenContext.Provider>
  )
}

function ScreenAt({ place }: { readonly place: Place }) {
  const { clock } = useScreen().status
  if (clock?.isInDoubt && RECORDING.includes(place.at)) return <DayAsked />
  switch (place.at) {
    case 'form':
      return (
        <Form
          key={`${place.kind} ${place.key} ${place.isUnfinished}`}
          kind={place.kind}
          entryKey={place.key}
          isUnfinished={place.isUnfinished === true}
        />
      )
    case 'saved':
      return <Saved entryKey={place.key} />
    case 'list':
      return <List first={place.first} />
    case 'one':
      return <One key={place.key} entryKey={place.key} />
    case 'confirm':
      return <Confirm />
    case 'confirming':
      return <Confirming key={place.key} entryKey={place.key} />
    case 'people':
      return <Confirmers />
    case 'phone':
      return <ThisPhone />
    default:
      return <Home />
  }
}
