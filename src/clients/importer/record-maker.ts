import { given, must } from '../../base/typed.ts'
import type { FieldKind } from '../../domain/types/fields.ts'
import { type FieldOf, fieldsOf, ofEachType, type RecordType } from '../../domain/types/index.ts'
import { withRemedy } from '../../words/fault.ts'
import { type CompiledMap, columnName } from './compiled-map.ts'
import type { ReadDate } from './dates.ts'
import {
  type Elsewhere,
  type GrownOn,
  type InColumn,
  isHandedOver,
  memberOf,
  type RecordSpec,
  stated,
  targetOf,
} from './forms.ts'
import type { ImportIds } from './identity.ts'
import { type NoteSpec, type PriceSpec, type RecordSet, roleOf, type Value } from './map.ts'
import { countryOf, hectaresIn, type OutlineColumns, outlineIn } from './plots/read-plot.ts'
import { type ReadQuantity, readMoney } from './quantities.ts'
import { rowKey } from './row-keys.ts'
import { type Columns, type Members, massOf, type RowParts, textMember } from './row-parts.ts'
import type { RowReader } from './row-reader.ts'

/** Makes the records of a row. Each member is read by its kind. */

export interface MadeRecord {
  readonly draft: { readonly id: string; readonly type: string; readonly [member: string]: unknown }
  /** The column of each member. */
  readonly columns: Readonly<Columns>
  /** The parts of its note. */
  readonly note?: NoteSpec
  /** A record of another sheet, which must already be stored. */
  readonly needs?: { readonly id: string; readonly column: string }
  /** For a party: its names in the sheet, normalized. */
  readonly names?: ReadonlySet<string>
}

export interface Row {
  readonly map: CompiledMap
  readonly parts: RowParts
  readonly reader: RowReader
  readonly ids: ImportIds
  readonly key: string
}

/**
 * An incomplete record. Its members are read in the order of its fields: each may need values that were read
 * before it.
 */
interface RecordInProgress {
  readonly type: RecordType
  readonly spec: RecordSpec
  readonly columns: Columns
  /** Empty after a fault. */
  crop?: string
  country?: string
  quantity?: ReadQuantity | null
  /** In minor units. */
  amount?: number
  needs?: MadeRecord['needs']
}

/** Reads a field as members of the record. Returns null after a reported fault. */
type Read = (set: SetOfRow, current: RecordInProgress, field: FieldOf) => Members | null

/** Parties are read first: a handover from a party to itself may be left out. */
const FIELDS = ofEachType((type) => {
  const isParty = ({ kind }: FieldOf) => kind === 'party'
  const fields = fieldsOf(type)
  return {
    parties: fields.filter(isParty),
    others: fields.filter((field) => !isParty(field)),
    prices: fields.filter(({ kind }) => kind === 'money'),
  }
})

/** Makes the records of one set, which name each other. */
export class SetOfRow {
  readonly #set: RecordSet
  readonly #key: string
  readonly map: CompiledMap
  readonly parts: RowParts
  readonly reader: RowReader
  readonly ids: ImportIds
  readonly made = new Map<string, MadeRecord>()
  readonly quantities = new Map<string, ReadQuantity>()

  constructor({ map, parts, reader, ids, key }: Row, set: RecordSet) {
    this.#set = set
    this.#key = key
    this.map = map
    this.parts = parts
    this.reader = reader
    this.ids = ids
  }

  make(): MadeRecord[] {
    const { records, order } = this.#set
    for (const type of order) {
      const spec = must(records[type])
      if (this.parts.applies(spec)) this.#make({ type, spec, columns: {} })
    }
    for (const type of order) this.#checkOrder(type, must(records[type]))
    return [...this.made.values()]
  }

