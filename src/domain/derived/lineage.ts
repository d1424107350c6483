/**
 * The walk through the inputs of a lot (contract §22), from lot to lot, the nearest first. It holds only the
 * numbers of chains, none of their records, so that it can be made in many slices. It follows only what its
 * reader may read. The walk in `origin.ts` follows everything, since the figures of an origin are the same
 * for every reader.
 */

/** How many lots deep the walks through the inputs of a lot go: this one, and the one in `origin.ts`. */
export const DEEPEST = 16
/** Most chains that are followed, including the lot's own. */
const MOST_CHAINS = 10_000

/** A chain that the walk found, by its number. */
export interface FoundChain {
  readonly root: number
  readonly isLot: boolean
}

export class LineageWalk {
  readonly #most: number
  readonly #seen: Set<number>
  #level: FoundChain[]
  #next: FoundChain[] = []
  #depth = 0
  readonly #notFollowed = new Set<number>()

  constructor(top: number, most = MOST_CHAINS) {
    this.#most = most
    this.#level = [{ root: top, isLot: true }]
    this.#seen = new Set([top])
  }

  /** The number of chains found so far. */
  get found(): number {
    return this.#seen.size
  }

  /** Returns the next chains to look at, all of one level; none once all were looked at. */
  take(count: number): readonly FoundChain[] {
    if (this.#level.length === 0) {
      this.#level = this.#next
      this.#next = []
      this.#depth++
    }
    return this.#level.splice(0, count)
  }

  /** Adds the chains that a chain leads to. */
  come(found: readonly FoundChain[]): void {
    for (const one of found) {
      if (this.#seen.has(one.root)) continue
      if ((one.isLot && this.#depth >= DEEPEST) || this.#seen.size >= this.#most) {
        if (this.#notFollowed.size < this.#most) this.#notFollowed.add(one.root)
      } else {
        this.#seen.add(one.root)
        this.#next.push(one)
      }
    }
  }

  /**
   * The number of chains not followed because they are too many or too deep, counted only up to the limit.
   */
  get notFollowed(): number {
    let count = 0
    for (const root of this.#notFollowed) if (!this.#seen.has(root)) count++
    return count
  }
}
