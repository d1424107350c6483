import { useEffect, useState } from 'preact/hooks'
import type { Changed, Engine, Listed, Photograph } from '../engine/engine.ts'
import { fieldAt, isKind } from '../rules/drafts.ts'
import { ConfirmationGoes, ConfirmLine, Given } from './confirming.tsx'
import { Icon } from './icons.tsx'
import { allEntries, subjectOf } from './list.tsx'
import { Bar, Box, Facts, Fault, State, Top } from './parts.tsx'
import { Picture } from './photographs.tsx'
import { useOpen } from './place.ts'
import { Receipt } from './receipt.tsx'
import { useScreen } from './screen.ts'
import { told, typeOf } from './told.ts'

/** One record: what it says, its versions, its photographs, and what can be done with it. */

const REASONS = ['entered_in_error', 'duplicate', 'did_not_happen', 'wrong_party', 'other'] as const

export function One({ entryKey }: { readonly entryKey: string }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go, back } = useOpen()
  const [isTaking, setTaking] = useState(false)
  const [fault, setFault] = useState('')
  const all = allEntries(engine)
  const entry = all.find(({ key }) => key === entryKey)
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
  const versions = versionsOf(all, entry)
  const done = async (change: Promise<Changed>) => {
    const result = await change
    if (result === 'done') back()
    else setFault(say(result === 'no_room' ? 'field.noRoom' : 'field.list.notPossible'))
  }
  /** The office has it: only the person who confirmed takes it back. */
  const isTheirs = entry.by !== undefined && state === 'accepted'
  const isOver = versions.takenBack || versions.next !== undefined
  return (
    <>
      <Top title={typeOf(record, words)} aside={<State entry={entry} />} />
      {state === 'rejected' && <Why entry={entry} />}
      <section class="shown">
        <p class="who">{who}</p>
        {figure !== '' && <p class="huge">{figure}</p>}
        <Facts lines={lines} />
      </section>
      {versions.takenBack && <Box kind="info">{say('field.list.takenBack')}</Box>}
      <Pictures record={record} engine={engine} />
      {versions.all.length > 1 && (
        <section>
          <h2>{say('field.list.versions')}</h2>
          <ol class="entries">
            {versions.all.map((one) => (
              <li key={one.key}>
                <button
                  type="button"
                  class="entry"
                  aria-current={one.key === entry.key ? 'true' : undefined}
                  onClick={() => go({ at: 'one', key: one.key })}
                >
                  <span class="what">
                    <strong>{told(one.record, engine, words).figure || typeOf(one.record, words)}</strong>
                    <small>{words.time(one.madeAt)}</small>
                    <State entry={one} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {entry.by === undefined ? <ConfirmLine entry={entry} /> : <Given entry={entry} />}
      {isKind(type) && state !== 'rejected' && <Receipt record={record} />}
      <Fault>{fault}</Fault>
      {isTaking ? (
        <TakeBack
          id={record.id}
          isOfPerson={entry.by !== undefined}
          isRetraction={entry.by === undefined && (state === 'accepted' || entry.mayBeSent)}
          end={() => setTaking(false)}
          take={(reason) => void done(engine.takeBack(entry.key, reason))}
        />
      ) : (
        <Bar>
          {type !== 'retraction' && !isOver && !isTheirs && (
            <button type="button" class="quiet" onClick={() => setTaking(true)}>
              <Icon name="takeBack" />
              {say('field.list.takeBack')}
            </button>
          )}
          {state === 'rejected' && entry.by === undefined && (
            <button type="button" class="quiet" onClick={() => void done(engine.sendAgain(entry.key))}>
              {say('field.list.sendAgain')}
            </button>
          )}
          {state === 'draft' && (
            <button type="button" onClick={() => void done(engine.queue(entry.key))}>
              {say('field.list.queue')}
            </button>
          )}
          {isKind(type) && !isOver && (
            <button type="button" onClick={() => go({ at: 'form', kind: type, key: entry.key })}>
              <Icon name="correct" />
              {say(state === 'rejected' ? 'field.list.mend' : 'field.list.correct')}
            </button>
          )}
        </Bar>
      )}
    </>
  )
}

/** Why the office refused the record, in the reader's words: of the whole, and at each field. */
function Why({ entry: { record, refusal } }: { readonly entry: Listed }) {
  const { words } = useScreen()
  const { say } = words
  const { type } = record
  const pointed = (refusal?.errors ?? []).map(({ pointer }) => (isKind(type) ? fieldAt(type, pointer) : null))
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
    </Box>
  )
}

function TakeBack(props: {
  readonly id: string
  readonly isOfPerson: boolean
  readonly isRetraction: boolean
  readonly end: () => void
  readonly take: (reason: string) => void
}) {
  const { say } = useScreen().words
  const [reason, setReason] = useState<string>('entered_in_error')
  return (
    <section class="card">
      <h2>{say(props.isOfPerson ? 'field.confirm.removeTitle' : 'field.takeBack.title')}</h2>
      <p>
        {props.isOfPerson
          ? say('field.confirm.removeWhat')
          : say('field.takeBack.what', { is: props.isRetraction ? 'sent' : 'unsent' })}
      </p>
      <ConfirmationGoes id={props.id} what="back" />
      {props.isRetraction && (
        <>
          <label for="reason">{say('field.takeBack.reason')}</label>
          <select id="reason" value={reason} onChange={({ currentTarget }) => setReason(currentTarget.value)}>
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
          {say('field.takeBack.do')}
        </button>
      </Bar>
    </section>
  )
}

function Pictures({ record, engine }: { readonly record: Listed['record']; readonly engine: Engine }) {
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

/** The versions of a record on this phone, the oldest first. */
function versionsOf(all: readonly Listed[], entry: Listed) {
  const byId = new Map(all.map((one) => [one.record.id, one]))
  const after = new Map(all.map((one) => [one.record.supersedes, one]))
  let first = entry
  for (const seen = new Set([entry]); ; seen.add(first)) {
    const before = byId.get(String(first.record.supersedes))
    if (before === undefined || seen.has(before)) break
    first = before
  }
  const chain = [first]
  for (let next = after.get(first.record.id); next && !chain.includes(next); next = after.get(next.record.id))
    chain.push(next)
  const ids = new Set(chain.map(({ record }) => record.id))
  const takenBack = all.some(
    ({ record }) => record.type === 'retraction' && ids.has(String(record.target_id)),
  )
  return { all: chain, next: after.get(entry.record.id), takenBack }
}
