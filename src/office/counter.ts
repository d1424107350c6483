/** What the form of weighing in keeps for a person, through all their sessions; a restart forgets it. */

export interface Counter {
  /** Fields of the form that was saved last: what stays the same from one member to the next. */
  kept: Readonly<Record<string, string>>
  /** When each of the last deliveries was saved, by their ids; the newest is last. */
  readonly saved: Map<string, number>
}

export const newCounter = (): Counter => ({ kept: {}, saved: new Map() })
