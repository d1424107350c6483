import { minorDigits } from '../../../text/currencies.ts'
import type { Signs } from '../../../words/figure.ts'
import { figureTyped } from '../../../words/figure-typed.ts'

/** Money as people type it, in whole minor units (ISO 4217). */

export interface Amount {
  readonly main: number
  readonly currency: string
}

export const digitsOf = (currency: string): number => minorDigits(currency) ?? 2

/** Returns whole minor units; 0 for none. */
export const minorOf = (amount: Amount | null): number =>
  amount === null ? 0 : Math.round(amount.main * 10 ** digitsOf(amount.currency))

/** An amount that was typed, both readings if there are two, or null if it is none. */
export type TypedAmount = Amount | { readonly ways: readonly [string, string] } | null

const SPACES = /[\s\u00a0\u202f’']/g
const MOST = 1e12

/**
 * Reads an amount above zero: `125000`, `125 000`, `12,50`; null if it is none, or has more decimals than the currency.
 * `1,250` is a thousand and more in a currency of fewer than three decimals, and has two readings in others.
 */
export function typedAmount(text: string, currency: string, signs: Signs): TypedAmount {
  const digits = digitsOf(currency)
  const typed = figureTyped(text.replace(SPACES, ''), signs, digits)
  if (typed === null || 'ways' in typed) return typed
  const main = typed.value
  return main > 0 && main < MOST && Number(main.toFixed(digits)) === main ? { main, currency } : null
}
