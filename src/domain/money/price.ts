import { canonicalJson } from '../canonical.ts'
import { exactly } from '../minor-units.ts'

/** The price of a weight by the kilogram. */

/** More decimals than a weight in kilograms has. */
const MOST_DECIMALS = 9

/**
 * Returns what a weight costs at a price per kilogram, both prices in minor units: exact, with half a unit rounded up; null if a
 * number cannot hold it.
 */
export function priceOf(perKgMinor: number, kg: number): number | null {
  const written = /e/.test(String(kg)) ? kg.toFixed(MOST_DECIMALS) : String(kg)
  const [whole = '0', decimals = ''] = written.split('.')
  const scale = 10n ** BigInt(decimals.length)
  const exact = BigInt(perKgMinor) * BigInt(`${whole}${decimals}`)
  return exactly((exact * 2n + scale) / (scale * 2n))
}

interface Priced {
  readonly agreed_price?: unknown
  readonly quantity?: unknown
  readonly normalized_kg?: unknown
  readonly crop?: unknown
}

/** Returns whether a correction keeps the price of a delivery, though what was delivered is another weight or crop. */
export function keepsOldPrice(old: Priced, now: Priced): boolean {
  const bought = ({ quantity, normalized_kg, crop }: Priced) =>
    canonicalJson([quantity, normalized_kg, crop].map((one) => one ?? null))
  const price = ({ agreed_price }: Priced) => canonicalJson(agreed_price ?? null)
  return old.agreed_price !== undefined && price(old) === price(now) && bought(old) !== bought(now)
}

interface Earlier {
  readonly id: string
  readonly lawful_basis?: unknown
  readonly asserted_by?: unknown
}

/**
 * Returns whether a member has agreed before that prices are kept: the cooperative has a record about them that shows money,
 * which it may keep on that basis alone.
 */
export const hasAgreedToPrices = (earlier: readonly Earlier[], own: string, cooperative: string): boolean =>
  earlier.some(
    ({ id, lawful_basis: basis, asserted_by: by }) =>
      id !== own && basis === 'special_data_consent' && by === cooperative,
  )
