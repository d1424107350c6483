import type { NumberStyle } from './weights.ts'

/** Normalizes text for comparison: texts with the same meaning become equal. */

/** Returns text for comparison: NFC, lower case, single spaces. */
export function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const expressions = new Map<string, RegExp>()

/**
 * Ignores capital letters, spaces, zeros after a decimal number and signs between thousands: `7.830 KG`
 * equals `7.83kg`. Keeps leading zeros, which may be part of a member number, and every dot of `03.10.2026`.
 */
export function meaningOf(text: string, style: NumberStyle): string {
  return normalized(text)
    .replace(numbersIn(style), (number) => plainNumber(number, style))
    .replace(/(?<=\d) (?=[\p{L}%])/gu, '')
}

function plainNumber(number: string, { decimal, thousands }: NumberStyle): string {
  const [whole = '', decimals = ''] = number.split(decimal)
  const digits = thousands === undefined ? whole : whole.replaceAll(thousands, '')
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? digits : `${digits}.${kept}`
}

function numbersIn({ decimal, thousands }: NumberStyle): RegExp {
  const key = `${decimal}${thousands ?? ''}`
  let expression = expressions.get(key)
  if (expression === undefined) {
    const grouped = thousands === undefined ? '' : `\\d{1,3}(?:[${thousands}]\\d{3})+(?!\\d)|`
    expression = new RegExp(`(?<![\\d.,])(?:${grouped}\\d+)(?:[${decimal}]\\d+)?(?![.,]?\\d)`, 'g')
    expressions.set(key, expression)
  }
  return expression
}
