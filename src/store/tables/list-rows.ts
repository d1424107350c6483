import { idOfHex } from '../../domain/id.ts'

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

/** The id of a place, as ids in memory are compared. The place may be before or after every id of its time. */
export const idOfKey = ({ id }: ListKey): string => (id === '' ? '' : idOfHex(id))

/**
 * Returns the limit of the time for rows of the file, when others are known already.
 * @param known the first of a list, `most` at most
 * @param limitAt as in `Records.stream`
 */
export function boundOf(order: ListOrder, known: readonly ListKey[], most: number, limitAt: number): number {
  const last = known[most - 1]
  if (last === undefined) return limitAt
  return order === 'newest' ? Math.max(limitAt, last.occurredAt) : Math.min(limitAt, last.occurredAt + 1)
}

/** Compares two rows of a list. */
export const inOrder =
  (order: ListOrder) =>
  (a: ListKey, b: ListKey): number => {
    const difference = a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
    return order === 'newest' ? -difference : difference
  }

/** Joins two lists that are in order, of at most `most` rows each. Returns the first `most`. */
export function joined<T>(one: T[], other: T[], most: number, compare: (a: T, b: T) => number): T[] {
  if (other.length === 0) return one
  if (one.length === 0) return other
  const rows: T[] = []
  for (let [i, j] = [0, 0]; rows.length < most; ) {
    const [a, b] = [one[i], other[j]]
    if (a !== undefined && (b === undefined || compare(a, b) <= 0)) {
      rows.push(a)
      i++
    } else if (b !== undefined) {
      rows.push(b)
      j++
    } else break
  }
  return rows
}
