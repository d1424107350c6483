import { membersOf } from '../../../base/typed.ts'
import type { Share } from './cells.ts'

/** What a record adds to a report. Pure. The record comes from another machine: a value of another type counts for nothing. */

const FOR_PRODUCE: readonly unknown[] = ['produce', 'advance', 'second_payment', 'premium']
const MILLIGRAMS = 1_000_000
/** More than a union pays out in a year, in the smallest money: a sum of thousands of them is still exact. */
const MOST_MINOR = 1e12

/**
 * Returns the milligrams that somebody brought, or the minor units that somebody was paid for it. What the cooperative itself
 * brought or was paid does not count, nor, as everywhere, what only an outsider states; an offset moves no money.
 * @returns null if it does not count
 */
export function shareIn(
  source: string,
  type: 'delivery' | 'payment',
  record: object,
  cooperative: unknown,
): Share | null {
  const { crop, from_party, payee, purpose, method, amount, derived } = membersOf(record)
  const { standing, flags, confirmation, kg } = membersOf(derived)
  const { currency, amount_minor } = membersOf(amount)
  const [item, person] = type === 'delivery' ? [crop, from_party] : [currency, payee]
  if (typeof item !== 'string' || typeof person !== 'string' || person === cooperative) return null
  const isStrangers = Array.isArray(flags) && flags.includes('asserted_by_outsider')
  if (standing !== 'tip' || (isStrangers && (confirmation ?? null) === null)) return null
  if (type === 'payment' && (method === 'offset' || !FOR_PRODUCE.includes(purpose))) return null
  const units = Number.isInteger(amount_minor) ? numberIn(amount_minor) : 0
  const paid = units <= MOST_MINOR ? units : 0
  const counted = type === 'delivery' ? Math.round(numberIn(kg) * MILLIGRAMS) : paid
  return { source, item, person, amount: counted, count: 1 }
}

const numberIn = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)
