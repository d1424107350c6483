/**
 * The walk through what a lot is made of (contract §22): from lot to lot through what each draws on, the nearest first. It
 * holds the numbers of chains and nothing of their records, so that it can be made in many slices. It goes only as far as its
 * reader may read; the figures of an origin (`origin.ts`) are the same for every reader, so that walk follows everything.
 */

/** Lots of lots that are followed. */
export const DEEPEST = 16
/** Chains that are followed, the lot's own among them. */
const MOST_CHAINS = 10_000

/** A chain that was come upon, by its number. */
export interface Found {
  readonly root: number
  readonly isLot: boolean
}

export class LineageWalk {
  readonly #most: number
  readonly #seen: Set<number>
  #level: Found[]
  #next: Found[] = []
  #depth = 0
  readonly #notFollowed = new Set<number>()

  constructor(top: number, most = MOST_CHAINS) {
    this.#most = most
    this.#level = [{ root: top, isLot: true }]
    this.#seen = new Set([top])
  }

  /** Chains that were come upon so far: each is held as numbers. */
  get found(): number {
    return this.#seen.size
  }

  /** The next chains to look at, all of one level; none once all are looked at. */
  take(count: number): readonly Found[] {
    if (this.#level.length === 0) {
      this.#level = this.#next
      this.#next = []
      this.#depth++
    }
    return this.#level.splice(0, count)
  }

  /** Notes what a chain that was taken leads to. */
  come(found: readonly Found[]): void {
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

  /** Chains that were come upon and not followed, because they are too many or too deep. No more are counted than followed. */
  get notFollowed(): number {
    let count = 0
    for (const root of this.#notFollowed) if (!this.#seen.has(root)) count++
    return count
  }
}
