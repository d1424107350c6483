import { given, must } from '../../base/typed.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import { formOf } from '../../domain/quantity.ts'
import { formatInstant } from '../../domain/time.ts'
import { type FieldOf, fieldsOf, ofEachType, type RecordType } from '../../domain/types/index.ts'
import type { FieldKind } from '../../domain/types/kinds.ts'
import { idsIn } from '../../identity/other-ids.ts'
import { AnswerFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { columnName } from '../sheets/csv.ts'
import type { DateReader, ReadDate } from '../sheets/dates.ts'
import {
  DRAWN_FROM,
  type Elsewhere,
  type GrownOn,
  type InColumn,
  isHandedOver,
  memberOf,
  type RecordSpec,
  stated,
  targetOf,
} from './forms.ts'
import { type NoteSpec, type PriceSpec, type RecordSet, roleOf, type Value } from './map.ts'
import type { PartyReader, ReadParty } from './parties.ts'
import { type ReadQuantity, readMoney, readNumber, readQuantity } from './quantities.ts'
import { countryOf, type OutlineColumns, outlineColumn, outlineIn } from './read-plot.ts'
import type { Lack, MemberColumns, SheetRow } from './row.ts'
import { rowKey } from './row-keys.ts'
import type { ReadText, RowReader } from './row-reader.ts'

/**
 * Makes the records of a row. Each member is read by its kind.
 * - State: of the row, the parties, times and lacks that its records share (`RowInProgress`); of a set of records that name each
 *   other, those that are made (`SetInProgress`); of a record, what later members need of earlier ones (`RecordInProgress`).
 * - Changed by: the readers of members, in the order of the type's fields, parties first. All of it ends with the row.
 * - Holds: a reader returns null only if it has reported a fault with its column, so a record is made whole or not at all; ids
 *   follow from the row's key, so the same row makes the same records again.
 */

export interface MadeRecord {
  readonly draft: { readonly id: string; readonly type: string; readonly [member: string]: unknown }
  /** The column of each member. */
  readonly columns: Readonly<MemberColumns>
  /** The parts of its note. */
  readonly note?: NoteSpec
  /** A record of another sheet, which must already be stored. */
  readonly needs?: { readonly id: string; readonly column: string }
  /** For a party: its names in the sheet, normalized. */
  readonly names?: ReadonlySet<string>
}

/** Parties are particular: rows share them, and none of the map's records describes them. */
export const isParty = ({ type }: MadeRecord['draft']): boolean => type === 'party'

type Members = Readonly<Record<string, unknown>>

/** A row whose records are being made. */
export interface RowInProgress extends SheetRow {
  /** The ids of its records follow from it. */
  readonly key: string
  readonly parties: PartyReader
  /** The parties that its records name. */
  readonly named: Map<string, ReadParty>
  /** The times of its records by their roles, even of those that could not be made. */
  readonly times: Map<string, ReadDate>
  readonly lacks: Set<Lack>
}

/** Records of a row that name each other. */
interface SetInProgress extends RowInProgress {
  readonly set: RecordSet
  readonly made: Map<string, MadeRecord>
  readonly quantities: Map<string, ReadQuantity>
}

/**
 * An incomplete record. Its members are read in the order of its fields: each may need values that were read
 * before it.
 */
interface RecordInProgress {
  readonly type: RecordType
  readonly spec: RecordSpec
  readonly columns: MemberColumns
  /** Empty after a fault. */
  crop?: string
  country?: string
  quantity?: ReadQuantity | null
  /** In minor units. */
  amount?: number
  needs?: MadeRecord['needs']
}

/** Reads a field as members of the record. Null always means that a fault was reported. */
type Read = (row: SetInProgress, current: RecordInProgress, field: FieldOf) => Members | null

/** Parties are read first: a handover from a party to itself may be left out. */
const FIELDS = ofEachType((type) => {
  const isOfParty = ({ kind }: FieldOf) => kind === 'party'
  const fields = fieldsOf(type)
  return {
    parties: fields.filter(isOfParty),
    others: fields.filter((field) => !isOfParty(field)),
    prices: fields.filter(({ kind }) => kind === 'money'),
    /** The quantity, and the kilograms that follow from it. */
    measured: fields.filter(({ kind }) => kind === 'quantity' || kind === 'kg').map(({ member }) => member),
  }
})

/** Makes the records of one set. */
export function recordsOf(row: RowInProgress, set: RecordSet): MadeRecord[] {
  const making: SetInProgress = { ...row, set, made: new Map(), quantities: new Map() }
  const { records, order } = set
  for (const type of order) {
    const spec = must(records[type])
    const isMade = (spec.only_if ?? []).every((column) => row.reader.text(column) !== '')
    if (isMade) make(making, { type, spec, columns: {} })
  }
  for (const type of order) checkOrder(making, type, must(records[type]))
  return [...making.made.values()]
}

function make(row: SetInProgress, current: RecordInProgress): void {
  const { map, context, key, set } = row
  const { type, columns } = current
  const { parties, others } = FIELDS[type]
  const read = (field: FieldOf) => READ[field.kind](row, current, field)
  const named = parties.map(read)
  if (isHandedOver(type) && isToItself(row, current, named)) return
  const note = noteOf(current)
  const members = [...named, common(row, current, note), ...others.map(read)]
  if (members.includes(null)) return
  if (current.quantity) row.quantities.set(type, current.quantity)
  const id = context.ids.record(map.spec.name, key, roleOf(set, type))
  const draft = { id, type, ...Object.assign({}, ...members) }
  row.made.set(type, { draft, columns, note, ...given({ needs: current.needs }) })
}

/** Reads the members that every record has. */
function common(row: SetInProgress, current: RecordInProgress, noteSpec: NoteSpec): Members | null {
  const { map, context, set } = row
  const { type, spec, columns } = current
  const name = spec.occurred_at
  const date = name === undefined ? map.asOf : dateIn(row, name, columns, 'occurred_at', false)
  const note = noteIn(row, noteSpec)
  if (date === null) row.lacks.add('day')
  else row.times.set(roleOf(set, type), date)
  if (date === null || note === null) return null
  return {
    occurred_at: formatInstant(context.calendar.instantOf(date)),
    occurred_at_precision: date.precision,
    lawful_basis: spec.lawful_basis ?? map.spec.lawful_basis,
    ...given({ note: note || undefined }),
  }
}

function dateIn(
  row: SheetRow,
  name: string,
  columns: MemberColumns,
  member: string,
  mayBeInFuture: boolean,
): ReadDate | null {
  const { map, context, reader } = row
  const { column = '', constant } = must(map.spec.dates?.[name])
  columns[member] = column
  const date: ReadDate | null =
    constant === undefined
      ? dateInCell(reader, column, must(map.dates.get(name)))
      : { day: constant, precision: 'day' }
  if (date === null || mayBeInFuture || !context.calendar.isInFuture(date)) return date
  return reader.fault(column, ...withRemedy('import.fault.inFuture'))
}

function dateInCell(reader: RowReader, column: string, dates: DateReader): ReadDate | null {
  const cell = reader.needed(column)
  if (cell === null) return null
  const date = dates.read(cell)
  if (!('fault' in date)) return date
  const remedy = message('import.fault.date.remedy', { examples: { either: dates.examples } })
  return reader.fault(column, date.fault, remedy)
}

function noteIn({ reader }: SheetRow, spec: NoteSpec): ReadText {
  const parts: string[] = []
  for (const { label, column } of spec) {
    const cell = column === undefined ? '' : reader.text(column)
    if (cell === null) return null
    if (column === undefined) parts.push(must(label))
    else if (cell !== '') parts.push(label === undefined ? cell : `${label}: ${cell}`)
  }
  return parts.join('; ')
}

/**
 * Returns the parts of a record's note. They include a price of one kilogram or unit, so that a reader can
 * check the amount.
 */
function noteOf({ type, spec }: RecordInProgress): NoteSpec {
  const prices = FIELDS[type].prices.map(({ member }) => stated<PriceSpec>(spec, member))
  return [
    ...(spec.note ?? []),
    ...prices.flatMap((price) =>
      price?.per === undefined ? [] : [{ label: `Price per ${price.per}`, column: price.column }],
    ),
  ]
}

/** @returns whether the record is left out */
function isToItself(
  { reader }: SheetRow,
  { spec, columns }: RecordInProgress,
  parties: readonly (Members | null)[],
): boolean {
  const { from_party, to_party } = Object.assign({}, ...parties)
  if (from_party === undefined || from_party !== to_party) return false
  if (spec.to_itself === 'leave_out') return true
  reader.fault(columns.to_party ?? '', ...withRemedy('import.fault.toItself'))
  return false
}

/** Reports a season that starts after the day of its lot: one of the two dates is wrong. */
function checkOrder({ map, reader, set, times }: SetInProgress, type: RecordType, spec: RecordSpec): void {
  const source = stated<RecordType>(spec, DRAWN_FROM)
  if (source === undefined) return
  const from = times.get(roleOf(set, source))
  const lotAt = times.get(roleOf(set, type))
  if (from === undefined || lotAt === undefined || !isLater(from, lotAt)) return
  const name = set.records[source]?.occurred_at ?? ''
  reader.fault(map.spec.dates?.[name]?.column ?? '', ...withRemedy('import.fault.startsAfterLot'))
}

/** Returns the meanings of a key's cells; null after a fault. */
function keyOf({ map, reader }: SheetRow, key: readonly string[]): string[] | null {
  const texts = key.map((column) => reader.needed(column))
  if (texts.includes(null)) return null
  return key.map((column) => map.meaning(columnName(column), reader.raw(column)))
}

/** Reads the party that the first of these roles names. */
export function partyOf({ parties, named }: RowInProgress, roles: readonly string[]): ReadParty | null {
  const party = parties.first(roles)
  if (party !== null) named.set(party.id, party)
  return party
}

const isLater = (one: ReadDate, other: ReadDate): boolean =>
  one.ms === undefined || other.ms === undefined ? one.day > other.day : one.ms > other.ms

const nothing: Read = () => ({})

/** Reads a text; empty if the map or the row states none. If it is required and missing, reports a fault. */
function textIn(
  { reader }: SheetRow,
  { columns }: RecordInProgress,
  { member, isOptional }: FieldOf,
  value: Value | undefined,
): ReadText {
  if (value === undefined) return ''
  if (value.column !== undefined) columns[member] = value.column
  return isOptional ? reader.value(value) : reader.neededValue(value)
}

const text: Read = (row, current, field) =>
  membersOf(field, textIn(row, current, field, stated(current.spec, memberOf(field))))

const membersOf = ({ member }: FieldOf, read: ReadText): Members | null =>
  read === null ? null : given({ [member]: read || undefined })

/** Returns the quantity of a record, with kilograms only if they follow from a factor. */
const massOf = ({ quantity, conversion, kg }: ReadQuantity): Members => ({
  quantity,
  ...(conversion === undefined || kg === null ? {} : { normalized_kg: kg, conversion_id: conversion.id }),
})

const READ: Readonly<Record<FieldKind, Read>> = {
  party: (row, { spec, columns }, field) => {
    const roles = stated<readonly string[]>(spec, memberOf(field))
    if (roles === undefined) return {}
    const party = partyOf(row, roles)
    if (party === null) return null
    columns[field.member] = party.column
    return { [field.member]: party.id }
  },
  crop: (row, current, field) => {
    const { spec } = current
    const isMissing = field.isOptional && spec.crop === undefined && spec.quantity === undefined
    const value = isMissing ? undefined : (stated<Value>(spec, 'crop') ?? row.map.spec.crop)
    const crop = textIn(row, current, field, value)
    current.crop = crop ?? ''
    return membersOf(field, crop)
  },
  crops: (row, current, field) => {
    const crop = textIn(row, current, field, stated(current.spec, 'crop'))
    return crop === null ? null : given({ [field.member]: crop === '' ? undefined : [crop] })
  },
  region: text,
  text,
  ids: (row, current, field) => {
    const read = textIn(row, current, field, stated(current.spec, memberOf(field)))
    if (read === null || read === '') return read === null ? null : {}
    const ids = idsIn(read)
    if (!(ids instanceof AnswerFault)) return { [field.member]: ids }
    const column = current.columns[field.member] ?? ''
    return row.reader.fault(column, ...withRemedy('import.fault.notIds', { why: ids.what }))
  },
  word: (row, current, field) => {
    if (!field.isOptional) return text(row, current, field)
    return given({ [field.member]: current.spec[field.member] })
  },
  place: (row, current, field) => {
    const read = text(row, current, field)
    return read?.[field.member] === undefined ? read : { [field.member]: { name: read[field.member] } }
  },
  country: ({ reader }, current, { member }) => {
    const country = countryOf(reader, must(stated<Value>(current.spec, member)))
    current.country = country ?? ''
    return country === null ? null : { [member]: country }
  },
  quantity: (row, current, { member }) => {
    const name = stated<string>(current.spec, member)
    if (name === undefined) return {}
    const spec = must(row.map.spec.quantities?.[name])
    for (const one of FIELDS[current.type].measured) current.columns[one] = spec.column
    const read = readQuantity(row, spec, current.crop ?? '')
    current.quantity = read
    if (read === null) row.lacks.add('number')
    else if (read.kg === null) row.lacks.add('kg')
    return read === null ? null : massOf(read)
  },
  // The map states neither: both follow from the quantity.
  kg: nothing,
  factor: nothing,
  count: nothing,
  yes: nothing,
  answer: nothing,
  money: (row, current, { member }) => {
    const { spec, columns, quantity } = current
    const price = stated<PriceSpec>(spec, member)
    if (price === undefined) return {}
    columns[member] = price.column
    const amount = readMoney(row, price, quantity ?? null)
    if (amount) current.amount = amount.amount_minor
    return amount === null ? null : given({ [member]: amount })
  },
  /** It may be in the future, such as a due day. */
  day: (row, { spec, columns }, { member, isOptional }) => {
    const name = stated<string>(spec, member)
    if (name === undefined) return {}
    const column = row.map.spec.dates?.[name]?.column
    if (isOptional && column !== undefined && row.reader.text(column) === '') return {}
    const date = dateIn(row, name, columns, member, true)
    return date === null ? null : { [member]: formatInstant(row.context.calendar.instantOf(date)) }
  },
  ...ofEachMeasure(
    (measure): Read =>
      (row, { spec, columns }, field) => {
        const { column } = stated<InColumn>(spec, memberOf(field)) ?? {}
        if (column === undefined || (field.isOptional && row.reader.text(column) === '')) return {}
        columns[field.member] = column
        const value = readNumber(row, column, measure)
        return value === null ? null : { [field.member]: value }
      },
  ),
  outline: (row, { spec, columns, country }, { member }) => {
    const outline = outlineIn(row, spec as OutlineColumns, country ?? '')
    if (outline !== undefined) columns[member] = outlineColumn(spec as OutlineColumns)
    if (outline === undefined) return {}
    return outline && { [member]: outline.geometry, decimals: outline.decimals }
  },
  /** The plot that a row describes. */
  id: (row, { spec }, field) => {
    const key = keyOf(row, stated(spec, memberOf(field)) ?? row.map.spec.key ?? [])
    return key === null ? null : { [field.member]: row.context.ids.plot(row.map.partyBook, key) }
  },
  /** A plot that a row of this or another sheet described. */
  plots: (row, { spec }, field) => {
    const { key, party_book: book } = stated<GrownOn>(spec, memberOf(field)) ?? {}
    if (key === undefined || key.every((column) => row.reader.text(column) === '')) return {}
    const read = keyOf(row, key)
    return read === null ? null : { [field.member]: [row.context.ids.plot(book ?? row.map.partyBook, read)] }
  },
  /** The lot contains the row's whole harvest or delivery. */
  inputs: ({ made, quantities, reader }, { spec, crop }, field) => {
    const source = stated<string>(spec, memberOf(field)) ?? ''
    const [from, quantity] = [made.get(source), quantities.get(source)]
    if (from === undefined || quantity === undefined) return {}
    if (!crop) return null
    const form = formOf(String(from.draft.crop), quantity.conversion)
    if (quantity.kg !== null && form === crop)
      return { [field.member]: [{ record_id: from.draft.id, kg: quantity.kg }] }
    return reader.fault(quantity.column, ...withRemedy('import.fault.noKgOfLot', null, { crop }))
  },
  /** The payment pays one record of the row, in full. */
  parts: ({ made }, { spec, amount }, { member }) => {
    const paid = made.get(stated<string>(spec, member) ?? '')
    if (paid === undefined || amount === undefined) return {}
    return { [member]: [{ record_id: paid.draft.id, amount_minor: amount }] }
  },
  reference: (row, current, field) => {
    const [type, named] = [targetOf(field), current.spec[memberOf(field)]]
    const ofRow = row.made.get(type)
    if (field.isOptional) return given({ [field.member]: named === true ? ofRow?.draft.id : undefined })
    const record =
      named === undefined ? ofOwnRow(row, current, type) : ofAnotherSheet(row, named as Elsewhere, type)
    current.crop ??= record?.crop ?? row.map.spec.crop?.constant ?? ''
    if (record?.needs !== undefined) current.needs = record.needs
    return record === null ? null : { [field.member]: record.id }
  },
  happened: nothing,
  stamp: nothing,
  phone: nothing,
  language: nothing,
  pictures: nothing,
}

interface NamedRecord {
  readonly id: string
  readonly crop?: string
  readonly needs?: MadeRecord['needs']
}

function ofOwnRow(
  { made, reader }: SetInProgress,
  { type }: RecordInProgress,
  target: RecordType,
): NamedRecord | null {
  const named = made.get(target)
  if (named !== undefined) return { id: named.draft.id, crop: String(named.draft.crop) }
  const both = { type: { code: type }, missing: { code: target } }
  if (reader.faults.length === 0) reader.fault('', ...withRemedy('import.fault.lacksRecord', both, both))
  return null
}

/** Returns the record that a row of another sheet made. Its id follows from that row's key. */
function ofAnotherSheet(row: SheetRow, { map, key }: Elsewhere, target: RecordType): NamedRecord | null {
  const read = keyOf(row, key)
  if (read === null) return null
  const id = row.context.ids.record(map, rowKey(read), target)
  return { id, needs: { id, column: key[0] ?? '' } }
}
