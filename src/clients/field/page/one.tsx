import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Changed, Engine, ListedEntry, Photograph } from '../engine/engine.ts'
import { actsOn, isUndone } from '../rules/acts.ts'
import { noteOf } from '../rules/chains.ts'
import { isChangeable, type Reason } from '../rules/changing.ts'
import { fieldAt, isKind } from '../rules/drafts.ts'
import { ConfirmationGoes, ConfirmLine, Given } from './confirming.tsx'
import { Elsewhere, Onto, useLook, Versions } from './elsewhere.tsx'
import { Icon } from './icons.tsx'
import { Bar, Box, Facts, Fault, State, Top } from './parts.tsx'
import { Picture } from './photographs.tsx'
import { useOpen } from './place.ts'
import { Receipt } from './receipt.tsx'
import { useScreen } from './screen.ts'
import { recorder, subjectOf, told, typeOf } from './told.ts'

/** One record: what it says, its versions, its photographs, and what can be done with it. */

const REASONS: readonly Reason[] = ['entered_in_error', 'duplicate', 'did_not_happen', 'wrong_party', 'other']

export function One({ entryKey }: { readonly entryKey: string }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go, back } = useOpen()
  const [isTaking, setTaking] = useState(false)
  const [fault, setFault] = useState('')
  const entry = engine.entryOf(entryKey)
  useLook(entry)
  if (entry === undefined)
    return (
      <>
        <Top title={say('field.list.own')} />
        <Box kind="info">{say('field.list.gone')}</Box>
      </>
    )
  const { record, state } = entry
  const { type } = record
  const { figure, who, lines } = told(subjectOf(entry, engine), engine, words)
  const chain = engine.chainOf(record.id)
  const acts = actsOn(chain, entry)
  /** The office has it: only the person who confirmed takes it back. */
  const isTheirs = entry.by !== undefined && state === 'accepted'
  const { correct } = acts
  const takeBack = isTheirs ? null : acts.takeBack
  const isRejected = state === 'rejected'
  const target = takeBack === null ? undefined : engine.entryOf(takeBack)
  const isUndo = target !== undefined && isUndone(target)
  const done = async (change: Promise<Changed>) => {
    const result = await change
    if (result === 'done') back()
    else if (result === 'elsewhere') setFault(say('field.elsewhere.meanwhile'))
    else setFault(say(result === 'no_room' ? 'field.noRoom' : 'field.list.notPossible'))
  }
  const note = isRejected ? null : noteOf(chain, record.id)
  return (
    <>
      <Top title={typeOf(record, words)} aside={<State entry={entry} />} />
      {isRejected && (
        <Why entry={entry}>
          {record.supersedes !== undefined && <Onto acts={acts} chain={chain} record={record} />}
        </Why>
      )}
      {!isRejected && <Elsewhere entry={entry} change={(change) => void done(change)} />}
      {note?.is === 'corrected' && entry.by === undefined && <ConfirmLine entry={entry} />}
      <section class={note === null ? 'shown' : 'shown past'}>
        {note !== null && <h2>{say('field.elsewhere.thisVersion')}</h2>}
        <p class="who">{who}</p>
        {figure !== '' && <p class="huge">{figure}</p>}
        <Facts lines={[...lines, ...recorder(entry, engine, words)]} />
      </section>
      {chain.is === 'taken_back' && note === null && type !== 'retraction' && (
        <Box kind="info">{say('field.list.takenBack')}</Box>
      )}
      <Pictures record={record} engine={engine} />
      <Versions chain={chain} entry={entry} />
      {entry.by !== undefined ? (
        <Given entry={entry} />
      ) : (
        !isRejected && note?.is !== 'corrected' && <ConfirmLine entry={entry} />
      )}
      {isKind(type) && !isRejected && <Receipt entry={entry} chain={chain} />}
      <Fault>{fault}</Fault>
      {isTaking ? (
        <TakeBack
          id={record.id}
          isOfPerson={entry.by !== undefined}
          isUndo={isUndo}
          isRetraction={entry.by === undefined && target !== undefined && !isChangeable(target)}
          end={() => setTaking(false)}
          take={(reason) => void done(engine.takeBack(takeBack ?? '', reason))}
        />
      ) : takeBack === null ? null : (
        <Bar>
          <button type="button" class="quiet" onClick={() => setTaking(true)}>
            <Icon name="takeBack" />
            {say(isRejected ? 'field.list.drop' : isUndo ? 'field.takeBack.undo' : 'field.list.takeBack')}
          </button>
          {acts.sendAgain && entry.by === undefined && (
            <button type="button" class="quiet" onClick={() => void done(engine.sendAgain(entry.key))}>
              {say('field.list.sendAgain')}
            </button>
          )}
          {state === 'draft' && (
            <button type="button" onClick={() => void done(engine.queue(entry.key))}>
              {say('field.list.queue')}
            </button>
          )}
          {isKind(type) && correct !== null && (
            <button type="button" onClick={() => go({ at: 'form', kind: type, key: correct })}>
              <Icon name="correct" />
              {say(isRejected ? 'field.list.mend' : 'field.list.correct')}
            </button>
          )}
        </Bar>
      )}
    </>
  )
}

