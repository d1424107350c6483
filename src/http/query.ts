import { OptionalKind, type Static, type TObject, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { Problem } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import { isId } from '../domain/id.ts'
import { PURPOSE_PATTERN } from '../domain/shapes.ts'
import { parseInstant } from '../domain/time.ts'

/**
 * Reads query strings. The same schema is published in the contract and used by `queryReader`. Unknown or
 * malformed parameters are refused, never guessed (contract §18).
 */

/** Makes a parameter with a default optional for callers; `queryReader` always returns a value. */
const withDefault = <T extends TSchema>(schema: T): T => ({
  ...schema,
  [OptionalKind]: 'Optional',
})

export const oneOf = <const W extends readonly string[]>(words: W, fallback: W[number]): TUnsafe<W[number]> =>
  withDefault(Type.Unsafe<W[number]>({ type: 'string', enum: [...words], default: fallback }))

/** A parameter that may be left out. */
export const optionOf = <const W extends readonly string[]>(words: W, description: string) =>
  Type.Optional(Type.Unsafe<W[number]>({ type: 'string', enum: [...words], description }))

/** A parameter that may be repeated, each time with one of these words. */
export const anyOf = <const W extends readonly string[]>(words: W, description: string) =>
  Type.Optional(Type.Array(Type.Unsafe<W[number]>({ type: 'string', enum: [...words] }), { description }))

export const idParameter = (description: string) =>
  Type.Optional(Type.String({ format: 'uuid', description }))

/** A timestamp, which is returned as milliseconds since 1970 UTC. */
export const instantParameter = (description: string) =>
  Type.Optional(Type.Unsafe<number>({ type: 'string', format: 'date-time', description }))

export const pageSize = (maximum: number, fallback: number) =>
  withDefault(Type.Integer({ minimum: 1, maximum, default: fallback }))

export const Cursor = Type.Optional(Type.String({ description: 'The cursor from the previous page.' }))

/** The purpose of a read; in the query only (contract §7). */
export const PurposeParameter = Type.String({
  pattern: PURPOSE_PATTERN,
  description: 'The purpose of the read. Audited with every disclosure.',
})

interface QueriedRequest {
  readonly query: unknown
  readonly headers: object
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Returns a function that reads a request's query. Its `most` lowers the maximum page size.
 * @throws {Problem} invalid_parameter; also purpose_required, purpose_as_header and invalid_purpose if there
 * is a purpose parameter
 */
export function queryReader<T extends TObject>({ properties, required = [] }: T) {
  const known = Object.keys(properties)
  return ({ query, headers }: QueriedRequest, most = Number.POSITIVE_INFINITY): Static<T> => {
    const sent = query as Query
    const read: Record<string, unknown> = {}
    if ('purpose' in properties) read.purpose = purposeOf(sent, headers, required.includes('purpose'))
    for (const name of Object.keys(sent)) {
      if (!known.includes(name))
        throw invalid(
          name.slice(0, 64),
          `is unknown; the known parameters are: ${known.join(', ') || 'none'}`,
        )
    }
    for (const name of known) {
      if (name === 'purpose') continue
      const value = readValue(name, sent[name], must(properties[name]), most)
      if (value !== undefined) read[name] = value
      else if (required.includes(name)) throw invalid(name, 'is required')
    }
    return read as Static<T>
  }
}

/** Checks that a request has no parameters. @throws {Problem} invalid_parameter */
export const noParameters = queryReader(Type.Object({}))

export const OnlyPurpose = Type.Object({ purpose: PurposeParameter })
const readPurpose = queryReader(OnlyPurpose)

/** Reads the purpose of a request that has no other parameters. */
export const onlyPurpose = (request: QueriedRequest): string => readPurpose(request).purpose

const invalid = (name: string, message: string) =>
  new Problem('invalid_parameter', { detail: `The parameter "${name}" ${message}.` })

/** The largest number of nine digits. */
const LARGEST = 999_999_999

function readValue(
  name: string,
  given: string | readonly string[] | undefined,
  schema: TSchema,
  most: number,
): unknown {
  if (schema.type === 'array') {
    const values = given === undefined ? [] : [given].flat()
    for (const value of values) checkWord(name, value, schema.items.enum)
    return values
  }
  if (typeof given === 'object') throw invalid(name, 'may occur only once')
  const value = given
  if (schema.type === 'integer') {
    const maximum = Math.min(schema.maximum ?? LARGEST, most)
    if (value === undefined) return schema.default && Math.min(schema.default, maximum)
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= schema.minimum && number <= maximum))
      throw invalid(name, `must be a whole number from ${schema.minimum} to ${maximum}`)
    return number
  }
  if (value === undefined) return schema.default
  const { minLength, maxLength } = schema
  if (minLength !== undefined || maxLength !== undefined) checkLength(name, value, minLength, maxLength)
  if (schema.enum !== undefined) checkWord(name, value, schema.enum)
  if (schema.format === 'uuid' && !isId(value)) throw invalid(name, 'must be a UUID version 7 in lower case')
  if (schema.format !== 'date-time') return value
  const at = parseInstant(value)
  if (at === null) throw invalid(name, 'must be a timestamp such as 2026-06-28T07:15:00Z')
  return at
}

/** Counts code points, as JSON Schema does. */
function checkLength(name: string, value: string, least = 0, most = Number.POSITIVE_INFINITY): void {
  const length = [...value].length
  if (length < least || length > most) throw invalid(name, `must have ${least} to ${most} characters`)
}

function checkWord(name: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) throw invalid(name, `must be one of: ${words.join(', ')}`)
}

const PURPOSE = new RegExp(PURPOSE_PATTERN)
const PURPOSE_HEADERS = ['purpose', 'x-purpose', 'x-granary-purpose']

/**
 * Refuses a purpose in a header, even if the read requires none, such as a read of the caller's own changes.
 */
function purposeOf({ purpose }: Query, headers: object, isRequired: boolean): string | undefined {
  if (purpose === undefined) {
    if (PURPOSE_HEADERS.some((header) => header in headers)) throw new Problem('purpose_as_header')
    if (isRequired) throw new Problem('purpose_required')
    return undefined
  }
  if (typeof purpose !== 'string' || !PURPOSE.test(purpose)) throw new Problem('invalid_purpose')
  return purpose
}
