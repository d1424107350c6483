import { TYPED, type TypedValue } from '../../../domain/typed.ts'
import { minorDigits } from '../../../text/currencies.ts'
import type { Signs } from '../../../words/figure.ts'
import type { Money } from '../../../words/values.ts'

/** Money on a phone, where the currency is chosen beside the amount. */

export const digitsOf = (currency: string): number => minorDigits(currency) ?? 2

export const typedAmount = (text: string, currency: string, signs: Signs): TypedValue<Money> =>
  TYPED.money(text, signs, { currency, decimals: digitsOf(currency) })
