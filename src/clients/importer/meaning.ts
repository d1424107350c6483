import { normalized } from './identity.ts'
import type { NumberStyle } from './weights.ts'

/** Text as it is compared: what says the same, written differently, is equal here. */

const expressions = new Map<string, RegExp>()

/**
 * Capital letters, spaces, the zeros behind a number and the signs between its thousands do not matter: `7.830 KG` says what
 * `7.83kg` says. Zeros in front do, for a member number may begin with one; and so does every dot of `03.10.2026`.
 */
export function meaningOf(text: string, style: NumberStyle): string {
  return normalized(text)
    .replace(numbersIn(style), (number) => plainNumber(number, style))
    .replace(/(?<=\d) (?=[\p{L}%])/gu, '')
}

function plainNumber(number: string, { decimal, thousands }: NumberStyle): string {
  const [whole = '', behind = ''] = number.split(decimal)
  const digits = thousands === undefined ? whole : whole.replaceAll(thousands, '')
  const kept = behind.replace(/0+$/, '')
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
