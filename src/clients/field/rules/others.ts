import type { FedRecord } from './members.ts'

/**
 * What other parties state about the phone's party: a number, and the newest (contract §24). Anyone can state any number of
 * records about a party, so the phone never fetches all of them.
 */

/** Records of each list that are fetched at most. */
export const MOST_OF_OTHERS = 50
/** What can be confirmed here, and lots that others handed over. */
export const NEWEST_OF_OTHERS = [['delivery', 'payment'], ['lot']] as const
/** After this time they are fetched again: others may have corrected or retracted some. */
const FETCHED_MS = 15 * 60_000

export interface OthersWord {
  /** How many records there are, as the service last counted. */
  readonly count: number
  /** How many there were when the newest were fetched; null if they must be fetched again. */
  readonly countFetched: number | null
  readonly fetchedAt: number
  readonly records: readonly FedRecord[]
}

export const NONE_OF_OTHERS: OthersWord = { count: 0, countFetched: null, fetchedAt: 0, records: [] }

/** Whether the party, or a delegate for it, stated the lot. */
export const isOwnLot = ({ type, asserted_by, on_behalf_of }: FedRecord, own: string): boolean =>
  type === 'lot' && (asserted_by === own || on_behalf_of === own)

const CONFIRMS = ['delivery_confirmation', 'payment_confirmation']

/** Applies what a page of the feed shows of others' records: their number, and that one was confirmed. */
export function tellsOfOthers(
  have: OthersWord,
  { changes, others }: { readonly changes: readonly FedRecord[]; readonly others?: number },
): OthersWord {
  const isConfirmed = changes.some(({ type }) => CONFIRMS.includes(type))
  const { count, countFetched } = have
  const after = { ...have, count: others ?? count, countFetched: isConfirmed ? null : countFetched }
  return after.count === count && after.countFetched === countFetched ? have : after
}

/** Whether the newest must be fetched. */
export const isDue = ({ count, countFetched, fetchedAt }: OthersWord, nowMs: number): boolean =>
  count !== countFetched || nowMs - fetchedAt > FETCHED_MS || nowMs < fetchedAt
