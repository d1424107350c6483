import { Problem, type Violation } from '../../base/problem.ts'
import { given } from '../../base/typed.ts'
import { draftOf } from '../../domain/draft-shape.ts'
import { type CompiledMap, columnName } from './compiled-map.ts'
import type { ReadDate } from './dates.ts'
import type { RowFault } from './fault.ts'
import type { ImportIds } from './identity.ts'
import {
  type DeliverySpec,
  type HarvestSpec,
  type LossSpec,
  type LotSpec,
  type MadeType,
  makesRecords,
  type NoteSpec,
  type ObligationSpec,
  type PlotSpec,
  type RecordSet,
  recordSets,
  roleOf,
} from './map.ts'
import type { ReadParty } from './parties.ts'
import { PartyKeys } from './party-keys.ts'
import { readPlot } from './plots/read-plot.ts'
import type { ReadQuantity } from './quantities.ts'
import { rowKey } from './row-keys.ts'
import { type Columns, type Lack, massOf, noteOf, type RowContext, RowParts, said } from './row-parts.ts'
import { RowReader } from './row-reader.ts'

/** One row of a sheet as records, or its faults. */

export interface MadeRecord {
  readonly draft: { readonly id: string; readonly type: string; readonly [member: string]: unknown }
  /** The column of each member. */
  readonly columns: Readonly<Columns>
  /** The parts of its note. */
  readonly note?: NoteSpec
  /** Of another sheet; it must be held already. */
  readonly needs?: { readonly id: string; readonly column: string }
  /** For a party: its names in the sheet, normalized. */
  readonly names?: ReadonlySet<string>
}

export interface RowReading {
  /** Each names only earlier ones; none if there are faults. */
  readonly records: readonly MadeRecord[]
  readonly faults: readonly RowFault[]
  readonly parties: readonly ReadParty[]
  readonly lacks: ReadonlySet<Lack>
}

/** Reads a file's rows by one map. */
export class RowMaker {
  readonly #map: CompiledMap
  readonly #context: RowContext
  readonly #index: ReadonlyMap<string, number>

  constructor(map: CompiledMap, context: RowContext, index: ReadonlyMap<string, number>) {
    this.#map = map
    this.#context = context
    this.#index = index
  }

