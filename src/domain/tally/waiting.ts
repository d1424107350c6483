/** Something that waits for an end: a request for its answer, a notification until it is told. */
export interface Waiter {
  /** Its place in the order in which they came. */
  readonly key: number
  readonly atMs: number
  readonly hasEnded: boolean
}

/**
 * The oldest that still waits. A place in the order up to which all have ended is remembered; it only moves forward, so
 * that all looks together pass each of them once. Immutable.
 */
export class Waiting {
  /** All up to this key have ended. */
  readonly clearedThrough: number
  /** Null where none waits, or where it was not looked for yet. While it is not certain, the true one is no older. */
  readonly oldest: Pick<Waiter, 'key' | 'atMs'> | null
  readonly isCertain: boolean

  private constructor(clearedThrough: number, oldest: Waiting['oldest'], isCertain: boolean) {
    this.clearedThrough = clearedThrough
    this.oldest = oldest
    this.isCertain = isCertain
  }

  /** To be looked for. */
  static beyond(clearedThrough: number): Waiting {
    return new Waiting(clearedThrough, null, false)
  }

  /** One more waits, later than all before it. */
  with(key: number, atMs: number): Waiting {
    return this.isCertain && this.oldest === null
      ? new Waiting(this.clearedThrough, { key, atMs }, true)
      : this
  }

  /** One waits no longer. Where that was the oldest, the next one is to be looked for. */
  without(key: number): Waiting {
    return this.isCertain && this.oldest?.key === key ? new Waiting(key, this.oldest, false) : this
  }

  /**
   * @param next those that came after `clearedThrough`, in their order
   * @param areAll whether there are no more
   */
  lookedAt(next: readonly Waiter[], areAll: boolean): Waiting {
    const at = next.findIndex(({ hasEnded }) => !hasEnded)
    const clearedThrough = (at < 0 ? next.at(-1) : next[at - 1])?.key ?? this.clearedThrough
    if (at >= 0) return new Waiting(clearedThrough, next[at] as Waiter, true)
    return areAll
      ? new Waiting(clearedThrough, null, true)
      : new Waiting(clearedThrough, next.at(-1) ?? this.oldest, false)
  }
}
