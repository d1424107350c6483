/** Something that waits for an end: a request for its answer, a notification until it is told. */
export interface Outstanding {
  /** Its place in the order in which they came. */
  readonly key: number
  readonly atMs: number
  readonly hasEnded: boolean
}

/**
 * The oldest that still waits. A place in the order up to which all have ended is remembered; it only moves forward, so
 * that all looks together pass each of them once. Immutable.
 */
export class OldestOutstanding {
  /** All up to this key have ended. */
  readonly clearedThrough: number
  /** Null where none waits, or where it was not looked for yet. While it is not certain, the true one is no older. */
  readonly oldest: Pick<Outstanding, 'key' | 'atMs'> | null
  readonly isCertain: boolean

  private constructor(clearedThrough: number, oldest: OldestOutstanding['oldest'], isCertain: boolean) {
    this.clearedThrough = clearedThrough
    this.oldest = oldest
    this.isCertain = isCertain
  }

  /** To be looked for. */
  static beyond(clearedThrough: number): OldestOutstanding {
    return new OldestOutstanding(clearedThrough, null, false)
  }

  /** One more waits, later than all before it. */
  with(key: number, atMs: number): OldestOutstanding {
    return this.isCertain && this.oldest === null
      ? new OldestOutstanding(this.clearedThrough, { key, atMs }, true)
      : this
  }

  /** One waits no longer. Where that was the oldest, the next one is to be looked for. */
  without(key: number): OldestOutstanding {
    return this.isCertain && this.oldest?.key === key ? new OldestOutstanding(key, this.oldest, false) : this
  }

  /**
   * @param next those that came after `clearedThrough`, in their order
   * @param areAll whether there are no more
   */
  lookedAt(next: readonly Outstanding[], areAll: boolean): OldestOutstanding {
    const at = next.findIndex(({ hasEnded }) => !hasEnded)
    const clearedThrough = (at < 0 ? next.at(-1) : next[at - 1])?.key ?? this.clearedThrough
    if (at >= 0) return new OldestOutstanding(clearedThrough, next[at] as Outstanding, true)
    return areAll
      ? new OldestOutstanding(clearedThrough, null, true)
      : new OldestOutstanding(clearedThrough, next.at(-1) ?? this.oldest, false)
  }
}
