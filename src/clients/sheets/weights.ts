import { kgOf, roundKg } from '../../domain/quantity.ts'
import { type Decimal, figureAlone, type NumberStyle, numberOf } from '../../domain/typed.ts'
import { type Message, message } from '../../words/message.ts'

/** Reads amounts as written, in the unit written. */

export type { NumberStyle }
/** A positive number as digits, so that products are exact. */
export type Amount = Decimal

export type CellRead<T> = T | { readonly fault: Message; readonly remedy: Message }

/** Reads a number above zero with the map's decimal sign. Signs between thousands must be at the right places. */
export function amountOf(text: string, style: NumberStyle): CellRead<Amount> {
  const read = figureAlone(text, style)
  if ('value' in read) return read.value
  if (read.fault.is === 'zero')
    return { fault: message('import.fault.zero'), remedy: message('import.fault.realAmount.remedy') }
  const { decimal, thousands } = style
  const example = `1250${decimal}5`
  return {
    fault: message('import.fault.notANumber'),
    remedy:
      thousands === undefined
        ? message('import.fault.notANumber.remedy', { example })
        : message('import.fault.notANumberGrouped.remedy', {
            example,
            grouped: `1${thousands}250${decimal}5`,
          }),
  }
}

/** Returns the double nearest to the exact product: 3 × 0.1 is 0.3. */
export function product(...amounts: readonly Amount[]): number {
  let digits = 1n
  let decimals = 0
  for (const amount of amounts) {
    digits *= amount.digits
    decimals += amount.decimals
  }
  return numberOf({ digits, decimals })
}

/** Splits a cell such as `60 kg` into number and unit. Either may be missing. */
export function splitUnit(cell: string): { readonly number: string; readonly unit: string } {
  const match = /^([+-]?[\d.,' \u00a0\u2009\u202f]*\d|)\s*(.*)$/s.exec(cell.trim())
  return { number: match?.[1] ?? '', unit: (match?.[2] ?? cell).trim() }
}

/**
 * Returns the kilograms of a quantity: by the factor if there is one; else exactly for units of mass; null
 * for other units.
 */
export function kilograms(value: number, unit: string, factor: number | undefined): number | null {
  return factor === undefined ? kgOf({ quantity: { value, unit } }) : roundKg(value * factor)
}
