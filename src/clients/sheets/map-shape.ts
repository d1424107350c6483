import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { errorMessage } from '../../base/error-kinds.ts'
import type { Violation } from '../../base/problem.ts'
import { membersOf } from '../../base/typed.ts'
import type { RegistryKind } from '../../domain/registry.ts'
import { closed, Text, Word } from '../../domain/shapes.ts'
import type { SchemaError } from '../../domain/validation.ts'
import { OperatorFault, type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/**
 * What mapping files have in common: JSON documents that state how to read the columns of a sheet. They are closed and
 * without unions, so that every fault can be located.
 */

/** A map with the words of a large sheet has a tenth of it. */
export const MOST_MAP_BYTES = 4 * 1024 * 1024

export const Column = Text(200, 'The name of a column, as in its header cell.')
export const NAME_PATTERN = '^[a-z][a-z0-9_]{0,39}$'
export const MAP_NAME_PATTERN = '^[a-z0-9][a-z0-9-]{0,63}$'
export const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$'
export const Words = (description: string) => Type.Array(Text(200, 'A word.'), { maxItems: 500, description })
/** How dates are written. */
export const Formats = (description: string, more = {}) =>
  Type.Array(Text(80, description), { minItems: 1, maxItems: 20, ...more })
export const Century = Type.Optional(
  Type.Integer({ minimum: 1900, maximum: 2000, multipleOf: 100, description: 'The century of YY.' }),
)
export const numberSigns = {
  decimal: Type.Optional(Word(['.', ','], 'The decimal sign. Default: a point.')),
  thousands: Type.Optional(
    Word([',', '.', ' ', "'"], 'The sign between thousands. Default: none is accepted.'),
  ),
}

/** The layout of the file. */
export const Dialect = closed({
  delimiter: Type.Optional(Word([',', ';', '\t', '|'], 'The sign between cells. Default: a comma.')),
  encoding: Type.Optional(Word(['utf-8', 'windows-1252'], 'Encoding of letters. Default: utf-8.')),
  skip_lines: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Lines of titles above the header.' }),
  ),
  header_rows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2,
      description:
        'How many rows the headings have. With 2, the heading of a column is that of both, such as Weight (kg) / Net. Default: 1.',
    }),
  ),
  header: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 500,
      description: 'The columns of a file without a header row.',
    }),
  ),
  sheet: Type.Optional(Text(100, 'The sheet to read in a workbook (XLSX) with several sheets.')),
  every_sheet: Type.Optional(
    Type.Boolean({
      description:
        'Whether to read all sheets of the workbook, such as one for each month, one below the other. The column Sheet has the name of the sheet.',
    }),
  ),
  across: Type.Optional(
    closed({
      formats: Formats('How a heading that is a day is written, such as D/M/YYYY.'),
      day: { ...Column, description: 'The name of the column with the day in the rest of the map.' },
      amount: { ...Column, description: 'The name of the column with the cell.' },
    }),
  ),
})
export type Dialect = Static<typeof Dialect>

const PART: unique symbol = Symbol('part')

/** Adds what a part of a map is besides its shape, under a symbol, which JSON leaves out. */
export const part = <S extends TSchema>(schema: S, is: unknown): S => ({ ...schema, [PART]: is })

/** Calls `found` for each such part of a map, in the order of the map. */
export function eachPart<Is>(
  schema: TSchema,
  value: unknown,
  found: (is: Is, value: unknown, pointer: string) => void,
  pointer = '',
): void {
  const is = (schema as { readonly [PART]?: Is })[PART]
  if (is !== undefined) found(is, value, pointer)
  const { items, properties, patternProperties } = schema
  for (const [member, inner] of Object.entries(membersOf(value))) {
    const within = items ?? properties?.[member] ?? Object.values(membersOf(patternProperties))[0]
    if (within !== undefined && inner !== undefined) eachPart(within, inner, found, `${pointer}${at(member)}`)
  }
}

/** Returns a JSON pointer. */
export const at = (...members: readonly string[]): string =>
  members.map((member) => `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** What is wrong with a map, and where: a JSON pointer, empty for the whole map. */
export interface MapViolation {
  readonly pointer: string
  readonly fault: Told
}

/** Codes that a map uses and the registry does not have, by kind of row. */
export type MissingCodes = ReadonlyMap<RegistryKind, ReadonlySet<string>>

/** Thrown for an invalid mapping file, with all faults. */
export class MapFault extends OperatorFault {
  readonly violations: readonly MapViolation[]
  readonly missing: MissingCodes

  constructor(violations: readonly MapViolation[], missing: MissingCodes = new Map()) {
    const clauses = violations.map(({ pointer, fault }) =>
      pointer === '' ? message('import.map.whole', { fault }) : message('import.map.at', { pointer, fault }),
    )
    super(...withRemedy('import.map.faults', { faults: { clauses } }), 2)
    this.name = 'MapFault'
    this.violations = violations
    this.missing = missing
  }
}

/** Reads the text of a map: JSON, with comments on lines of their own (`//`). @throws {MapFault} if it is not JSON */
export function mapInJson(text: string): unknown {
  if (text.length > MOST_MAP_BYTES)
    throw new MapFault([
      { pointer: '', fault: message('import.map.tooLarge', { most: MOST_MAP_BYTES / 1024 / 1024 }) },
    ])
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '').replace(COMMENTS, ''))
  } catch (error) {
    throw new MapFault([
      { pointer: '', fault: message('import.map.notJson', { reason: errorMessage(error) }) },
    ])
  }
}

/** Lines stay, so that a fault names the right one. A string of JSON has no line break. */
const COMMENTS = /^[ \t]*\/\/.*$/gm

/** Describes a fault of the shape for people who write a map by hand. */
export function inWords({ pointer, message: english }: Violation, error: SchemaError): MapViolation {
  const { limit, pattern, type, allowedValues, multipleOf } = membersOf(error.params)
  const most = Number(limit)
  const faults: Readonly<Record<string, () => Told>> = {
    required: () => message('import.map.required'),
    additionalProperties: () => message('import.map.unknownMember'),
    type: () => message('import.map.type', { type: String(type) }),
    enum: () => message('import.map.oneOf', { words: { examples: [allowedValues].flat().map(String) } }),
    minLength: () => message('import.map.isEmpty'),
    minItems: () => message('import.map.isEmpty'),
    maxLength: () => message('import.map.longText', { most }),
    maxItems: () => message('import.map.longList', { most }),
    minimum: () => message('import.map.atLeast', { least: { typed: most } }),
    maximum: () => message('import.map.atMost', { most: { typed: most } }),
    exclusiveMinimum: () => message('import.map.moreThan', { bound: { typed: most } }),
    multipleOf: () => message('import.map.multipleOf', { of: { typed: Number(multipleOf) } }),
    pattern: () => patternTold(String(pattern)),
  }
  return { pointer, fault: faults[error.keyword]?.() ?? english }
}

function patternTold(pattern: string): Told {
  if (pattern === DAY_PATTERN) return message('import.map.aDay')
  if (pattern === NAME_PATTERN)
    return message('import.map.lowerCase', { example: { either: ['farm', 'handed_over'] } })
  if (pattern === MAP_NAME_PATTERN) return message('import.map.lowerCase', { example: 'coffee-lots' })
  return message('import.map.pattern', { pattern })
}
