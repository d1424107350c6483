import { Problem, type Violation } from '../../base/problem.ts'
import { draftOf } from '../../domain/draft-shape.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { ReadDate } from './dates.ts'
import type { RowFault } from './fault.ts'
import type { ImportIds } from './identity.ts'
import type { DeliverySpec, HarvestSpec, ImportMap, LotSpec, MadeType, ObligationSpec } from './map.ts'
import type { ReadParty } from './parties.ts'
import type { ReadQuantity } from './quantities.ts'
import { type Columns, massOf, type RowContext, RowParts, said } from './row-parts.ts'
import { RowReader } from './row-reader.ts'

/** One row of a sheet as records, or its faults. */

export interface MadeRecord {
  readonly draft: { readonly id: string; readonly type: string; readonly [member: string]: unknown }
  /** The column of each member. */
  readonly columns: Readonly<Columns>
  /** For a party: its names in the sheet, normalized. */
  readonly names?: ReadonlySet<string>
}

export interface RowReading {
  /** Each names only earlier ones; none if there are faults. */
  readonly records: readonly MadeRecord[]
  readonly faults: readonly RowFault[]
  readonly parties: readonly ReadParty[]
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

  /** @param key identifies the row; its records' ids follow from it */
  read(row: number, key: string, cells: readonly string[]): RowReading {
    const reader = new RowReader(this.#map, this.#index, row, cells)
    const parts = new RowParts(this.#map, this.#context, reader)
    const made = new OneRow(this.#map, parts, reader, this.#context.ids, key)
    return made.read()
  }
}

class OneRow {
  readonly #map: CompiledMap
  readonly #parts: RowParts
  readonly #reader: RowReader
  readonly #ids: ImportIds
  readonly #key: string
  readonly #made = new Map<MadeType, MadeRecord>()
  readonly #quantities = new Map<MadeType, ReadQuantity>()

  constructor(map: CompiledMap, parts: RowParts, reader: RowReader, ids: ImportIds, key: string) {
    this.#map = map
    this.#parts = parts
    this.#reader = reader
    this.#ids = ids
    this.#key = key
  }

  read(): RowReading {
    const { records = {}, parties = {}, key = [], required = [] } = this.#map.spec
    for (const column of [...key, ...required]) this.#reader.needed(column)
    if (Object.keys(records).length > 0) this.#makeRecords(records)
    else for (const role of Object.keys(parties)) this.#parts.party([role])
    const all = [...this.#parts.named.flatMap(statementOf), ...this.#made.values()]
    for (const record of all) this.#checkShape(record)
    const isOfKnown = this.#parts.named.some(({ match }) => match !== undefined)
    if (all.length === 0 && !isOfKnown && this.#reader.faults.length === 0)
      this.#reader.fault('', 'makes no record', 'Fill the columns that the map reads, or leave the row out.')
    const { faults } = this.#reader
    return { records: faults.length > 0 ? [] : all, faults, parties: this.#parts.named }
  }

  #makeRecords(records: NonNullable<ImportMap['records']>): void {
    const { obligation, harvest, lot, delivery } = records
    const deliveryFirst = lot?.drawn_from === 'delivery'
    if (obligation) this.#obligation(obligation)
    if (harvest) this.#harvest(harvest)
    if (delivery && deliveryFirst) this.#delivery(delivery)
    if (lot) this.#lot(lot)
    if (delivery && !deliveryFirst) this.#delivery(delivery)
    this.#checkOrder(lot, deliveryFirst ? delivery : harvest)
  }

  #harvest(spec: HarvestSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const producer = this.#parts.party(spec.producer, columns, 'producer')
    const produce = this.#parts.produce('harvest', spec, columns)
    const season = this.#parts.optional(spec.season, columns, 'season')
    const plot = this.#parts.optional(spec.plot_name, columns, 'plot')
    if (producer === null || produce === null || season === null || plot === null) return
    this.#quantities.set('harvest', produce.quantity)
    this.#keep('harvest', columns, {
      producer: producer.id,
      ...produce.members,
      ...said('season', season),
      ...(plot === '' ? {} : { plot: { name: plot } }),
    })
  }

  #lot(spec: LotSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const holder = this.#parts.party(spec.holder, columns, 'holder')
    const produce = this.#parts.produce('lot', spec, columns)
    const location = this.#parts.optional(spec.location, columns, 'location')
    if (holder === null || produce === null || location === null) return
    const inputs = this.#inputs(spec, produce.crop)
    if (inputs === null) return
    this.#keep('lot', columns, {
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
    const produce = this.#parts.produce('delivery', spec, columns)
    const location = this.#parts.optional(spec.location, columns, 'location')
    const price = this.#parts.money(spec.agreed_price, columns, 'agreed_price')
    if (from === null || to === null || produce === null || location === null || price === null) return
    this.#quantities.set('delivery', produce.quantity)
    const lot = spec.out_of_lot ? this.#made.get('lot') : undefined
    const obligation = spec.for_obligation ? this.#made.get('obligation') : undefined
    this.#keep('delivery', columns, {
      from_party: from.id,
      to_party: to.id,
      ...produce.members,
      ...(lot === undefined ? {} : { lot_id: lot.draft.id }),
      ...(obligation === undefined ? {} : { obligation_id: obligation.draft.id }),
      ...(price === undefined ? {} : { agreed_price: price }),
      ...said('location', location),
    })
  }

  #obligation(spec: ObligationSpec): void {
    if (!this.#parts.applies(spec)) return
    const columns: Columns = {}
    const kind = this.#reader.neededValue(spec.kind)
    const obligor = this.#parts.party(spec.obligor, columns, 'obligor')
    const obligee = this.#parts.party(spec.obligee, columns, 'obligee')
    const common = this.#parts.common('obligation', spec, columns)
    const cropSpec = spec.crop ?? (spec.quantity === undefined ? undefined : this.#map.spec.crop)
    const crop = this.#parts.optional(cropSpec, columns, 'crop')
    const owed =
      spec.quantity === undefined ? undefined : this.#parts.quantity(spec.quantity, crop ?? '', columns)
    const amount = this.#parts.money(spec.amount, columns, 'amount')
    const due = this.#parts.due(spec.due_at, columns)
    if (kind === null || obligor === null || obligee === null || common === null) return
    if (crop === null || owed === null || amount === null || due === null) return
    this.#keep('obligation', columns, {
      kind,
      obligor: obligor.id,
      obligee: obligee.id,
      ...common,
      ...said('crop', crop),
      ...(owed === undefined ? {} : massOf(owed)),
      ...(amount === undefined ? {} : { amount }),
      ...(due === undefined ? {} : { due_at: due }),
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
    const from = this.#parts.timeOf(lot.drawn_from)
    const lotAt = this.#parts.timeOf('lot')
    if (from === undefined || lotAt === undefined || !isLater(from, lotAt)) return
    this.#reader.fault(
      this.#map.spec.dates?.[source.occurred_at]?.column ?? '',
      'begins after the day of the lot made from it',
      'Correct whichever of the two dates is wrong.',
    )
  }

  #keep(type: MadeType, columns: Columns, members: object): void {
    const id = this.#ids.record(this.#map.spec.name, this.#key, type)
    this.#made.set(type, { draft: { id, type, ...members }, columns })
  }

  /** Checks the shape as POST /v1/records does; faults name the cell. */
  #checkShape({ draft, columns }: MadeRecord): void {
    try {
      draftOf(draft)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const fault of error.extra.errors ?? [])
        this.#reader.fault(columnOf(fault, columns), ...wordsOf(fault))
    }
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
