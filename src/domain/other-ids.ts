import { Type } from '@sinclair/typebox'
import { closed, type View } from './shapes.ts'

/** Ids that others give to a party or a plot: national farmer and plot ids, tax numbers, identifiers of registries. */

export const OtherId = closed({
  scheme: Type.String({
    pattern: '^[a-z][a-z0-9_]{1,39}$',
    description:
      'Who gives the id, as a word: `gln`, `lei`, `br_cpf`, `br_cnpj`, `pe_ruc`, `co_nit`, `geoid`, or any other, such as `ug_nin`.',
  }),
  value: Type.String({
    pattern: '^[^;]{1,100}$',
    description: 'The id, as it is written there. A semicolon separates ids where people type them.',
  }),
})
export type OtherId = View<typeof OtherId>

export const MOST_IDS = 16
export const OtherIds = Type.Array(OtherId, {
  maxItems: MOST_IDS,
  description: 'Ids that others gave to it. One whose check digit is wrong is kept and flagged.',
})

/** Returns the digits of an id; null if it has other signs than digits and separators, or another number of digits. */
function digitsOf(text: string, count: number): number[] | null {
  const plain = text.replace(/[\s./-]/g, '')
  return plain.length === count && /^\d+$/.test(plain) ? [...plain].map(Number) : null
}

const sumOf = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0)

/** The check digit of a sum by modulus 11, where 10 and 11 count as 0. */
const byEleven = (sum: number): number => {
  const rest = 11 - (sum % 11)
  return rest > 9 ? 0 : rest
}

/** GS1 General Specifications, section 7.9: weights 1 and 3 in turn from the right. */
const isGln = (text: string): boolean => {
  const digits = digitsOf(text, 13)
  if (digits === null) return false
  return sumOf(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
}

/** ISO 17442-1: 20 signs, of which letters count as 10 to 35; the whole leaves 1 by modulus 97 (ISO/IEC 7064). */
const isLei = (text: string): boolean => {
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (!/^[0-9A-Z]{18}\d\d$/.test(plain)) return false
  const digits = [...plain].map((sign) => Number.parseInt(sign, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

/** Receita Federal: two check digits by modulus 11. Eleven equal digits satisfy the sum and are no number. */
const isCpf = (text: string): boolean => {
  const digits = digitsOf(text, 11)
  if (digits === null || new Set(digits).size === 1) return false
  return [9, 10].every((at) => byEleven(sumOf(digits, downFrom(at + 1).slice(0, at))) === digits[at])
}

const downFrom = (first: number): number[] => Array.from({ length: first - 1 }, (_, i) => first - i)

/**
 * Receita Federal, of organisations: weights 2 to 9 in turn from the right. Since July 2026 letters stand among the first
 * twelve signs, each for its ASCII code less 48 (Instrução Normativa RFB 2.229/2024).
 */
const isCnpj = (text: string): boolean => {
  const plain = text.replace(/[\s./-]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{12}\d\d$/.test(plain) || new Set(plain).size === 1) return false
  const digits = [...plain].map((sign) => sign.charCodeAt(0) - 48)
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  return [12, 13].every((at) => byEleven(sumOf(digits, weights.slice(-at))) === digits[at])
}

/** SUNAT, Peru: weights 5, 4, 3, 2, 7, 6, 5, 4, 3, 2 and modulus 11, of which only the last digit counts. */
const isRuc = (text: string): boolean => {
  const digits = digitsOf(text, 11)
  return digits !== null && (11 - (sumOf(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digits[10]
}

/**
 * DIAN, Colombia: primes as weights from the right, and modulus 11. The check digit stands after a hyphen; many write the
 * number without it, and then nothing can be checked.
 */
const isNit = (text: string): boolean => {
  const [, number = '', check] = /^\s*(\d[\d\s.]{3,18}\d)\s*(?:-\s*(\d)\s*)?$/.exec(text) ?? []
  const digits = [...number.replace(/[\s.]/g, '')].map(Number).reverse()
  if (digits.length < 5 || digits.length > PRIMES.length) return false
  const rest = sumOf(digits, PRIMES.slice(0, digits.length)) % 11
  return check === undefined || (rest < 2 ? rest : 11 - rest) === Number(check)
}
const PRIMES = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** Schemes whose ids can be checked. Of a GeoID of AgStack's asset registry only the form is known: a SHA-256. */
const CHECKS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['gln', isGln],
  ['lei', isLei],
  ['br_cpf', isCpf],
  ['br_cnpj', isCnpj],
  ['pe_ruc', isRuc],
  ['co_nit', isNit],
  ['geoid', (text: string) => /^[0-9a-f]{64}$/i.test(text.trim())],
])

/** Returns whether an id cannot be right. Of schemes that nobody can check, every id may be right. */
export const isFalseId = ({ scheme, value }: OtherId): boolean => CHECKS.get(scheme)?.(value) === false

/** Returns what a person may mean who types an id, in the form for comparison: with its scheme before it, as pages show it. */
export const idsMeant = (typed: string): ReadonlySet<string> =>
  new Set([typed, typed.replace(/^\s*[a-z][a-z0-9_]{1,39}\s+/, '')].map(plainId))

/** Returns an id without what people write between its signs, for comparison. */
export const plainId = (value: string): string => value.replace(/[\s./-]/g, '').toLowerCase()
