import type { GrantableType } from '../../domain/types/index.ts'
import type { Disclosure, Ground } from './disclosure-shapes.ts'
import type { DisclosedRecord, PlacedDisclosure } from './rules.ts'

/** Adds up who read what, and keeps the newest readings one by one. */

/** All readings of one reader for one purpose. */
export interface ReaderTotal {
  /** Null for natural persons, who read records that are their own too. */
  readonly to: string | null
  readonly purpose: string | null
  readonly readings: number
  readonly first_at: string
  readonly last_at: string
  /** Distinct records of each type. */
  readonly shown: Readonly<Partial<Record<GrantableType, number>>>
}

export interface DisclosureReading {
  readonly at: string
  readonly to: string | null
  readonly purpose: string | null
  readonly ground: Ground
  readonly shown: Readonly<Partial<Record<GrantableType, number>>>
}

export interface Summary {
  /** The most recent reader comes first. */
  readonly totals: readonly ReaderTotal[]
  /** Newest first. */
  readonly newest: readonly DisclosureReading[]
  /** Number of older readings, which are in the totals alone. */
  readonly older: number
}

type Total = Omit<{ -readonly [Member in keyof ReaderTotal]: ReaderTotal[Member] }, 'shown'> & {
  readonly shown: Partial<Record<GrantableType, number>>
  /** Records and entries of the audit log that are counted. */
  readonly seen: Set<number>
  readonly entries: Set<number>
}

export class Summing {
  readonly #most: number
  readonly #totals = new Map<string, Total>()
  #newest: DisclosureReading[] = []
  readonly #unlisted: string | null
  #listed = 0

  /**
   * @param most readings kept one by one
   * @param unlisted a reader whose readings are in the totals alone
   */
  constructor(most: number, unlisted: string | null = null) {
    this.#most = most
    this.#unlisted = unlisted
  }

  add(
    { n, disclosure }: Pick<PlacedDisclosure, 'n' | 'disclosure'>,
    shown: readonly DisclosedRecord[],
  ): void {
    if (shown.length === 0) return
    const counts: Partial<Record<GrantableType, number>> = {}
    for (const { type } of shown) counts[type] = (counts[type] ?? 0) + 1
    this.#addTotal(n, disclosure, shown)
    const { at, to, purpose, ground } = disclosure
    if (to !== null && to === this.#unlisted) return
    this.#listed++
    this.#newest.push({ at, to, purpose, ground, shown: counts })
    if (this.#newest.length > 2 * this.#most + 100) this.#sort()
  }

  get summary(): Summary {
    this.#sort()
    return {
      totals: [...this.#totals.values()]
        .map(({ seen: _seen, entries: _entries, ...total }) => total)
        .sort((a, b) => (a.last_at < b.last_at ? 1 : a.last_at > b.last_at ? -1 : 0)),
      newest: this.#newest,
      older: this.#listed - this.#newest.length,
    }
  }

  #addTotal(n: number, { to, purpose, at }: Disclosure, records: readonly DisclosedRecord[]): void {
    const key = `${to} ${purpose}`
    let total = this.#totals.get(key)
    if (total === undefined) {
      total = {
        to,
        purpose,
        readings: 0,
        first_at: at,
        last_at: at,
        shown: {},
        seen: new Set(),
        entries: new Set(),
      }
      this.#totals.set(key, total)
    }
    // A reading may rely on several grants, each with a disclosure of its own.
    total.entries.add(n)
    total.readings = total.entries.size
    if (at < total.first_at) total.first_at = at
    if (at > total.last_at) total.last_at = at
    for (const { seq, type } of records) {
      if (total.seen.has(seq)) continue
      total.seen.add(seq)
      total.shown[type] = (total.shown[type] ?? 0) + 1
    }
  }

  #sort(): void {
    this.#newest.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    this.#newest = this.#newest.slice(0, this.#most)
  }
}