  #make(current: RecordInProgress): void {
    const { type, columns } = current
    const { parties, others } = FIELDS[type]
    const read = (field: FieldOf) => READ[field.kind](this, current, field)
    const named = parties.map(read)
    if (isHandedOver(type) && this.#isToItself(current, named)) return
    const note = this.#noteOf(current)
    const common = this.parts.common(this.#role(type), current, note)
    const members = [...named, common, ...others.map(read)]
    if (members.includes(null)) return
    if (current.quantity) this.quantities.set(type, current.quantity)
    const draft = Object.assign({}, ...members)
    const id = this.ids.record(this.map.spec.name, this.#key, this.#role(type))
    this.made.set(type, {
      draft: { id, type, ...draft },
      columns,
      note,
      ...given({ needs: current.needs }),
    })
  }

  /** @returns whether it is left out */
  #isToItself({ spec, columns }: RecordInProgress, parties: readonly (Members | null)[]): boolean {
    const { from_party, to_party } = Object.assign({}, ...parties)
    if (from_party === undefined || from_party !== to_party) return false
    if (spec.to_itself === 'leave_out') return true
    this.reader.fault(columns.to_party ?? '', ...withRemedy('import.fault.toItself'))
    return false
  }

  /**
   * Returns the parts of its note. They include a price of one kilogram or unit, so that a reader can check
   * the amount.
   */
  #noteOf({ type, spec }: RecordInProgress): NoteSpec {
    const prices = FIELDS[type].prices.map(({ member }) => stated<PriceSpec>(spec, member))
    return [
      ...(spec.note ?? []),
      ...prices.flatMap((price) =>
        price?.per === undefined ? [] : [{ label: `Price per ${price.per}`, column: price.column }],
      ),
    ]
  }