  /** Ids of the parties that a row names by the sheet's own keys. */
  ownParties(row: number, cells: readonly string[]): string[] {
    const reader = new RowReader(this.#map, this.#index, this.#context.tables, row, cells)
    return new PartyKeys(this.#map, this.#context, reader).ownIds()
  }

  /** @param key identifies the row; its records' ids follow from it */
  read(row: number, key: string, cells: readonly string[]): RowReading {
    const reader = new RowReader(this.#map, this.#index, this.#context.tables, row, cells)
    const parts = new RowParts(this.#map, this.#context, reader)
    return readRow({ map: this.#map, parts, reader, ids: this.#context.ids, key })
  }
}

interface Row {
  readonly map: CompiledMap
  readonly parts: RowParts
  readonly reader: RowReader
  readonly ids: ImportIds
  readonly key: string
}

function readRow(row: Row): RowReading {
  const { map, parts, reader } = row
  const { parties = {}, key = [], required = [] } = map.spec
  for (const column of [...key, ...required]) reader.needed(column)
  const made = makesRecords(map.spec)
    ? recordSets(map.spec).flatMap((set) => new SetOfRow(row, set).make())
    : []
  if (!makesRecords(map.spec)) for (const role of Object.keys(parties)) parts.party([role])
  const all = [...parts.named.flatMap(statementOf), ...made]
  for (const record of all) checkShape(record, reader)
  const isOfKnown = parts.named.some(({ match }) => match !== undefined)
  if (all.length === 0 && !isOfKnown && reader.faults.length === 0)
    reader.fault('', 'makes no record', 'Fill the columns that the map reads, or leave the row out.')
  const { faults } = reader
  return { records: faults.length > 0 ? [] : all, faults, parties: parts.named, lacks: parts.lacks }
}

/** The records of one set, which name each other. */
class SetOfRow {
  readonly #set: RecordSet
  readonly #map: CompiledMap
  readonly #parts: RowParts
  readonly #reader: RowReader
  readonly #ids: ImportIds
  readonly #key: string
  readonly #made = new Map<MadeType, MadeRecord>()
  readonly #quantities = new Map<MadeType, ReadQuantity>()

  constructor({ map, parts, reader, ids, key }: Row, set: RecordSet) {
    this.#set = set
    this.#map = map
    this.#parts = parts
    this.#reader = reader
    this.#ids = ids
    this.#key = key
  }

  make(): MadeRecord[] {
    const { plot, obligation, harvest, lot, delivery, loss } = this.#set.records
    if (plot) this.#plot(plot)
    const deliveryFirst = lot?.drawn_from === 'delivery'
    if (obligation) this.#obligation(obligation)
    if (harvest) this.#harvest(harvest)
    if (delivery && deliveryFirst) this.#delivery(delivery)
    if (lot) this.#lot(lot)
    if (delivery && !deliveryFirst) this.#delivery(delivery)
    if (loss) this.#loss(loss)
    this.#checkOrder(lot, deliveryFirst ? delivery : harvest)
    return [...this.#made.values()]
  }

  #harvest(spec: HarvestSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const producer = this.#parts.party(spec.producer, columns, 'producer')
    const produce = this.#parts.produce(this.#role('harvest'), spec, columns)
    const season = this.#parts.optional(spec.season, columns, 'season')
    const plot = this.#parts.optional(spec.plot_name, columns, 'plot')
    const grownOn = this.#grownOn(spec)
    if (producer === null || produce === null || season === null || plot === null || grownOn === null) return
    this.#quantities.set('harvest', produce.quantity)
    this.#keep('harvest', spec, columns, {
      producer: producer.id,
      ...produce.members,
      ...said('season', season),
      ...given({ plot: plot === '' ? undefined : { name: plot } }),
      ...grownOn,
    })
  }

  #lot(spec: LotSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const holder = this.#parts.party(spec.holder, columns, 'holder')
    const produce = this.#parts.produce(this.#role('lot'), spec, columns)
    const location = this.#parts.optional(spec.location, columns, 'location')
    if (holder === null || produce === null || location === null) return
    const inputs = this.#inputs(spec, produce.crop)
    if (inputs === null) return
    this.#keep('lot', spec, columns, {
      holder: holder.id,
      ...produce.members,
      ...inputs,
      ...said('location', location),
    })
  }

  #delivery(spec: DeliverySpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const from = this.#parts.party(spec.from_party, columns, 'from_party')
    const to = this.#parts.party(spec.to_party, columns, 'to_party')
    const isToItself = from !== null && to !== null && from.id === to.id
    if (isToItself && spec.to_itself === 'leave_out') return
    if (isToItself)
      this.#reader.fault(to.column, 'is the party that handed it over', 'Write who received it.')
    const produce = this.#parts.produce(this.#role('delivery'), spec, columns)
    const location = this.#parts.optional(spec.location, columns, 'location')
    const price = this.#parts.money(spec.agreed_price, columns, 'agreed_price', produce?.quantity)
    const grownOn = this.#grownOn(spec)
    if (from === null || to === null || produce === null || location === null || price === null) return
    if (grownOn === null) return
    this.#quantities.set('delivery', produce.quantity)
    const lot = spec.out_of_lot ? this.#made.get('lot') : undefined
    const obligation = spec.for_obligation ? this.#made.get('obligation') : undefined
    this.#keep('delivery', spec, columns, {
      from_party: from.id,
      to_party: to.id,
      ...produce.members,
      ...given({ lot_id: lot?.draft.id, obligation_id: obligation?.draft.id, agreed_price: price }),
      ...said('location', location),
      ...grownOn,
    })
  }

  #obligation(spec: ObligationSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const kind = this.#reader.neededValue(spec.kind)
    const obligor = this.#parts.party(spec.obligor, columns, 'obligor')
    const obligee = this.#parts.party(spec.obligee, columns, 'obligee')
    const common = this.#parts.common(this.#role('obligation'), spec, columns)
    const cropSpec = spec.crop ?? (spec.quantity === undefined ? undefined : this.#map.spec.crop)
    const crop = this.#parts.optional(cropSpec, columns, 'crop')
    const owed =
      spec.quantity === undefined ? undefined : this.#parts.quantity(spec.quantity, crop ?? '', columns)
    const amount = this.#parts.money(spec.amount, columns, 'amount', owed)
    const due = this.#parts.due(spec.due_at, columns)
    if (kind === null || obligor === null || obligee === null || common === null) return
    if (crop === null || owed === null || amount === null || due === null) return
    this.#keep('obligation', spec, columns, {
      kind,
      obligor: obligor.id,
      obligee: obligee.id,
      ...common,
      ...said('crop', crop),
      ...(owed === undefined ? {} : massOf(owed)),
      ...given({ amount, due_at: due }),
    })
  }

  /** The lot contains all of the row's harvest or delivery. */
  #inputs(spec: LotSpec, crop: string): { readonly inputs?: readonly object[] } | null {
    const from = spec.drawn_from === undefined ? undefined : this.#made.get(spec.drawn_from)
    const quantity = spec.drawn_from === undefined ? undefined : this.#quantities.get(spec.drawn_from)
    if (from === undefined || quantity === undefined) return {}
    const form = quantity.conversion?.to_crop ?? from.draft.crop
    if (quantity.kg !== null && form === crop)
      return { inputs: [{ record_id: from.draft.id, kg: quantity.kg }] }
    this.#reader.fault(
      quantity.column,
      'gives no kilograms of the crop of the lot',
      `Give the unit a factor to ${crop} in the map, or leave drawn_from out.`,
    )
    return null
  }

  /** A season that begins after its lot was misread or mistyped. */
  #checkOrder(lot: LotSpec | undefined, source: HarvestSpec | DeliverySpec | undefined): void {
    if (lot?.drawn_from === undefined || source === undefined) return
    const from = this.#parts.timeOf(this.#role(lot.drawn_from))
    const lotAt = this.#parts.timeOf(this.#role('lot'))
    if (from === undefined || lotAt === undefined || !isLater(from, lotAt)) return
    this.#reader.fault(
      this.#map.spec.dates?.[source.occurred_at]?.column ?? '',
      'begins after the day of the lot made from it',
      'Correct whichever of the two dates is wrong.',
    )
  }

  #plot(spec: PlotSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const holder = this.#parts.party(spec.holder, columns, 'holder')
    const common = this.#parts.common(this.#role('plot'), spec, columns)
    const stated = readPlot(this.#map, this.#parts, this.#reader, spec, columns)
    const plot = this.#plotId(this.#map.partyBook, spec.keyed_by ?? this.#map.spec.key ?? [])
    if (holder === null || common === null || stated === null || plot === null) return
    this.#keep('plot', spec, columns, { plot, holder: holder.id, ...common, ...stated })
  }

  /** @returns null after a fault */
  #plotId(book: string, key: readonly string[]): string | null {
    const texts = key.map((column) => this.#reader.needed(column))
    if (texts.includes(null)) return null
    return this.#ids.plot(
      book,
      key.map((column) => this.#map.meaning(columnName(column), this.#reader.raw(column))),
    )
  }

  /** The plot that a row of another sheet, or this one, told of. */
  #grownOn(spec: HarvestSpec | DeliverySpec): { readonly plot_ids?: readonly string[] } | null {
    const { key, party_book: book } = spec.grown_on ?? {}
    if (key === undefined || key.every((column) => this.#reader.text(column) === '')) return {}
    const plot = this.#plotId(book ?? this.#map.partyBook, key)
    return plot === null ? null : { plot_ids: [plot] }
  }

  #loss(spec: LossSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const common = this.#parts.common(this.#role('loss'), spec, columns)
    const cause = this.#reader.neededValue(spec.cause)
    if (spec.cause.column !== undefined) columns.cause = spec.cause.column
    const lot = spec.of_lot === undefined ? this.#lotOfRow() : this.#lotElsewhere(spec.of_lot)
    const crop = lot?.crop ?? this.#map.spec.crop?.constant ?? ''
    const quantity = this.#parts.quantity(spec.quantity, crop, columns)
    if (common === null || cause === null || lot === null || quantity === null) return
    const { id, needs } = lot
    this.#keep('loss', spec, columns, { lot_id: id, ...common, ...massOf(quantity), cause }, needs)
  }

  #lotOfRow(): LotOfLoss | null {
    const lot = this.#made.get('lot')
    if (lot !== undefined) return { id: lot.draft.id, crop: String(lot.draft.crop) }
    if (this.#reader.faults.length === 0)
      this.#reader.fault(
        '',
        'has a loss but no lot that lost it',
        "Fill the lot's cells, or empty those of the loss.",
      )
    return null
  }

  /** The lot that a row of another sheet made: its id follows from that row's key. */
  #lotElsewhere({ map, key }: NonNullable<LossSpec['of_lot']>): LotOfLoss | null {
    const texts = key.map((column) => this.#reader.needed(column))
    if (texts.includes(null)) return null
    const meanings = key.map((column) => this.#map.meaning(columnName(column), this.#reader.raw(column)))
    const id = this.#ids.record(map, rowKey(meanings), 'lot')
    return { id, needs: { id, column: key[0] ?? '' } }
  }

  #role(type: MadeType): string {
    return roleOf(this.#set, type)
  }

  #keep(
    type: MadeType,
    spec: Parameters<typeof noteOf>[0],
    columns: Columns,
    members: object,
    needs?: MadeRecord['needs'],
  ): void {
    const id = this.#ids.record(this.#map.spec.name, this.#key, this.#role(type))
    const made = { draft: { id, type, ...members }, columns, note: noteOf(spec) }
    this.#made.set(type, needs === undefined ? made : { ...made, needs })
  }
}

interface LotOfLoss {
  readonly id: string
  readonly crop?: string
  readonly needs?: MadeRecord['needs']
}

/** Checks the shape as POST /v1/records does; faults name the cell. */
function checkShape({ draft, columns }: MadeRecord, reader: RowReader): void {
  try {
    draftOf(draft)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    for (const fault of error.extra.errors ?? []) reader.fault(columnOf(fault, columns), ...wordsOf(fault))
  }
}

const isLater = (one: ReadDate, other: ReadDate): boolean =>
  one.ms === undefined || other.ms === undefined ? one.day > other.day : one.ms > other.ms

function statementOf({ statement, columns }: ReadParty): MadeRecord[] {
  return statement === null ? [] : [{ draft: statement, columns }]
}

/** The column of a violation's pointer; empty if there is none. */
export function columnOf({ pointer }: Violation, columns: Readonly<Columns>): string {
  return columns[pointer.split('/')[1] ?? ''] ?? ''
}

const wordsOf = ({ pointer, message }: Violation): [message: string, remedy: string] => [
  `makes a ${pointer.split('/')[1] ?? 'record'} that ${message}`,
  'Correct or shorten it.',
]
