import { useRef, useState } from 'preact/hooks'
import type { Chain, ListedEntry, SentRecord } from '../engine/engine.ts'
import { counterpartyOf, isCounting, isTooEarly } from '../rules/confirmer.ts'
import { InTheirWords } from './confirmers.tsx'
import { PinField } from './door.tsx'
import { Icon } from './icons.tsx'
import { Language } from './language.tsx'
import { Bar, Box, Facts, Fault, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import { figureOf, nameOf, subjectId, subjectOf, told } from './told.ts'

/** The other party of a delivery or payment confirms it on the phone that recorded it. */

/** On the page of such a record: who can confirm what counts now, or that they did, of this version or of an earlier one. */
export function ConfirmLine({ entry }: { readonly entry: ListedEntry }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go } = useOpen()
  const chain = engine.chainOf(entry.record.id)
  const counting = chain.is === 'standing' ? chain.newest : null
  const given = engine.confirmationOf(counting?.id ?? entry.record.id)
  if (counting !== null && given === 'at_office')
    return <Box kind="good">{say('field.confirm.atOffice')}</Box>
  if (counting !== null && given !== null && given !== 'at_office') return <Given entry={given} />
  const earlier = <Earlier chain={chain} />
  const party = counting === null ? null : engine.canConfirm(counting.key)
  if (counting === null || party === null) return earlier
  const name = nameOf(engine, party)
  const person = engine.confirmers.of(party)
  return (
    <>
      {earlier}
      {person === undefined ? (
        <p class="help">{say('field.confirm.byNone', { name })}</p>
      ) : person.state !== 'ready' ? (
        <Box kind="warn">{say('field.confirm.shut', { name })}</Box>
      ) : counting.record !== null && isTooEarly(counting.record, person.since) ? (
        <p class="help">
          {say('field.confirm.tooEarly', { name, day: words.day(Date.parse(person.since ?? '')) })}
        </p>
      ) : (
        <button type="button" class="wide" onClick={() => go({ at: 'confirming', key: counting.key })}>
          <Icon name="confirm" />
          {say('field.confirm.by', { name })}
        </button>
      )}
    </>
  )
}

/** That a version was confirmed which does not count, the newest such one; nothing if there is none. */
function Earlier({ chain }: { readonly chain: Chain }) {
  const { engine, words } = useScreen()
  const version = [...chain.versions].reverse().find(({ id }) => engine.confirmationOf(id) !== null)
  const given = version && engine.confirmationOf(version.id)
  if (version === undefined || given === undefined || given === null) return null
  const by = given === 'at_office' ? undefined : given.by?.party
  return (
    <Box kind="warn">
      {words.say('field.confirm.earlier', {
        who: by === undefined ? 'other' : 'known',
        name: by === undefined ? '' : nameOf(engine, by),
        figure: figureOf(version.record, engine, words),
        is: chain.is,
      })}
    </Box>
  )
}

/** How a confirmation stands that a person gave here. */
export function Given({ entry }: { readonly entry: ListedEntry }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go } = useOpen()
  const { by, state, isWithoutToken } = entry
  if (by === undefined) return null
  const name = nameOf(engine, by.party)
  const needs = engine.confirmers.of(by.party)?.state === 'ready' ? 'pin' : 'code'
  const text = say('field.confirm.given', { name, state: isWithoutToken ? needs : state })
  const chain = engine.chainOf(subjectId(entry))
  const isRejected = state === 'rejected'
  const isPast = !isRejected && chain.versions.length > 0 && !isCounting(chain, subjectId(entry))
  return (
    <>
      {isPast && !isWithoutToken ? (
        <Earlier chain={chain} />
      ) : (
        <Box kind={isRejected ? 'bad' : isWithoutToken ? 'warn' : 'good'}>{text}</Box>
      )}
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
  const entry = engine.entryOf(entryKey)
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
