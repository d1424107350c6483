import { createHash } from 'node:crypto'
import { Problem } from '../base/problem.ts'
import { idHex, isId } from '../domain/id.ts'
import type { ListKey, Order } from './gate/streams.ts'

/**
 * Cursors of lists. A cursor works only for the same caller and query. It reveals no more than its page does,
 * or an instant at which something happened that the caller may read.
 */

/** The lowest and highest record id: a cursor with one continues after everything of its instant. */
const LAST_ID: Readonly<Record<Order, string>> = {
  newest: '00000000-0000-7000-8000-000000000000',
  oldest: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
}

/** Returns a hash that binds a cursor to its caller and query. */
export function bindingOf(party: string, asked: Readonly<Record<string, unknown>>): string {
  const { cursor: _, limit: __, ...rest } = asked
  const question = JSON.stringify([party, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(question).digest('base64url').slice(0, 12)
}

export const afterRecord = (
  binding: string,
  { occurredAtMs, id }: { readonly occurredAtMs: number; readonly id: string },
): string => Buffer.from(`${binding}.${occurredAtMs}.${id}`).toString('base64url')

export const afterInstant = (binding: string, occurredAtMs: number, order: Order): string =>
  afterRecord(binding, { occurredAtMs, id: LAST_ID[order] })

/**
 * Returns the place that a cursor stands for; null if none was sent.
 * @throws {Problem} invalid_cursor, if it is malformed or was made for another caller or query
 */
export function placeOf(cursor: string | undefined, binding: string): ListKey | null {
  if (cursor === undefined) return null
  const [bound, at, id] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const occurredAt = Number(at)
  if (bound !== binding || !Number.isSafeInteger(occurredAt) || id === undefined || !isId(id))
    throw new Problem('invalid_cursor')
  return { occurredAt, id: idHex(id) }
}
