import { isOneOf } from '../base/typed.ts'
import { minorDigits } from '../text/currencies.ts'
import type { Signs } from '../words/figure.ts'
import { plainFigureTyped } from '../words/figure-typed.ts'
import type { Money } from '../words/values.ts'
import { MAX_QUANTITY, ofEachMeasure } from './measures.ts'
import { parseInstant } from './time.ts'
import type { WrittenKind } from './types/kinds.ts'

/**
 * The one reader of what people type in a field of a record: at the office page and the command, in the cells of a sheet, and
 * on a phone. Each kind of field that needs no register has one meaning here. What really differs is an argument: a sheet
 * states its signs of figures, a phone has the currency beside the amount. A fault is data, which each place tells in its words.
 * The field page is bundled with this file, so it imports no schemas.
 */

/** The signs of a sheet's figures, which allow one reading only. */
export interface NumberStyle {
  readonly decimal: '.' | ','
  readonly thousands: string | undefined
}
/** How figures are written: as its map says, or by people with a language, who use either decimal sign. */
export type Figures = NumberStyle | Signs

/** A number as digits, so that products are exact. */
export interface Decimal {
  /** The digits without the decimal sign. */
  readonly digits: bigint
  /** The number of digits after the decimal sign. */
  readonly decimals: number
}

/** Why a text cannot be used. */
export type TypedFault =
  /** It is no value of this kind. */
  | { readonly is: 'none' }
  | { readonly is: 'zero' }
  | { readonly is: 'tooLarge' }
  | { readonly is: 'tooLong'; readonly most: number }
  /** A figure with two readings, each as people type it without doubt. */
  | { readonly is: 'twoWays'; readonly text: string; readonly ways: readonly [string, string] }
  | { readonly is: 'noCurrency'; readonly currency: string }
  | { readonly is: 'decimals'; readonly currency: string; readonly decimals: number }

export type TypedValue<T> = { readonly value: T } | { readonly fault: TypedFault }

const NONE = { fault: { is: 'none' } } as const
const ZERO = { fault: { is: 'zero' } } as const
const TOO_LARGE = { fault: { is: 'tooLarge' } } as const

/**
 * Reads a figure above zero that stands alone.
 * @param mostDecimals fewer than three leave thousands as the only reading of `1,250`
 */
export function figureAlone(text: string, figures: Figures, mostDecimals?: number): TypedValue<Decimal> {
  const plain =
    'group' in figures
      ? plainFigureTyped(joined(text.trim()), figures, mostDecimals)
      : inStyle(text.trim(), figures)
  if (plain === null) return NONE
  if (typeof plain !== 'string') return { fault: { is: 'twoWays', text: text.trim(), ways: plain.ways } }
  const [whole = '', decimals = ''] = plain.split('.')
  const digits = BigInt(whole + decimals)
  return digits === 0n ? ZERO : { value: { digits, decimals: decimals.length } }
}

