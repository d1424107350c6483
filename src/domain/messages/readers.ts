import { DAY_MS } from '../time.ts'

/** About which new reader a member is told: one in a week, and each once. */

export const READER_EVERY_MS = 7 * DAY_MS
/** So long a reader may wait to be told, while others are told each week. */
export const READER_NEWS_MS = 30 * DAY_MS

/** A reading of a member's records by another. */
export interface Reading {
  readonly n: number
  /** The party that read. */
  readonly reader: number
  /** Seq of its credential. */
  readonly credential: number
}

/** Returns the first reading of each reader, in their order. */
export function firstOfEach<R extends Pick<Reading, 'reader'>>(readings: readonly R[]): R[] {
  const seen = new Set<number>()
  return readings.filter(({ reader }) => !seen.has(reader) && seen.add(reader))
}

/** Whether a member may be told about a reader now. @param lastAtMs when they were told about another; null if never */
export const isReaderDue = (lastAtMs: number | null, nowMs: number): boolean =>
  lastAtMs === null || nowMs - lastAtMs >= READER_EVERY_MS
