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
