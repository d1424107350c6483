/** A machine that is too slow for this many records in so long takes no more of a batch. */
const LEAST_RECORDS = 100
const LONGEST_MS = 30_000

/**
 * Whether a batch may be gone on with: each hundred records have half a minute of work.
 * @param taken records of it that have their result
 * @param workedMs what they took; waiting for others does not count
 */
export const mayGoOn = (taken: number, workedMs: number): boolean =>
  workedMs < LONGEST_MS * (1 + Math.floor(taken / LEAST_RECORDS))
