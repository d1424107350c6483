/**
 * How far a page of a list has gone, measured only by records that its reader may read. The end of a short
 * page must not reveal what else lies between, so neither withheld records nor the way they were walked
 * count.
 */
export interface Walked {
  /** Number of records that the reader may read, shown or not. */
  readonly records: number
  /** Time of the last of them, in milliseconds since 1970 UTC; null before the first. */
  readonly lastMs: number | null
  /** The previous instant that has a readable record: everything up to and including it was walked. */
  readonly settledMs: number | null
}

export const NOWHERE: Walked = { records: 0, lastMs: null, settledMs: null }

/** Returns the progress after one more readable record, in the order of the list. */
export function past({ records, lastMs, settledMs }: Walked, occurredAtMs: number): Walked {
  return {
    records: records + 1,
    lastMs: occurredAtMs,
    settledMs: lastMs !== occurredAtMs ? lastMs : settledMs,
  }
}

/** Whether the page may end here. To make progress, each page must walk at least one instant completely. */
export const isFar = ({ records, settledMs }: Walked, most: number): boolean =>
  records >= most && settledMs !== null
