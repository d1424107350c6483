/** Tells prices of one kilogram or unit from prices of the whole, by the figures of the rows. */

/** A figure of each row; null where it cannot be read. */
export type Figures = readonly (number | null)[]

/** What prices are of; null where the rows do not show it, and a person must say. */
export type PricedWhat = 'each' | 'whole' | null

/** Prices are often rounded, as to the next 50 shillings. */
const ROUNDING = 0.005

/**
 * Prices that are equal for unequal quantities are of one kilogram or unit; those that grow as the quantities do are of
 * the whole.
 */
export function pricedWhat(prices: Figures, quantities: Figures): PricedWhat {
  const rows = prices.flatMap((price, i) => {
    const quantity = quantities[i] ?? null
    return price === null || quantity === null || price <= 0 || quantity <= 0 ? [] : [{ price, quantity }]
  })
  const distinct = (of: (row: (typeof rows)[number]) => number) => new Set(rows.map(of)).size
  if (distinct(({ quantity }) => quantity) < 2) return null
  if (distinct(({ price }) => price) === 1) return 'each'
  const rates = rows.map(({ price, quantity }) => price / quantity).sort((a, b) => a - b)
  const rate = rates[Math.floor(rates.length / 2)] ?? 0
  const isProportional = rows.every(
    ({ price, quantity }) => Math.abs(price - rate * quantity) <= Math.max(price * ROUNDING, 0.5),
  )
  return isProportional ? 'whole' : null
}

/** How many rows have a price of one, a quantity and an amount, and in how many of them they agree. */
export function pricesAgree(
  each: Figures,
  quantities: Figures,
  amounts: Figures,
): { readonly rows: number; readonly agreeing: number } {
  const differences = amounts.flatMap((amount, i) => {
    const [price, quantity] = [each[i] ?? null, quantities[i] ?? null]
    if (amount === null || price === null || quantity === null) return []
    return [Math.abs(amount - price * quantity) / Math.max(amount, 1)]
  })
  return { rows: differences.length, agreeing: differences.filter((share) => share <= ROUNDING).length }
}

/** Headings that say that money is for the whole, not for one kilogram or unit. */
const OF_WHOLE =
  /\b(amount|value|total|paid|payment|sum|montant|importe|valor|malipo|jumla|thamani|kiasi cha pesa)\b/

export const saysWholePrice = (heading: string): boolean => OF_WHOLE.test(heading.toLowerCase())
