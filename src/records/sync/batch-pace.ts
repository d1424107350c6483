/** A machine that needs longer than `LONGEST_MS` for this many records accepts no more of the batch. */
const LEAST_RECORDS = 100
const LONGEST_MS = 30_000

/**
 * Whether to continue a batch: every 100 records may take 30 s.
 * @param taken number of its records that have a result
 * @param workedMs processing time, without waiting for others
 */
export const mayGoOn = (taken: number, workedMs: number): boolean =>
  workedMs < LONGEST_MS * (1 + Math.floor(taken / LEAST_RECORDS))
