import { useRef, useState } from 'preact/hooks'
import type { Listed, SentRecord } from '../engine/engine.ts'
import { counterpartyOf } from '../rules/confirmer.ts'
import { InTheirWords } from './confirmers.tsx'
import { PinField } from './door.tsx'
import { Icon } from './icons.tsx'
import { Language } from './language.tsx'
import { subjectOf } from './list.tsx'
import { Bar, Box, Facts, Fault, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import { nameOf, told } from './told.ts'

/** The other party of a delivery or payment confirms it on the phone that recorded it. */

/** On the page of such a record: who can confirm it here, or that they did. */
export function ConfirmLine({ entry }: { readonly entry: Listed }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go } = useOpen()
  const given = engine.confirmationOf(entry.record.id)
  if (given === 'at_office') return <Box kind="good">{say('field.confirm.atOffice')}</Box>
  if (given !== null) return <Given entry={given} />
  const party = engine.canConfirm(entry.key)
  if (party === null) return null
  const name = nameOf(engine, party)
  const person = engine.confirmers.of(party)
  if (person === undefined) return <p class="help">{say('field.confirm.byNone', { name })}</p>
  if (person.state !== 'ready') return <Box kind="warn">{say('field.confirm.shut', { name })}</Box>
  return (
    <button type="button" class="wide" onClick={() => go({ at: 'confirming', key: entry.key })}>
      <Icon name="confirm" />
      {say('field.confirm.by', { name })}
    </button>
  )
}

/** How a confirmation stands that a person gave here. */
export function Given({ entry }: { readonly entry: Listed }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go } = useOpen()
  const { by, state, isWithoutToken } = entry
  if (by === undefined) return null
  const name = nameOf(engine, by.party)
  const needs = engine.confirmers.of(by.party)?.state === 'ready' ? 'pin' : 'code'
  const text = say('field.confirm.given', { name, state: isWithoutToken ? needs : state })
  return (
    <>
      <Box kind={isWithoutToken ? 'warn' : 'good'}>{text}</Box>
      {isWithoutToken && (
        <button
          type="button"
          class="wide"
          onClick={() => go(needs === 'pin' ? { at: 'confirming', key: entry.key } : { at: 'people' })}
        >
          {needs === 'pin' ? say('field.confirm.by', { name }) : say('field.people.title')}
        </button>
      )}
    </>
  )
}

/** What becomes of a confirmation when its record is changed or taken back; nothing if there is none. */
export function ConfirmationGoes(props: { readonly id: string; readonly what: 'change' | 'back' }) {
  const { engine, words } = useScreen()
  const given = engine.confirmationOf(props.id)
  if (given === null || given === 'at_office' || given.by === undefined) return null
  const name = nameOf(engine, given.by.party)
  return <Box kind="warn">{words.say('field.confirm.goes', { name, what: props.what })}</Box>
}

/** The screen that the person is given: what they confirm, in their language, and their PIN. */
export function Confirming({ entryKey }: { readonly entryKey: string }) {
  const { engine, words } = useScreen()
  const { say } = words
  const entry = [...engine.entries(), ...engine.fromFeed()].find(({ key }) => key === entryKey)
  // What is confirmed is what was on the screen, also if another tab changes the record.
  const shown = useRef(entry?.record)
  const party = useRef(entry?.by?.party ?? (entry && counterpartyOf(entry.record, engine.party)))
  const { back } = useOpen()
  if (entry === undefined || shown.current === undefined || !party.current)
    return (
      <>
        <Top title={say('field.confirm.title')} back={back} />
        <Box kind="info">{say('field.list.gone')}</Box>
      </>
    )
  return (
    <InTheirWords language={engine.confirmers.of(party.current)?.language}>
      <Their
        entryKey={entryKey}
        party={party.current}
        shown={shown.current}
        subject={subjectOf({ record: shown.current }, engine)}
        isAgain={entry.by !== undefined}
      />
    </InTheirWords>
  )
}

function Their(props: {
  readonly entryKey: string
  readonly party: string
  readonly shown: SentRecord
  readonly subject: SentRecord
  /** It was confirmed before, and waits for the PIN alone. */
  readonly isAgain: boolean
}) {
  const { entryKey, party, shown, subject } = props
  const { engine, words } = useScreen()
  const { say } = words
  const { back } = useOpen()
  const [isAgain] = useState(props.isAgain)
  const [pin, setPin] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const name = nameOf(engine, party)
  const { figure, lines } = told(subject, engine, words, 'other')
  const confirm = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const record = isAgain ? null : { key: entryKey, record: shown }
    const done = await engine.confirmers.confirm(party, pin, record)
    setBusy(false)
    setPin('')
    if (done.is === 'done') return setDone(true)
    // The bar of buttons may cover it.
    setTimeout(() => document.getElementById('their-fault')?.scrollIntoView({ block: 'center' }))
    setFault(
      done.is === 'wrong'
        ? say('field.confirm.wrong', { left: done.left })
        : done.is === 'shut'
          ? say('field.confirm.shut', { name })
          : say(done.is === 'changed' ? 'field.confirm.changed' : 'field.noRoom'),
    )
  }
  if (isDone)
    return (
      <>
        <h1>{say('field.confirm.title')}</h1>
        <p class="huge">{figure}</p>
        <Box kind="good">{say('field.confirm.thanks', { name })}</Box>
        <Bar>
          <button type="button" onClick={back}>
            {say('field.saved.home')}
          </button>
        </Bar>
      </>
    )
  return (
    <>
      <Top title={say('field.confirm.by', { name })} aside={<Language isShort />} isName />
      <p>{isAgain ? say('field.confirm.again', { name }) : say('field.confirm.handOver', { name })}</p>
      <section class="shown">
        <p class="who">{say('field.confirm.sentence', { what: whatOf(subject, party) })}</p>
        <p class="huge">{figure}</p>
        <Facts lines={lines} />
      </section>
      <form id="confirming" onSubmit={confirm}>
        <PinField id="their-pin" label={say('field.confirm.pin')} value={pin} isTheirs onInput={setPin} />
        <Fault id="their-fault">{fault}</Fault>
        <Bar>
          <button type="button" class="quiet" onClick={back}>
            {say('field.confirm.notRight')}
          </button>
          <button type="submit" disabled={isBusy || pin === ''}>
            {say(isAgain ? 'field.confirm.send' : 'field.confirm.right')}
          </button>
        </Bar>
      </form>
    </>
  )
}

function whatOf(record: SentRecord, party: string) {
  if (record.type === 'delivery') return record.from_party === party ? 'delivered' : 'received'
  return record.payee === party ? 'gotPaid' : 'paid'
}
