/** What the weigh-in form remembers for a person across their sessions, until the service restarts. */

export interface Counter {
  /** Fields of the last form saved that stay the same from one member to the next. */
  kept: Readonly<Record<string, string>>
  /** When each of the last deliveries was saved (ms), by id; the newest is last. */
  readonly saved: Map<string, number>
  /** Prices per kilogram as they were typed, by crop and day of the delivery; the newest is last. */
  readonly prices: Map<string, string>
}

export const newCounter = (): Counter => ({ kept: {}, saved: new Map(), prices: new Map() })
