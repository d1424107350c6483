import { errorMessage } from '../../base/error-kinds.ts'
import type { Violation } from '../../base/problem.ts'
import { membersOf, must } from '../../base/typed.ts'
import type { PartyKind } from '../../domain/shapes.ts'
import { compileCheck, type SchemaError } from '../../domain/validation.ts'
import type { Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { DateReader, dateFormats, monthNames, type ReadDate } from '../sheets/dates.ts'
import { MapFault, type MapViolation } from '../sheets/fault.ts'
import { meaningOf } from '../sheets/meaning.ts'
import { amountOf, type NumberStyle, product, splitUnit } from '../sheets/weights.ts'
import { normalized } from './identity.ts'
import {
  ImportMap,
  NAME_PATTERN,
  type PartySpec,
  type RecordSet,
  recordSets,
  type UnitSpec,
  type Value,
} from './map.ts'
import { mapFaults } from './map-check.ts'
import type { RegistryFacts } from './registry-facts.ts'

/** A valid map, with its words prepared for lookup. */
export interface CompiledMap {
  readonly spec: ImportMap
  /** Every column that the map names, once. */
  readonly columns: readonly string[]
  /** Columns with content for records. */
  readonly readColumns: readonly string[]
  readonly numbers: NumberStyle
  readonly dates: ReadonlyMap<string, DateReader>
  readonly units: ReadonlyMap<string, UnitSpec>
  /** The time of statements about parties. */
  readonly asOf: ReadDate
  readonly partyBook: string
  readonly sets: readonly RecordSet[]
  isEmpty(column: string, cell: string): boolean
  /**
   * Returns whether the row is not a record but, for example, a total.
   * @param cellIn the original cell of a column
   */
  isSkipped(cellIn: (column: string) => string): boolean
  isNotReal(cell: string): boolean
  /** Returns a cell's content, normalized; empty if it has none. */
  meaning(column: string, cell: string): string
  /** @returns undefined for an unlisted word */
  lookUp(value: Value, word: string): string | undefined
  kindOf(spec: PartySpec, name: string): PartyKind
}

const shapeFaults = compileCheck(ImportMap, inWords)

/** @throws {MapFault} if the text of a map is not JSON */
export function mapInJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new MapFault([
      { pointer: '', fault: message('import.map.notJson', { reason: errorMessage(error) }) },
    ])
  }
}

/**
 * Reads a mapping file.
 * @throws {MapFault} with all faults
 */
export const readMap = (text: string, registry: RegistryFacts): CompiledMap =>
  compileMap(mapInJson(text), registry)

/** @throws {MapFault} with all faults */
export function compileMap(value: unknown, registry: RegistryFacts): CompiledMap {
  const wrong = shapeFaults(value)
  if (wrong !== null) throw new MapFault(wrong)
  const spec = value as ImportMap
  const { faults, missing } = mapFaults(spec, registry)
  if (faults.length > 0) throw new MapFault(faults, missing)
  return compiled(spec)
}

/** Returns the same map with other date formats. */
export const withDates = ({ spec }: CompiledMap, dates: NonNullable<ImportMap['dates']>): CompiledMap =>
  compiled({ ...spec, dates })

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
  if (pattern === ImportMap.properties.as_of.pattern) return message('import.map.aDay')
  if (pattern === NAME_PATTERN)
    return message('import.map.lowerCase', { example: { either: ['farm', 'handed_over'] } })
  if (pattern === ImportMap.properties.name.pattern)
    return message('import.map.lowerCase', { example: 'coffee-lots' })
  return message('import.map.pattern', { pattern })
}