/** Members that name another record: what is wrong is the state of that one, which the first sentence says. */
const NAMING = new Set(['/supersedes', '/target_id', '/delivery_id', '/payment_id'])

/** Why the office refused the record, in the reader's words: of the whole, and at each field. */
function Why(props: { readonly entry: ListedEntry; readonly children: ComponentChildren }) {
  const { record, refusal } = props.entry
  const { words } = useScreen()
  const { say } = words
  const { type } = record
  const pointed = (refusal?.errors ?? [])
    .filter(({ pointer }) => !NAMING.has(pointer))
    .map(({ pointer }) => (isKind(type) ? fieldAt(type, pointer) : null))
  const fields = [...new Set(pointed.filter((field) => field !== null))]
  return (
    <Box kind="bad">
      <p>
        <strong>{words.sayOf('field.refused', refusal?.code ?? '') ?? say('field.refusedOtherwise')}</strong>
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            {say(`field.label.${field}`)}: {say(`field.fault.${field}`)}
          </li>
        ))}
      </ul>
      {pointed.includes(null) && <p>{say('field.refusedPart')}</p>}
      {props.children}
    </Box>
  )
}

function TakeBack(props: {
  readonly id: string
  readonly isOfPerson: boolean
  /** Only a correction goes. */
  readonly isUndo: boolean
  readonly isRetraction: boolean
  readonly end: () => void
  readonly take: (reason: Reason) => void
}) {
  const { say } = useScreen().words
  const [reason, setReason] = useState<Reason>('entered_in_error')
  return (
    <section class="card">
      <h2>
        {say(
          props.isOfPerson
            ? 'field.confirm.removeTitle'
            : props.isUndo
              ? 'field.takeBack.undoTitle'
              : 'field.takeBack.title',
        )}
      </h2>
      <p>
        {props.isOfPerson
          ? say('field.confirm.removeWhat')
          : props.isUndo
            ? say('field.takeBack.undoWhat')
            : say('field.takeBack.what', { is: props.isRetraction ? 'sent' : 'unsent' })}
      </p>
      <ConfirmationGoes id={props.id} what="back" />
      {props.isRetraction && (
        <>
          <label for="reason">{say('field.takeBack.reason')}</label>
          <select
            id="reason"
            value={reason}
            onChange={({ currentTarget: { selectedIndex } }) => setReason(REASONS[selectedIndex] ?? reason)}
          >
            {REASONS.map((one) => (
              <option key={one} value={one}>
                {say('field.takeBack.reasons', { reason: one })}
              </option>
            ))}
          </select>
        </>
      )}
      <Bar>
        <button type="button" class="quiet" onClick={props.end}>
          {say('field.takeBack.keep')}
        </button>
        <button type="button" class="danger" onClick={() => props.take(reason)}>
          {say(props.isUndo ? 'field.takeBack.undo' : 'field.takeBack.do')}
        </button>
      </Bar>
    </section>
  )
}

function Pictures({ record, engine }: { readonly record: ListedEntry['record']; readonly engine: Engine }) {
  const cited = new Set((record.evidence ?? []).map(({ sha256 }) => sha256))
  const unsent = engine.photographs().filter(({ sha256 }) => cited.has(sha256))
  return (
    <>
      {unsent.map((one) => (
        <Unsent key={one.key} photograph={one} />
      ))}
    </>
  )
}

/** A photograph that is not sent yet, and how far it is. */
function Unsent({ photograph }: { readonly photograph: Photograph }) {
  const { engine, words } = useScreen()
  const { say } = words
  const [blob, setBlob] = useState<Blob | null>(null)
  useEffect(() => {
    void engine.photograph(photograph.sha256).then(setBlob, () => setBlob(null))
  }, [engine, photograph.sha256])
  const percent = Math.floor((100 * engine.sentOf(photograph)) / photograph.bytes)
  return (
    <div class="card">
      {blob !== null && <Picture blob={blob} text={say('field.photograph.one', { number: 1 })} />}
      {photograph.refusal === undefined ? (
        <>
          <p>{say('field.photograph.sent', { percent: words.amount(percent) })}</p>
          <progress max={100} value={percent} aria-label={say('field.label.photographs')} />
        </>
      ) : (
        <>
          <Fault>{say('field.photograph.refused')}</Fault>
          <button type="button" class="quiet wide" onClick={() => void engine.dropPhotograph(photograph)}>
            {say('field.photograph.remove')}
          </button>
        </>
      )}
    </div>
  )
}