/** Spaces or apostrophes between thousands, which have no other reading where no word follows the figure. */
const GROUPS = /^[1-9]\d{0,2}(?:(?:[ \u00a0\u2009\u202f]\d{3})+|(?:['’]\d{3})+)(?:[.,]\d+)?$/
const joined = (text: string): string => (GROUPS.test(text) ? text.replaceAll(/[^\d.,]/g, '') : text)

const MOST_DIGITS = 30
const IN_STYLE = { '.': /^\d+(?:\.\d+)?$/, ',': /^\d+(?:,\d+)?$/ } as const

/** Reads a figure by the signs of its sheet. Signs between thousands must be at the right places. */
function inStyle(text: string, { decimal, thousands }: NumberStyle): string | null {
  // People also type narrow and no-break spaces.
  const typed = thousands === ' ' ? text.replace(/[\u00a0\u2009\u202f]/g, ' ') : text
  const [whole = '', ...rest] = typed.split(decimal)
  const groups = thousands === undefined ? [whole] : whole.split(thousands)
  const isGrouped = groups.every((group, i) => (i === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group))
  if (groups.length > 1 && !isGrouped) return null
  const plain = [groups.join(''), ...rest].join(decimal)
  return plain.length <= MOST_DIGITS && IN_STYLE[decimal].test(plain) ? plain.replace(',', '.') : null
}

/** Returns the double nearest to a decimal number. */
export const numberOf = ({ digits, decimals }: Decimal): number => Number(`${digits}e-${decimals}`)

/** Returns an amount of money in minor units; null if it has more decimals than the currency, or is too large. */
export function minorOf({ digits, decimals }: Decimal, ofCurrency: number): number | null {
  const shift = ofCurrency - decimals
  const minor = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  const isExact = shift >= 0 || minor * 10n ** BigInt(-shift) === digits
  return isExact && minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : null
}

const upTo =
  (most: number) =>
  (text: string, figures: Figures): TypedValue<number> => {
    const read = figureAlone(text, figures)
    if ('fault' in read) return read
    const value = numberOf(read.value)
    return value > most ? TOO_LARGE : { value }
  }

/**
 * Reads an amount in minor units (ISO 4217).
 * @param beside the currency of a field with the figure alone, and its decimals; left out, the text names it: `250000 UGX`
 */
function money(
  text: string,
  figures: Figures,
  beside?: { readonly currency: string; readonly decimals: number } | null,
  mayBeZero = false,
): TypedValue<Money> {
  if (beside == null) {
    const [typed, code] = [text.trim().slice(0, -3), text.trim().slice(-3)]
    if (!/^[A-Za-z]{3}$/.test(code) || !/^\d\P{L}*$/u.test(typed)) return NONE
    const currency = code.toUpperCase()
    const decimals = minorDigits(currency)
    if (decimals === null) return { fault: { is: 'noCurrency', currency } }
    return money(typed, figures, { currency, decimals }, mayBeZero)
  }
  const { currency, decimals } = beside
  const read = figureAlone(text, figures, decimals)
  if ('fault' in read)
    return mayBeZero && read.fault.is === 'zero' ? { value: { amount_minor: 0, currency } } : read
  const amount_minor = minorOf(read.value, decimals)
  if (amount_minor !== null) return { value: { amount_minor, currency } }
  const isTooLarge = numberOf(read.value) * 10 ** decimals > Number.MAX_SAFE_INTEGER
  return isTooLarge ? TOO_LARGE : { fault: { is: 'decimals', currency, decimals } }
}

/** In the countries that Granary serves people write the day first, then the month and the year. */
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns a day as `2026-06-28`, even if the calendar lacks it; null for any other text. */
export function dayWritten(text: string): string | null {
  if (ISO_DAY.test(text)) return text
  const [, day = '', month = '', year] = DAY_FIRST.exec(text) ?? []
  return year === undefined ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Returns a day such as `2026-06-28` as people type it: `28/6/2026`. */
export const dayTyped = (day: string): string => day.split('-').map(Number).reverse().join('/')

/** Returns whether the calendar has such a day. */
export const isDay = (written: string): boolean =>
  ISO_DAY.test(written) && parseInstant(`${written}T00:00:00Z`) !== null

function day(text: string): TypedValue<string> {
  const written = dayWritten(text.trim())
  return written !== null && isDay(written) ? { value: written } : NONE
}

/** The readers of the kinds of fields that need no register. A further kind has its reader here, or the compiler names this table. */
export const TYPED = {
  ...ofEachMeasure((_, { most }) => upTo(most)),
  /** The number of a quantity; each place finds the unit in its own way. */
  quantity: upTo(MAX_QUANTITY),
  money,
  day,
  happened: day,
  /** The code of a country (ISO 3166-1). */
  country: (text: string): TypedValue<string> =>
    /^[A-Za-z]{2}$/.test(text.trim()) ? { value: text.trim().toUpperCase() } : NONE,
  word: <W extends string>(text: string, words: readonly W[]): TypedValue<W> => {
    const typed = text.trim()
    return isOneOf(words, typed) ? { value: typed } : NONE
  },
  /** @param most characters, as the schema of the member counts them */
  text: (text: string, most: number): TypedValue<string> =>
    [...text.trim()].length > most ? { fault: { is: 'tooLong', most } } : { value: text.trim() },
  /** @param called words for it, in lower case; forms and files write `true`, as records do */
  yes: (text: string, called: readonly string[]): TypedValue<true> =>
    ['true', ...called].includes(text.trim().toLowerCase()) ? { value: true } : NONE,
  /** The same of both answers. */
  answer: (text: string, yes: readonly string[], no: readonly string[]): TypedValue<boolean> =>
    ['false', ...no].includes(text.trim().toLowerCase()) ? { value: false } : TYPED.yes(text, yes),
} satisfies Readonly<Record<WrittenKind, (text: string, ...how: never) => TypedValue<unknown>>>

/** Reads a telephone number with the code of its country, in the form of E.164. Forms used within a country need its tables. */
export function typedPhone(text: string): string | null {
  const plain = text.replace(/[\s().\-–]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : null
}
