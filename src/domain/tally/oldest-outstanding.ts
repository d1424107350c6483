import { must } from '../../base/typed.ts'
/** Something outstanding: a request without its answer, a notification not yet delivered. */
export interface Outstanding {
  /** Its number in the order of arrival. */
  readonly key: number
  readonly atMs: number
  readonly hasEnded: boolean
}

/**
 * The oldest still outstanding. Remembers the number up to which all have ended; it only moves forward, so all searches
 * together pass each of them once. Immutable.
 */
export class OldestOutstanding {
  /** All up to this key have ended. */
  readonly clearedThrough: number
  /** Null if none is outstanding, or none was searched for yet. While uncertain, the true one is no older. */
  readonly oldest: Pick<Outstanding, 'key' | 'atMs'> | null
  readonly isCertain: boolean

  private constructor(clearedThrough: number, oldest: OldestOutstanding['oldest'], isCertain: boolean) {
    this.clearedThrough = clearedThrough
    this.oldest = oldest
    this.isCertain = isCertain
  }

  /** Must be searched for. */
  static beyond(clearedThrough: number): OldestOutstanding {
    return new OldestOutstanding(clearedThrough, null, false)
  }

  /**
   * @param next those that came after `clearedThrough`, in their order
   * @param areAll whether there are no more
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
