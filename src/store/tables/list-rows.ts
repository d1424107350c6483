import { idHex } from '../../domain/id.ts'

/** Rows of lists. */

/** A place in a list: by occurred_at, then id. */
export interface ListKey {
  readonly occurredAt: number
  /** Hexadecimal digits, upper case. */
  readonly id: string
}

export interface StreamRow extends ListKey {
  readonly seq: number
  readonly role: number
}

export type ListOrder = 'newest' | 'oldest'

/**
 * Returns whether a row, of which the id is given, comes after a place, and not after the bound of the rows that are taken.
 * @param limitAt as in `Records.stream`
 */
export function within(
  order: ListOrder,
  after: ListKey,
  limitAt: number,
): (occurredAt: number, id: string, bound: ListKey | null) => boolean {
  return order === 'newest'
    ? (occurredAt, id, bound) =>
        occurredAt >= limitAt &&
        (bound === null || occurredAt >= bound.occurredAt) &&
        (occurredAt < after.occurredAt || (occurredAt === after.occurredAt && idHex(id) < after.id))
    : (occurredAt, id, bound) =>
        occurredAt < limitAt &&
        (bound === null || occurredAt <= bound.occurredAt) &&
        (occurredAt > after.occurredAt || (occurredAt === after.occurredAt && idHex(id) > after.id))
}

/** Compares two rows of a list. */
export const inOrder =
  (order: ListOrder) =>
  (a: ListKey, b: ListKey): number => {
    const difference = a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
    return order === 'newest' ? -difference : difference
  }

/** The first rows of a list: those that the file gave, and those of further ones that belong among them. */
export class FirstRows<T> {
  readonly #most: number
  readonly #compare: (a: T, b: T) => number
  #rows: T[]
  #isInOrder = true
  /** The last of as many rows as there may be; null while there are fewer. No row after it is taken. */
  bound: T | null = null

  /** @param rows in order, at most as many as there may be */
  constructor(most: number, compare: (a: T, b: T) => number, rows: T[]) {
    this.#most = most
    this.#compare = compare
    this.#rows = rows
    this.bound = rows[most - 1] ?? null
  }

  add(row: T): void {
    this.#isInOrder = false
    this.#rows.push(row)
    // Sorted now and then, so that of many rows few are kept.
    if (this.#rows.length >= 4 * this.#most + LEAST_SORTED) this.#cut()
  }

  all(): T[] {
    if (!this.#isInOrder) this.#cut()
    return this.#rows
  }

  #cut(): void {
    this.#rows = this.#rows.sort(this.#compare).slice(0, this.#most)
    this.bound = this.#rows[this.#most - 1] ?? null
    this.#isInOrder = true
  }
}

const LEAST_SORTED = 64