  /** Reports a season that starts after the day of its lot: one of the two dates is wrong. */
  #checkOrder(type: RecordType, spec: RecordSpec): void {
    const source = stated<RecordType>(spec, 'drawn_from')
    if (source === undefined) return
    const from = this.parts.timeOf(this.#role(source))
    const lotAt = this.parts.timeOf(this.#role(type))
    if (from === undefined || lotAt === undefined || !isLater(from, lotAt)) return
    this.reader.fault(
      this.map.spec.dates?.[this.#set.records[source]?.occurred_at ?? '']?.column ?? '',
      ...withRemedy('import.fault.startsAfterLot'),
    )
  }

  /** Returns the meanings of a key's cells; null after a fault. */
  keyOf(key: readonly string[]): string[] | null {
    const texts = key.map((column) => this.reader.needed(column))
    if (texts.includes(null)) return null
    return key.map((column) => this.map.meaning(columnName(column), this.reader.raw(column)))
  }

  #role(type: RecordType): string {
    return roleOf(this.#set, type)
  }
}

const isLater = (one: ReadDate, other: ReadDate): boolean =>
  one.ms === undefined || other.ms === undefined ? one.day > other.day : one.ms > other.ms

const nothing: Read = () => ({})

/** Reads a text. If it is required and missing, reports a fault. */
const text: Read = ({ parts }, { spec, columns }, field) => {
  const value = stated<Value>(spec, memberOf(field))
  if (field.isOptional) return membersOf(field, parts.optional(value, columns, field.member))
  return membersOf(field, parts.needed(must(value), columns, field.member))
}
const membersOf = ({ member }: FieldOf, read: string | null): Members | null =>
  read === null ? null : textMember(member, read)

const READ: Readonly<Record<FieldKind, Read>> = {
  party: ({ parts }, { spec, columns }, field) => {
    const roles = stated<readonly string[]>(spec, memberOf(field))
    if (roles === undefined) return {}
    const party = parts.party(roles, columns, field.member)
    return party === null ? null : { [field.member]: party.id }
  },
  crop: ({ map, parts }, current, field) => {
    const { spec, columns } = current
    const isMissing = field.isOptional && spec.crop === undefined && spec.quantity === undefined
    const value = isMissing ? undefined : (stated<Value>(spec, 'crop') ?? map.spec.crop)
    const crop = field.isOptional
      ? parts.optional(value, columns, field.member)
      : parts.needed(must(value), columns, field.member)
    current.crop = crop ?? ''
    return membersOf(field, crop)
  },
  crops: ({ parts }, { spec, columns }, field) => {
    const crop = parts.optional(stated(spec, 'crop'), columns, field.member)
    return crop === null ? null : crop === '' ? {} : { [field.member]: [crop] }
  },
  region: text,
  text,
  word: (set, current, field) => {
    if (!field.isOptional) return text(set, current, field)
    return given({ [field.member]: current.spec[field.member] })
  },
  place: (set, current, field) => {
    const read = text(set, current, field)
    return read?.[field.member] === undefined ? read : { [field.member]: { name: read[field.member] } }
  },
  country: ({ reader }, current, { member }) => {
    const country = countryOf(reader, must(stated<Value>(current.spec, member)))
    current.country = country ?? ''
    return country === null ? null : { [member]: country }
  },
  quantity: ({ parts }, current, { member }) => {
    const name = stated<string>(current.spec, member)
    if (name === undefined) return {}
    current.quantity = parts.quantity(name, current.crop ?? '', current.columns)
    return current.quantity === null ? null : massOf(current.quantity)
  },
  // The map states neither: both follow from the quantity.
  kg: nothing,
  factor: nothing,
  money: ({ map, reader }, current, { member }) => {
    const { spec, columns, quantity } = current
    const price = stated<PriceSpec>(spec, member)
    if (price === undefined) return {}
    columns[member] = price.column
    const amount = readMoney(map, reader, price, quantity ?? null)
    if (amount) current.amount = amount.amount_minor
    return amount === null ? null : given({ [member]: amount })
  },
  day: ({ parts }, { spec, columns }, { member, isOptional }) => {
    const at = parts.dayAhead(stated(spec, member), columns, member, isOptional)
    return at === null ? null : given({ [member]: at })
  },
  hectares: ({ map, reader }, { spec, columns }, field) => {
    const area = hectaresIn(map, reader, stated<InColumn>(spec, memberOf(field)), columns)
    return area === null ? null : given({ [field.member]: area })
  },
  outline: ({ map, parts, reader }, { spec, columns, country }, { member }) => {
    const columnsOf = spec as OutlineColumns
    const outline = outlineIn({ map, reader, countryAt: parts.countryAt }, columnsOf, country ?? '', columns)
    return outline === null ? null : given({ [member]: outline })
  },
  /** The plot that a row describes. */
  id: (set, { spec }, field) => {
    const key = set.keyOf(stated(spec, memberOf(field)) ?? set.map.spec.key ?? [])
    return key === null ? null : { [field.member]: set.ids.plot(set.map.partyBook, key) }
  },
  /** A plot that a row of this or another sheet described. */
  plots: (set, { spec }, field) => {
    const { key, party_book: book } = stated<GrownOn>(spec, memberOf(field)) ?? {}
    if (key === undefined || key.every((column) => set.reader.text(column) === '')) return {}
    const read = set.keyOf(key)
    return read === null ? null : { [field.member]: [set.ids.plot(book ?? set.map.partyBook, read)] }
  },
  /** The lot contains the row's whole harvest or delivery. */
  inputs: ({ made, quantities, reader }, { spec, crop }, field) => {
    const source = stated<string>(spec, memberOf(field)) ?? ''
    const [from, quantity] = [made.get(source), quantities.get(source)]
    if (from === undefined || quantity === undefined) return {}
    if (!crop) return null
    const form = quantity.conversion?.to_crop ?? from.draft.crop
    if (quantity.kg !== null && form === crop)
      return { [field.member]: [{ record_id: from.draft.id, kg: quantity.kg }] }
    reader.fault(quantity.column, ...withRemedy('import.fault.noKgOfLot', null, { crop }))
    return null
  },
  /** The payment pays one record of the row, in full. */
  parts: ({ made }, { spec, amount }, { member }) => {
    const paid = made.get(stated<string>(spec, member) ?? '')
    if (paid === undefined || amount === undefined) return {}
    return { [member]: [{ record_id: paid.draft.id, amount_minor: amount }] }
  },
  reference: (set, current, field) => {
    const [type, named] = [targetOf(field), current.spec[memberOf(field)]]
    const ofRow = set.made.get(type)
    if (field.isOptional) return given({ [field.member]: named === true ? ofRow?.draft.id : undefined })
    const record =
      named === undefined ? ofOwnRow(set, current, type) : ofAnotherSheet(set, named as Elsewhere, type)
    current.crop ??= record?.crop ?? set.map.spec.crop?.constant ?? ''
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
  { made, reader }: SetOfRow,
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
function ofAnotherSheet(set: SetOfRow, { map, key }: Elsewhere, target: RecordType): NamedRecord | null {
  const read = set.keyOf(key)
  if (read === null) return null
  const id = set.ids.record(map, rowKey(read), target)
  return { id, needs: { id, column: key[0] ?? '' } }
}
