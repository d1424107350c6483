/**
 * The progress of a list page, measured only by records that its reader may read: if a page ends early, its end must not
 * reveal withheld records or the way they were walked.
 */
export interface Walked {
  /** Number of records that the reader may read, shown or not. */
  readonly records: number
  /** Time of the last of them, in milliseconds since 1970 UTC; null before the first. */
  readonly lastMs: number | null
  /** The previous distinct time: all records up to it were walked. Null before the second. */
  readonly settledMs: number | null
}

export const NOWHERE: Walked = { records: 0, lastMs: null, settledMs: null }

/** Progress after one more readable record. */
export function past({ records, lastMs, settledMs }: Walked, occurredAtMs: number): Walked {
  return {
    records: records + 1,
    lastMs: occurredAtMs,
    settledMs: lastMs !== occurredAtMs ? lastMs : settledMs,
  }
}

/** Whether the page may end here. It must have walked all records of at least one time, to make progress. */
export const isFar = ({ records, settledMs }: Walked, most: number): boolean =>
  records >= most && settledMs !== null
