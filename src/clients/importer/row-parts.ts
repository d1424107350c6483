import { given, must } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { DateReader, ReadDate } from './dates.ts'
import type { RecordSpec } from './forms.ts'
import type { NoteSpec, Value } from './map.ts'
import { type PartyContext, PartyReader, type ReadParty } from './parties.ts'
import type { CountryAt } from './plots/country.ts'
import { type ReadQuantity, readQuantity } from './quantities.ts'
import type { RegistryFacts } from './registry-facts.ts'
import type { ReadText, RowReader } from './row-reader.ts'
import type { LookupTables } from './tables.ts'

export interface RowContext extends PartyContext {
  readonly registry: RegistryFacts
  readonly tables: LookupTables
  /** Finds the country of a plot; for maps that make plots. */
  readonly countryAt?: CountryAt
}

/** The column of each member of a record. */
export type Columns = Record<string, string>

/** What a row may lack although a total needs it. */
export const LACKS = ['kg', 'day', 'number'] as const
export type Lack = (typeof LACKS)[number]

export type Members = Readonly<Record<string, unknown>>

/**
 * Reads parts that the records of a row share: parties, times, quantities, texts. Null always means that a
 * fault was reported.
 */
export class RowParts {
  readonly #map: CompiledMap
  readonly #context: RowContext
  readonly #reader: RowReader
  readonly #parties: PartyReader
  readonly #named = new Map<string, ReadParty>()
  readonly #times = new Map<string, ReadDate>()
  readonly lacks = new Set<Lack>()

  constructor(map: CompiledMap, context: RowContext, reader: RowReader) {
    this.#map = map
    this.#context = context
    this.#reader = reader
    this.#parties = new PartyReader(map, context, reader)
  }

  get countryAt(): CountryAt | undefined {
    return this.#context.countryAt
  }

  /** The parties that records of the row name. */
  get named(): readonly ReadParty[] {
    return [...this.#named.values()]
  }

  /** Returns the time of the record with this role, even if the record could not be made. */
  timeOf(role: string): ReadDate | undefined {
    return this.#times.get(role)
  }

  applies(spec: { readonly only_if?: readonly string[] }): boolean {
    return (spec.only_if ?? []).every((column) => this.#reader.text(column) !== '')
  }

  party(roles: readonly string[], columns: Columns = {}, member = ''): ReadParty | null {
    const party = this.#parties.first(roles)
    if (party === null) return null
    columns[member] = party.column
    this.#named.set(party.id, party)
    return party
  }

  /** Reads the members that every record has. */
  common(
    role: string,
    { spec, columns }: { readonly spec: RecordSpec; readonly columns: Columns },
    noteSpec: NoteSpec,
  ): Members | null {
    const date =
      spec.occurred_at === undefined
        ? this.#map.asOf
        : this.#date(spec.occurred_at, columns, 'occurred_at', false)
    const note = this.#note(noteSpec)
    if (date === null) this.lacks.add('day')
    else this.#times.set(role, date)
    if (date === null || note === null) return null
    return {
      occurred_at: formatInstant(this.#context.calendar.instantOf(date)),
      occurred_at_precision: date.precision,
      lawful_basis: spec.lawful_basis ?? this.#map.spec.lawful_basis,
      ...given({ note: note || undefined }),
    }
  }

  quantity(name: string, crop: string, columns: Columns): ReadQuantity | null {
    const spec = this.#map.spec.quantities?.[name]
    if (spec === undefined) throw new RangeError(`no quantity is named ${name}`)
    columns.quantity = spec.column
    columns.normalized_kg = spec.column
    const read = readQuantity(this.#map, this.#context.registry, this.#reader, spec, crop)
    if (read === null) this.lacks.add('number')
    else if (read.kg === null) this.lacks.add('kg')
    return read
  }

  /**
   * Reads a day that may be in the future, such as a due day.
   * @returns undefined if the row states none and need not
   */
  dayAhead(
    name: string | undefined,
    columns: Columns,
    member: string,
    isOptional: boolean,
  ): string | null | undefined {
    if (name === undefined) return undefined
    const column = this.#map.spec.dates?.[name]?.column
    if (isOptional && column !== undefined && this.#reader.text(column) === '') return undefined
    const date = this.#date(name, columns, member, true)
    return date === null ? null : formatInstant(this.#context.calendar.instantOf(date))
  }

  /** @returns empty if the map or the row has no text */
  optional(value: Value | undefined, columns: Columns, member: string): ReadText {
    if (value === undefined) return ''
    if (value.column !== undefined) columns[member] = value.column
    return this.#reader.value(value)
  }

  needed(value: Value, columns: Columns, member: string): ReadText {
    if (value.column !== undefined) columns[member] = value.column
    return this.#reader.neededValue(value)
  }

  #date(name: string, columns: Columns, member: string, mayBeInFuture: boolean): ReadDate | null {
    const spec = this.#map.spec.dates?.[name]
    const dates = this.#map.dates.get(name)
    if (spec === undefined || dates === undefined) throw new RangeError(`no date is named ${name}`)
    const { column = '', constant } = spec
    columns[member] = column
    const reading = constant === undefined ? this.#dateIn(column, dates) : sameDay(constant)
    if (reading === null || mayBeInFuture || !this.#context.calendar.isInFuture(reading)) return reading
    this.#reader.fault(column, ...withRemedy('import.fault.inFuture'))
    return null
  }

  #dateIn(column: string, dates: DateReader): ReadDate | null {
    const cell = this.#reader.needed(column)
    if (cell === null) return null
    const reading = dates.read(cell)
    if (!('fault' in reading)) return reading
    this.#reader.fault(
      column,
      reading.fault,
      message('import.fault.date.remedy', { examples: { either: dates.examples } }),
    )
    return null
  }

  #note(spec: NoteSpec): ReadText {
    const parts: string[] = []
    for (const { label, column } of spec) {
      const cell = column === undefined ? '' : this.#reader.text(column)
      if (cell === null) return null
      if (column === undefined) parts.push(must(label))
      else if (cell !== '') parts.push(label === undefined ? cell : `${label}: ${cell}`)
    }
    return parts.join('; ')
  }
}

const sameDay = (day: string): ReadDate => ({ day, precision: 'day' })

/** Returns a member, or none if the text is empty. */
export const textMember = (member: string, text: string): Members => (text === '' ? {} : { [member]: text })

/** Returns the quantity of a record, with kilograms only if they follow from a factor. */
export const massOf = ({ quantity, conversion, kg }: ReadQuantity): Members => ({
  quantity,
  ...(conversion === undefined || kg === null ? {} : { normalized_kg: kg, conversion_id: conversion.id }),
})
