import { must } from '../../base/typed.ts'
/** Something outstanding: a request without its answer, a notification not yet delivered. */
export interface Outstanding {
  /** Its number in the order of arrival. */
  readonly key: number
  readonly atMs: number
  readonly hasEnded: boolean
}

/**
 * The oldest item still outstanding. It remembers the key up to which all have ended, which only moves
 * forward, so that all searches together pass each item once. Immutable.
 */
export class OldestOutstanding {
  /** All up to this key have ended. */
  readonly clearedThrough: number
  /**
   * Null if none is outstanding or none was searched for yet. While uncertain, the true oldest is no older.
   */
  readonly oldest: Pick<Outstanding, 'key' | 'atMs'> | null
  readonly isCertain: boolean

  private constructor(clearedThrough: number, oldest: OldestOutstanding['oldest'], isCertain: boolean) {
    this.clearedThrough = clearedThrough
    this.oldest = oldest
    this.isCertain = isCertain
  }

  /** Makes one whose oldest item is still to be searched for. */
  static beyond(clearedThrough: number): OldestOutstanding {
    return new OldestOutstanding(clearedThrough, null, false)
  }

  /**
   * Returns the state after a search.
   * @param next the items after `clearedThrough`, in their order
   * @param areAll whether these are all of them
   */
  lookedAt(next: readonly Outstanding[], areAll: boolean): OldestOutstanding {
    const at = next.findIndex(({ hasEnded }) => !hasEnded)
    const clearedThrough = (at < 0 ? next.at(-1) : next[at - 1])?.key ?? this.clearedThrough
    if (at >= 0) return new OldestOutstanding(clearedThrough, must(next[at]), true)
    return areAll
      ? new OldestOutstanding(clearedThrough, null, true)
      : new OldestOutstanding(clearedThrough, next.at(-1) ?? this.oldest, false)
  }
}
