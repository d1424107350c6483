/** Enough for every plot of a large cooperative, in a few megabytes. */
const MOST = 100_000

/**
 * Findings on records that never change, by record number. A record may be too long to keep in memory; a yes or no is
 * not.
 */
export class Verdicts {
  readonly #most: number
  readonly #known = new Map<number, boolean>()

  constructor(most = MOST) {
    this.#most = most
  }

  of(record: number, judge: () => boolean): boolean {
    const known = this.#known.get(record)
    if (known !== undefined) return known
    const verdict = judge()
    this.#known.set(record, verdict)
    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value as number)
    return verdict
  }

  /** After a rollback, another record may get the same number. */
  forget(): void {
    this.#known.clear()
  }
}
