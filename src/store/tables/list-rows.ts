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

/** Returns whether a row, of which the id is given, comes after a place. @param limitAt as in `Records.stream` */
export function within(
  order: ListOrder,
  after: ListKey,
  limitAt: number,
): (occurredAt: number, id: string) => boolean {
  return order === 'newest'
    ? (occurredAt, id) =>
        occurredAt >= limitAt &&
        (occurredAt < after.occurredAt || (occurredAt === after.occurredAt && idHex(id) < after.id))
    : (occurredAt, id) =>
        occurredAt < limitAt &&
        (occurredAt > after.occurredAt || (occurredAt === after.occurredAt && idHex(id) > after.id))
}

/** Compares two rows of a list. */
export const inOrder =
  (order: ListOrder) =>
  (a: ListKey, b: ListKey): number => {
    const difference = a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
    return order === 'newest' ? -difference : difference
  }
