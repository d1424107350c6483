import { kgOf, roundKg } from '../../domain/quantity.ts'
import { type Message, message } from '../../words/message.ts'

/** Reads amounts as written, in the unit written. */

export interface NumberStyle {
  readonly decimal: '.' | ','
  readonly thousands: string | undefined
}

/** A positive number as digits, so that products are exact. */
export interface Amount {
  /** The digits without the decimal sign. */
  readonly digits: bigint
  /** The number of digits after the decimal sign. */
  readonly decimals: number
}

export type CellRead<T> = T | { readonly fault: Message; readonly remedy: Message }

const MOST_DIGITS = 30

/** Reads a number with the map's decimal sign. Signs between thousands must be at the right places. */
export function amountOf(text: string, style: NumberStyle): CellRead<Amount> {
  const plain = withoutThousands(text, style)
  const match = plain === null || plain.length > MOST_DIGITS ? null : NUMBER[style.decimal].exec(plain)
  if (match === null) {
    const { decimal, thousands } = style
    const example = `1250${decimal}5`
    const grouped = `1${thousands}250${decimal}5`
    return {
      fault: message('import.fault.notANumber'),
      remedy:
        thousands === undefined
          ? message('import.fault.notANumber.remedy', { example })
          : message('import.fault.notANumberGrouped.remedy', { example, grouped }),
    }
  }
  const [, whole = '', decimals = ''] = match
  const digits = BigInt(whole + decimals)
  if (digits === 0n)
    return { fault: message('import.fault.zero'), remedy: message('import.fault.realAmount.remedy') }
  return { digits, decimals: decimals.length }
}

const NUMBER = { '.': /^(\d+)(?:\.(\d+))?$/, ',': /^(\d+)(?:,(\d+))?$/ } as const

function withoutThousands(text: string, { decimal, thousands }: NumberStyle): string | null {
  const trimmed = text.trim()
  if (thousands === undefined) return trimmed
  // People also type narrow and no-break spaces.
  const one = thousands === ' ' ? trimmed.replace(/[\u00a0\u2009\u202f]/g, ' ') : trimmed
  const [whole = '', ...rest] = one.split(decimal)
  const groups = whole.split(thousands)
  const isGrouped = groups.every((group, i) => (i === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
  if (groups.length > 1 && !isGrouped) return null
  return [groups.join(''), ...rest].join(decimal)
}

/** Returns the double nearest to the exact product: 3 × 0.1 is 0.3. */
export function product(...amounts: readonly Amount[]): number {
  let digits = 1n
  let decimals = 0
  for (const amount of amounts) {
    digits *= amount.digits
    decimals += amount.decimals
  }
  return Number(`${digits}e-${decimals}`)
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

/** Returns an amount of money in minor units; null if it has more decimals than the currency, or is too large. */
export function minorOf({ digits, decimals }: Amount, ofCurrency: number): number | null {
  const shift = ofCurrency - decimals
  const minor = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  const isExact = shift >= 0 || minor * 10n ** BigInt(-shift) === digits
  return isExact && minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : null
}