function compiled(spec: ImportMap): CompiledMap {
  const numbers: NumberStyle = { decimal: spec.decimal ?? '.', thousands: spec.thousands }
  const wordSet = (words: readonly string[] = []) => new Set(words.map((word) => meaningOf(word, numbers)))
  const empty = wordSet(spec.empty)
  const notReal = wordSet(spec.not_real)
  const emptyIn = new Map(
    Object.entries(spec.empty_in ?? {}).map(([column, words]) => [columnName(column), wordSet(words)]),
  )
  const skip = (spec.skip ?? []).map(({ column, words, beginning = [] }) => ({
    column: columnName(column),
    words: wordSet(words),
    beginning: beginning.map(normalized),
  }))
  const lookups = new Map<Value, ReadonlyMap<string, string>>()
  const dates = readersOf(spec)
  const readColumns = columnsOf(spec)
  const isEmpty = (column: string, cell: string): boolean => {
    const word = meaningOf(cell, numbers)
    return word === '' || empty.has(word) || (emptyIn.get(column)?.has(word) ?? false)
  }
  return {
    spec,
    columns: [...new Set([...readColumns, ...emptyIn.keys(), ...skip.map(({ column }) => column)])],
    readColumns,
    numbers,
    dates,
    units: new Map(Object.entries(spec.units ?? {}).map(([word, unit]) => [normalized(word), unit])),
    asOf: { day: spec.as_of, precision: 'day' },
    partyBook: spec.party_book ?? spec.name,
    sets: recordSets(spec),
    isEmpty,
    isSkipped: (cellIn) =>
      skip.some(({ column, words, beginning }) => {
        const cell = cellIn(column)
        const text = normalized(cell)
        return words.has(meaningOf(cell, numbers)) || beginning.some((start) => text.startsWith(start))
      }),
    isNotReal: (cell) => notReal.has(meaningOf(cell, numbers)),
    meaning: meaningsBy(spec, isEmpty, dates, numbers),
    lookUp: (value, word) => {
      let words = lookups.get(value)
      if (words === undefined) {
        words = new Map(Object.entries(value.lookup ?? {}).map(([from, to]) => [normalized(from), to]))
        lookups.set(value, words)
      }
      return words.get(normalized(word))
    },
    kindOf: ({ kind, kind_if_named: kinds = [] }, name) =>
      kinds.find(({ words }) => words.some((word) => hasWord(name, normalized(word))))?.kind ?? kind,
  }
}

/** Normalizes a column's cells: dates as dates, amounts as numbers with units, others as text. */
function meaningsBy(
  spec: ImportMap,
  isEmpty: CompiledMap['isEmpty'],
  dates: CompiledMap['dates'],
  numbers: NumberStyle,
): CompiledMap['meaning'] {
  const datesIn = new Map<string, DateReader[]>()
  for (const [name, { column }] of Object.entries(spec.dates ?? {})) {
    if (column === undefined) continue
    const readers = datesIn.get(columnName(column)) ?? []
    datesIn.set(columnName(column), [...readers, must(dates.get(name))])
  }
  const amounts = new Set(
    Object.values(spec.quantities ?? {})
      .flatMap(({ column, count, less }) => [
        column,
        ...(count === undefined ? [] : [count]),
        ...(less === undefined ? [] : [less]),
      ])
      .map(columnName),
  )
  return (column, cell) => {
    if (isEmpty(column, cell)) return ''
    for (const reader of datesIn.get(column) ?? []) {
      const read = reader.read(cell.trim())
      if (!('fault' in read)) return JSON.stringify([read.day, read.precision, read.ms])
    }
    if (!amounts.has(column)) return meaningOf(cell, numbers)
    const { number, unit } = splitUnit(cell)
    const amount = amountOf(number, numbers)
    return 'fault' in amount ? meaningOf(cell, numbers) : `${product(amount)} ${normalized(unit)}`
  }
}

function readersOf(spec: ImportMap): Map<string, DateReader> {
  const months = monthNames(spec.months)
  return new Map(
    Object.entries(spec.dates ?? {}).map(([name, { formats = [], century, precision }]) => {
      const made = dateFormats(formats, { months, century })
      return [name, new DateReader(made, spec.time_zone, precision)]
    }),
  )
}

/** Returns whether a name contains a whole word: `ltd` is in `Acme Ltd.`, but not in `Altdorf`. */
function hasWord(name: string, word: string): boolean {
  const text = normalized(name)
  for (let from = text.indexOf(word); from !== -1; from = text.indexOf(word, from + 1)) {
    const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)
    if (!isLetter(text[from - 1]) && !isLetter(text[from + word.length])) return true
  }
  return false
}

/** Normalizes a column's name for comparison. */
export const columnName = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Members whose value is a column, whose value is a list of columns, and whose keys are words of the sheet.
 */
const ONE_COLUMN = new Set(['column', 'unit_column', 'count', 'less'])
const COLUMNS = new Set(['key', 'keyed_by', 'only_if', 'required', 'followed_by'])
const WORDS = new Set(['lookup', 'months', 'units', 'conversion_for', 'csv', 'skip', 'tables'])

function columnsOf(spec: ImportMap): string[] {
  const columns = new Set<string>()
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [member, value] of Object.entries(part)) {
      if (ONE_COLUMN.has(member) && typeof value === 'string') columns.add(columnName(value))
      else if (COLUMNS.has(member) && Array.isArray(value))
        for (const name of value) columns.add(columnName(name))
      else if (!WORDS.has(member)) walk(value)
    }
  }
  walk(spec)
  return [...columns]
}
