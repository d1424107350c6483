import { must } from '../../base/typed.ts'
import type { PartyKind } from '../../domain/shapes.ts'
import { compileCheck } from '../../domain/validation.ts'
import { columnName } from '../sheets/csv.ts'
import { DateReader, dateFormats, escaped, monthNames, type ReadDate } from '../sheets/dates.ts'
import { eachPart, inWords, MapFault, mapInJson } from '../sheets/map-shape.ts'
import { meaningOf, normalized } from '../sheets/meaning.ts'
import { amountOf, type NumberStyle, product, splitUnit } from '../sheets/weights.ts'
import { ImportMap, type PartySpec, type RecordSet, recordSets, type UnitSpec } from './map.ts'
import { mapFaults } from './map-check.ts'
import type { MapPart, Value } from './map-values.ts'
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
  const kindWords = new Map<readonly string[], RegExp>()
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
    kindOf: ({ kind, kind_if_named: kinds = [] }, name) => {
      const text = normalized(name)
      const named = kinds.find(({ words }) => {
        const any = kindWords.get(words) ?? anyWordOf(words)
        kindWords.set(words, any)
        return any.test(text)
      })
      return named?.kind ?? kind
    },
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

/** Matches a name that contains one of the whole words: `ltd` is in `acme ltd.`, but not in `altdorf`. */
function anyWordOf(words: readonly string[]): RegExp {
  const some = words
    .map(normalized)
    .filter((word) => word !== '')
    .map(escaped)
  if (some.length === 0) return /(?!)/
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${some.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}

/** Returns every column whose cells the map reads for records, once. */
function columnsOf(spec: ImportMap): string[] {
  const columns = new Set<string>()
  eachPart<MapPart>(ImportMap, spec, ({ is }, column) => {
    if (is === 'column') columns.add(columnName(String(column)))
  })
  return [...columns]
}
