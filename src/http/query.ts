import { PURPOSE_PATTERN } from '../domain/shapes.ts'
import { parseInstant } from '../domain/time.ts'
import { Problem } from '../problem.ts'

/** Query parameters, read strictly: an unknown or malformed one is refused, never guessed (contract §18). */

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

const invalid = (name: string, message: string) =>
  new Problem('invalid_parameter', { detail: `The parameter "${name}" ${message}.` })

export function onlyKnown(query: Query, known: readonly string[]): void {
  for (const name of Object.keys(query)) {
    if (!known.includes(name))
      throw invalid(name.slice(0, 64), `is not known here; known are: ${known.join(', ') || 'none'}`)
  }
}

export function single(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw invalid(name, 'may be given once only')
  return value as string | undefined
}

export function several(query: Query, name: string): readonly string[] {
  const value = query[name]
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

export function word<const W extends readonly string[]>(
  query: Query,
  name: string,
  words: W,
  fallback: W[number],
): W[number] {
  const value = single(query, name)
  if (value === undefined) return fallback
  if (!words.includes(value)) throw invalid(name, `must be one of: ${words.join(', ')}`)
  return value
}

export function integer(
  query: Query,
  name: string,
  minimum: number,
  maximum: number,
  fallback: number,
): number {
  const value = single(query, name)
  if (value === undefined) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= minimum && number <= maximum))
    throw invalid(name, `must be a whole number from ${minimum} to ${maximum}`)
  return number
}

export function id(query: Query, name: string, isId: (text: string) => boolean): string | null {
  const value = single(query, name)
  if (value === undefined) return null
  if (!isId(value)) throw invalid(name, 'must be a UUID version 7 in lower case')
  return value
}

/** @returns milliseconds since 1970 UTC */
export function instant(query: Query, name: string, fallback: number): number {
  const value = single(query, name)
  if (value === undefined) return fallback
  const at = parseInstant(value)
  if (at === null) throw invalid(name, 'must be a timestamp such as 2026-06-28T07:15:00Z')
  return at
}

const PURPOSE = new RegExp(PURPOSE_PATTERN)
const PURPOSE_HEADERS = ['purpose', 'x-purpose', 'x-granary-purpose']

/** The stated purpose of a read, from the query and nowhere else (contract §7). */
export function purposeOf(query: Query, headers: Readonly<Record<string, unknown>>): string {
  const stated = optionalPurposeOf(query, headers)
  if (stated === undefined) throw new Problem('purpose_required')
  return stated
}

/** The purpose of a read that takes nothing else. @throws {Problem} as `purposeOf`, and invalid_parameter */
export function onlyPurpose(request: { readonly query: unknown; readonly headers: object }): string {
  const asked = request.query as Query
  const purpose = purposeOf(asked, request.headers as Readonly<Record<string, unknown>>)
  onlyKnown(asked, ['purpose'])
  return purpose
}

/** The same where a read may do without: one's own changes. A purpose as a header is refused all the same. */
export function optionalPurposeOf(
  query: Query,
  headers: Readonly<Record<string, unknown>>,
): string | undefined {
  const stated = query.purpose
  if (stated === undefined) {
    if (PURPOSE_HEADERS.some((header) => headers[header] !== undefined))
      throw new Problem('purpose_as_header')
    return undefined
  }
  if (typeof stated !== 'string' || !PURPOSE.test(stated)) throw new Problem('invalid_purpose')
  return stated
}
