/** What the weigh-in form remembers for a person across their sessions, until the service restarts. */

export interface Counter {
  /** Fields of the last form saved that stay the same from one member to the next. */
  kept: Readonly<Record<string, string>>
  /** When each of the last deliveries was saved (ms), by id; the newest is last. */
  readonly saved: Map<string, number>
  /** Prices per kilogram as they were typed, each with its day, by crop. */
  readonly prices: Map<string, { readonly day: string; readonly text: string }>
}

export const newCounter = (): Counter => ({ kept: {}, saved: new Map(), prices: new Map() })
