/**
 * How far a page of a list has gone, told by nothing but records that its reader may read. Where a page ends early,
 * nobody must be able to tell from its end what else lies between: so neither what is withheld nor how it was walked
 * counts here.
 */
export interface Walked {
  /** Records that the reader may read, shown or not. */
  readonly records: number
  /** When the last of them happened; null before the first. Milliseconds since 1970 UTC. */
  readonly lastMs: number | null
  /** The instant before that one at which there is another: of that, and of what comes before it, all was walked. */
  readonly settledMs: number | null
}

export const NOWHERE: Walked = { records: 0, lastMs: null, settledMs: null }

/** One readable record further, in the order of the list. */
export function past({ records, lastMs, settledMs }: Walked, occurredAtMs: number): Walked {
  return {
    records: records + 1,
    lastMs: occurredAtMs,
    settledMs: lastMs !== occurredAtMs ? lastMs : settledMs,
  }
}

/** May the page end here? Not before all of some instant was walked: a page must get on. */
export const isFar = ({ records, settledMs }: Walked, most: number): boolean =>
  records >= most && settledMs !== null
