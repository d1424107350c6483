import { type Static, Type } from '@sinclair/typebox'
import { isOneOf, must } from '../base/typed.ts'
import { tipsOf } from '../domain/derived/standing.ts'
import { MESSAGE_KINDS, TOLD_TYPES, topicOf } from '../domain/messages/made.ts'
import { SHOWN_STATES, shownState } from '../domain/messages/sending.ts'
import { closed, Id, Instant, nullable } from '../domain/shapes.ts'
import { formatInstant } from '../domain/time.ts'
import type { StoredRecord } from '../store/log/stored-record.ts'
import type { Store } from '../store/store.ts'
import type { MessageRow } from '../store/tables/messages.ts'
import type { Words } from '../words/words.ts'

/** What a member was sent, as their statement and the answer to subject access tell it: neither number nor text. */

const oneOf = <T extends string>(words: readonly T[], description: string) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description },
  )

export const MessageTold = closed(
  {
    kind: oneOf(MESSAGE_KINDS, 'What the message was about; `several`: how many others waited.'),
    record_id: nullable(
      Id(
        'The record or act; of a record that no longer counts, that record; null of somebody who read records.',
      ),
    ),
    made_at: Instant('When it began to wait.'),
    state: oneOf(SHOWN_STATES, 'What became of it; `unknown`: it may have been sent.'),
    state_at: Instant('Since when.'),
  },
  { $id: 'MessageTold' },
)
export type MessageTold = Static<typeof MessageTold>

export interface SomeTold {
  readonly items: readonly MessageTold[]
  /** Number of the last; null at the end. */
  readonly last: number | null
}

/** Returns messages to a party, newest first. Call inside a job. @param before number of the page's last; null at first */
export function messagesTo(store: Store, party: number, before: number | null, count: number): SomeTold {
  const rows = store.messages.page(party, before ?? Number.MAX_SAFE_INTEGER, count)
  return { items: rows.map((row) => toldOf(store, row)), last: rows[count - 1]?.n ?? null }
}

function toldOf(store: Store, row: MessageRow): MessageTold {
  const teller = store.messages.teller(row)
  const kind = must(MESSAGE_KINDS[row.kind])
  return {
    kind,
    record_id: isOneOf(TOLD_TYPES, topicOf(kind)) ? recordTold(store, row).id : idTold(store, row),
    made_at: formatInstant(row.madeAt),
    state: shownState(teller.state),
    state_at: formatInstant(teller.at ?? row.madeAt),
  }
}

/** Returns the id of what a message is about. A reader's credential is the reader's own. */
export function idTold({ acts, log }: Store, { about }: Pick<MessageRow, 'about'>): string | null {
  return acts.bySeq(about)?.kind === 'credential' ? null : must(log.idOf(about))
}

/**
 * Returns the version that a message about a record tells: what the entry states, what counted after it or, of `_retracted`, what
 * no longer counts. The correction that a member's record no longer counts for may be about somebody else.
 */
export function recordTold(store: Store, { about, kind }: Pick<MessageRow, 'about' | 'kind'>): StoredRecord {
  const { records } = store
  const record = must(records.bySeq(about))
  const isGone = must(MESSAGE_KINDS[kind]).endsWith('_retracted')
  if (record.type !== 'retraction') return isGone ? must(records.byId(must(record.body.supersedes))) : record
  const target = must(records.byId(record.body.target_id))
  if (isGone) return target
  const [counting] = tipsOf(store.recordGraph(about), target.root)
  return must(records.bySeq(must(counting).seq))
}

export const messageSentence = ({ calendar, say }: Words, { kind, state, state_at }: MessageTold): string =>
  say('messages.told', {
    at: calendar.moment(state_at),
    what: say(`messages.kind.${kind}`),
    state: say(`messages.state.${state}`),
  })
