import { figure, type Signs } from './figure.ts'

/** Figures as people type them, with the signs of their language. The field page uses it too. */

/** A figure that was typed: its value, both readings if there are two, or null if it is no figure. */
export type TypedFigure = { readonly value: number } | Ambiguous | null
interface Ambiguous {
  readonly ways: readonly [string, string]
}

/** Digits with at most one kind of sign between thousands, and another before decimals. Nobody groups digits after a zero. */
const PLAIN = /^\d+(?:[.,]\d+)?$/
const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/
/** A sign and three digits: thousands to some, decimals to others. */
const TWO_WAYS = /^([1-9]\d{0,2})[.,](\d{3})$/
const SPACES = /[ \u00a0\u2009\u202f]/g
const SPACED = /^[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/

/**
 * Reads a figure with either decimal sign. `1,250` has two readings and is never guessed; nor is `1.250` where
 * the reader's language writes a decimal comma.
 * @param mostDecimals fewer than three leave thousands as the only reading of `1,250`
 */
export function figureTyped(text: string, signs: Signs, mostDecimals?: number): TypedFigure {
  const typed = plainFigureTyped(text, signs, mostDecimals)
  return typeof typed === 'string' ? { value: Number(typed) } : typed
}

/** Reads the same as `1250.5`: all its digits, and a point before decimals. */
export function plainFigureTyped(
  text: string,
  signs: Signs,
  mostDecimals = Number.MAX_SAFE_INTEGER,
): string | Ambiguous | null {
  if (text.length > LONGEST_FIGURE) return null
  const isSpaced = signs.group.trim() === '' && SPACED.test(text)
  const joined = isSpaced ? text.replaceAll(SPACES, '') : text
  const [, whole = '', behind = ''] = TWO_WAYS.exec(joined) ?? []
  if (whole !== '' && !isSpaced) {
    if (mostDecimals < behind.length) return whole + behind
    if (joined.includes(',') || signs.decimal === ',')
      return { ways: [whole + behind, unmistakable(whole, behind, signs)] }
  }
  if (PLAIN.test(joined)) return joined.replace(',', '.')
  const [, group] = GROUPED.exec(joined) ?? []
  // The sign that occurs once, behind all others, is that of the decimals.
  return group === undefined ? null : joined.replaceAll(group, '').replace(',', '.')
}

const LONGEST_FIGURE = 40

/** Returns a figure as a person types it, so that it is read as the same value. */
export function figureToType(value: number, signs: Signs): string {
  const [whole = '', behind = ''] = figure(value, { group: '', decimal: '.' }).split('.')
  return behind === '' ? whole : unmistakable(whole, behind, signs)
}

/** With a comma, a zero behind three decimals shows that they are decimals. */
export const unmistakable = (whole: string, behind: string, { decimal }: Pick<Signs, 'decimal'>): string =>
  `${whole}${decimal}${behind}${decimal === ',' && behind.length === 3 ? '0' : ''}`
