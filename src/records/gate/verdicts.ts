/** Enough for every plot of a large cooperative, in a few megabytes. */
const MOST = 100_000

/**
 * Caches permanent yes-or-no findings on records by their place in the log, because the records may be too long to keep in
 * memory.
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

  /** Call after a rollback: a place in the log may then belong to another record. */
  forget(): void {
    this.#known.clear()
  }
}
