import type { Topic } from '../../config/message-settings.ts'
import { DAY_MS } from '../time.ts'

/** Which act makes which message, to whom. */

/** Each is stored as its place in this list, so new ones are added at the end. */
export const MESSAGE_KINDS = [
  'delivery_recorded',
  'delivery_corrected',
  'delivery_retracted',
  'payment_recorded',
  'payment_corrected',
  'payment_retracted',
  'grant_given',
  'grant_ended',
  'grant_ending',
  'access_request',
  /** Says how many others wait, in their place. */
  'several',
  /** Somebody read the member's records for the first time. */
  'reader_new',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const kindCode = (kind: MessageKind): number => MESSAGE_KINDS.indexOf(kind)

/** What the manager may leave out; null of what stands for others. */
export function topicOf(kind: MessageKind): Topic | null {
  if (kind === 'several') return null
  if (kind === 'access_request') return 'request'
  if (kind === 'reader_new') return 'reader'
  if (kind.startsWith('grant_')) return 'consent'
  return kind.startsWith('payment_') ? 'payment' : 'delivery'
}

/** Record types whose records are told. */
export const TOLD_TYPES = ['delivery', 'payment'] as const
export type ToldType = (typeof TOLD_TYPES)[number]

/** A message before it has a number. */
export interface Made {
  readonly kind: MessageKind
  readonly party: string
}

interface RecordWords {
  readonly asserted_by: string
  readonly parties: readonly string[]
}

export type LastTold = 'counting' | 'other' | 'gone'

export interface RecordTold {
  readonly type: ToldType
  readonly act: 'recorded' | 'corrected' | 'retracted'
  /** Of a retraction, the record that it takes back. */
  readonly record: RecordWords
  /** The version that a correction corrects. */
  readonly before: RecordWords | null
  /** Who corrects or takes back. */
  readonly by: string
  /** Contradicting corrections leave open what counts: after this entry, or by now. */
  readonly isForked: boolean
  /** Of a retraction, what is left: the version that counts or, in a fork, those that may. */
  readonly left: readonly RecordWords[]
  /** Returns what a party was told last of this record: the version that counts, another, or that none counts; null for nothing. */
  readonly lastTold: (party: string) => LastTold | null
  readonly occurredAtMs: number
  readonly receivedAtMs: number
}

/** Records of a past season that are entered later are no news. */
export const NEWS_MS = 31 * DAY_MS

/**
 * Returns who is told what of a record. The cooperative tells what it stated itself: what others state about a member is
 * theirs to tell, and nobody may send a message in the cooperative's name by writing a record.
 */
export function madeByRecord(told: RecordTold, cooperative: string): Made[] {
  const { type, act, record, before, by } = told
  if (by !== cooperative || record.asserted_by !== cooperative) return []
  if (act === 'recorded' && told.receivedAtMs - told.occurredAtMs > NEWS_MS) return []
  if (act === 'retracted') return madeByRetraction(told, cooperative)
  const now = partiesOf(record, cooperative)
  if (act === 'recorded') return now.map((party) => ({ kind: `${type}_recorded`, party }))
  // A correction may name another member: for the one whose record it was, it is gone.
  const earlier = before === null ? [] : partiesOf(before, cooperative)
  return [
    ...(told.isForked ? [] : now).map(
      (party): Made => ({ kind: `${type}_${earlier.includes(party) ? act : 'recorded'}`, party }),
    ),
    ...earlier
      .filter((party) => !now.includes(party))
      .map((party): Made => ({ kind: `${type}_retracted`, party })),
  ]
}

/** What counts after a retraction is told to those who were not told it last; that nothing counts, to those whom nothing left names. */
function madeByRetraction(
  { type, record, left, isForked, lastTold }: RecordTold,
  cooperative: string,
): Made[] {
  const before = partiesOf(record, cooperative)
  const isLeft = (party: string) => left.some(({ parties }) => parties.includes(party))
  const counting = isForked ? [] : left.filter((version) => version.asserted_by === cooperative)
  return [
    ...counting
      .flatMap((version) => partiesOf(version, cooperative))
      .filter((party) => lastTold(party) !== 'counting')
      .map((party): Made => {
        const isKnown = before.includes(party) || lastTold(party) === 'other'
        return { kind: `${type}_${isKnown ? 'corrected' : 'recorded'}`, party }
      }),
    ...before
      .filter((party) => !isLeft(party) && lastTold(party) !== 'gone')
      .map((party): Made => ({ kind: `${type}_retracted`, party })),
  ]
}

const partiesOf = ({ parties }: RecordWords, cooperative: string): string[] =>
  [...new Set(parties)].filter((party) => party !== cooperative)

/** Acts that are told. A consent that another replaces is not: the other one is. */
export const TOLD_ACTS = ['grant', 'grant_revocation', 'access_request', 'access_request_match'] as const

/** So long before its end, a member is told that a consent ends. */
export const ENDING_MS = 14 * DAY_MS

/** Whether the end of a consent is told: not of one that was given for no longer than that. */
export const isEndingTold = (
  grant: { readonly receivedAtMs: number; readonly expiresAtMs: number },
  nowMs: number,
) =>
  grant.expiresAtMs > nowMs &&
  grant.expiresAtMs - nowMs <= ENDING_MS &&
  grant.expiresAtMs - grant.receivedAtMs > ENDING_MS
