import { compare } from '../../base/typed.ts'
import { kilograms, milligramsOf } from '../../domain/tally/record.ts'
import type { RecordType } from '../../domain/types/index.ts'
import { WAYS, type Way } from '../../words/ways.ts'
import type { DerivedOf } from '../views/derived-schema.ts'
import type { RecordView } from '../views/record-schema.ts'
import { monthOfDay, weekOfDay } from './season.ts'

/**
 * Totals of deliveries for the front office. Pure. Kilograms of different crops or forms are never added
 * together. Deliveries that only a member or buyer states are not added to those that the cooperative stated
 * or confirmed.
 */

export const REPORT_KEYS = ['day', 'week', 'month', 'season', 'crop', 'member', 'place'] as const
export type ReportKey = (typeof REPORT_KEYS)[number]

const DIRECTIONS = ['in', 'out', 'between others'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The members that a report uses of a version of any record. */
export type ReportedVersion = Pick<
  RecordView,
  | 'id'
  | 'type'
  | 'supersedes'
  | 'received_at'
  | 'occurred_at'
  | 'occurred_at_precision'
  | 'asserted_by'
  | 'on_behalf_of'
> & { readonly derived: Pick<DerivedOf<RecordType>, 'standing'> }

/** The members of a delivery that a report uses. */
export type Counted = ReportedVersion &
  Pick<
    RecordView<'delivery'>,
    'crop' | 'from_party' | 'to_party' | 'location' | 'conversion_id' | 'normalized_kg' | 'quantity'
  > & { readonly derived: CountedDerived }

type CountedDerived = Pick<DerivedOf<'delivery'>, 'kg' | 'flags' | 'confirmation'>

/**
 * Returns whether a delivery is in the totals: one of its two parties, or a delegate of one, stated or
 * confirmed it. A delivery that an outsider stated is in no figure (contract §5). It is in the list of
 * deliveries to confirm until a party confirms it.
 */
export const isCounted = ({ derived }: { readonly derived: CountedDerived }): boolean =>
  derived.confirmation !== null || !derived.flags.includes('asserted_by_outsider')

/** The precisions of dates that are not known to the day. */
const COARSE = ['week', 'month', 'season'] as const
export type KnownBy = (typeof COARSE)[number]

export const knownByOf = (precision: string | undefined): KnownBy | null =>
  COARSE.find((known) => known === precision) ?? null

/**
 * Who stated or confirmed a delivery: the cooperative; else one of its two parties; else only an outsider.
 */
export type StatedBy = 'cooperative' | 'party' | 'outsider'

interface Statement {
  readonly from: string
  readonly to: string
  /** The asserter, and the party it was asserted for. */
  readonly asserters: readonly string[]
  readonly isConfirmed: boolean
}

/**
 * @param hasConfirmed returns whether the cooperative itself confirmed the delivery; called only if the
 * delivery is confirmed and the cooperative is one of its two parties
 */
export function statedBy(
  { from, to, asserters, isConfirmed }: Statement,
  cooperative: string,
  hasConfirmed: () => boolean,
): StatedBy {
  if (asserters.includes(cooperative)) return 'cooperative'
  const isOurs = from === cooperative || to === cooperative
  if (isConfirmed && isOurs && hasConfirmed()) return 'cooperative'
  return isConfirmed || asserters.includes(from) || asserters.includes(to) ? 'party' : 'outsider'
}

/** A delivery, as the cooperative reads it. */
export interface ReportedDelivery {
  readonly statedBy: StatedBy
  readonly from: string
  readonly to: string
  /** The local day, such as 2026-06-28. */
  readonly day: string
  /** The first day of its season. */
  readonly season: string
  /** The precision of its date; null if its day is known. */
  readonly knownBy: KnownBy | null
  readonly place: string | null
  /** The crop and form that its kilograms are of. */
  readonly crop: string
  readonly kg: number | null
  /** The quantity as measured. */
  readonly quantity: { readonly value: number; readonly unit: string } | null
  readonly way: Way | null
  /** Whether its corrections contradict each other, so that the right figure is unknown. */
  readonly isForked: boolean
  readonly isConfirmed: boolean
}

export interface ReportRow {
  readonly direction: Direction
  /**
   * A day, a week such as 2026-W26, a month such as 2026-06, the first day of a season, a party's id or a
   * place; empty in a report by crop.
   */
  readonly key: string
  readonly crop: string
  /**
   * In a report by day, week or month: the key is the week, month or season, since the date is not known more
   * exactly.
   */
  readonly known_by?: KnownBy
  /** The number of deliveries that the cooperative stated or confirmed, including those without kilograms. */
  readonly deliveries: number
  readonly kg: number
  readonly confirmed_kg: number
  /**
   * The sum of the quantities as measured, if all have the same unit other than kilograms, such as litres.
   */
  readonly quantity: { readonly value: number; readonly unit: string } | null
  /** The kilograms by how they were found; a way without kilograms is absent. */
  readonly ways: Readonly<Partial<Record<Way, number>>>
  /** The numbers of deliveries that are not in the kilograms, by reason. */
  readonly without_kg: number
  readonly forked: number
  /**
   * The number of deliveries that only the other party stated, and their kilograms; in none of the figures
   * above.
   */
  readonly claimed: number
  readonly claimed_kg: number
}

/**
 * Adds up deliveries, and sums of days. Each sum is a whole number that only grows, so the order in which they
 * are added makes no difference.
 */
export class DeliveryReport {
  readonly #by: ReportKey
  readonly #cooperative: string
  readonly #keepsApart: readonly KnownBy[]
  readonly #groups = new Map<string, Group>()

  /** @param isOfADay whether it will be merged into other reports, which may be by day, week or month */
  constructor(by: ReportKey, cooperative: string, isOfADay = false) {
    this.#by = by
    this.#cooperative = cooperative
    this.#keepsApart = isOfADay ? COARSE : COARSER_THAN[by]
  }

  /** Counts a delivery, unless only an outsider stated it: that is in no figure (contract §5). */
  add(delivery: ReportedDelivery): void {
    if (delivery.statedBy === 'outsider') return
    const { from, to, place, crop, knownBy } = delivery
    const direction = directionOf(delivery, this.#cooperative)
    const key = this.#by === 'member' ? (from === this.#cooperative ? to : from) : (place ?? '')
    const row = { direction, key, crop, knownBy }
    this.merge([{ ...row, name: nameOf(row), sums: sumsOf(delivery) }], delivery)
  }

  /**
   * Adds the groups of a report over one day, which was made by member if this report is by member, else by
   * place.
   * @param on the day, and the first day of its season
   */
  merge(groups: readonly Group[], on: On): void {
    for (const other of groups) {
      const { direction, crop, sums } = other
      const knownBy = other.knownBy && this.#keepsApart.includes(other.knownBy) ? other.knownBy : null
      const isCoarser = knownBy !== null && COARSER_THAN[this.#by].includes(knownBy)
      const key = isCoarser ? dateKey(knownBy, on) : KEYS[this.#by](on, other.key)
      const row = { direction, key, crop, knownBy }
      // Making a name takes longer than adding the sums.
      const name = key === other.key && knownBy === other.knownBy ? other.name : nameOf(row)
      let group = this.#groups.get(name)
      if (group === undefined) {
        group = { ...row, name, sums: new Map() }
        this.#groups.set(name, group)
      }
      for (const [sum, amount] of sums) group.sums.set(sum, (group.sums.get(sum) ?? 0n) + amount)
    }
  }

  groups(): readonly Group[] {
    return [...this.#groups.values()]
  }

  rows(): ReportRow[] {
    return this.groups().map(rowOf).sort(inOrder)
  }
}

/** The deliveries of a report that are in one row. */
export interface Group extends RowKey {
  /** Unique in a report. */
  readonly name: string
  readonly sums: Map<SumName, bigint>
}

interface RowKey extends Pick<ReportRow, 'direction' | 'key' | 'crop'> {
  readonly knownBy: KnownBy | null
}

/** Crop and key may be any text: the length of one keeps the names of two groups apart. */
const nameOf = ({ direction, key, crop, knownBy }: RowKey): string =>
  `${direction} ${knownBy ?? ''} ${crop.length} ${crop}${key}`

/**
 * What is added up: numbers of deliveries; milligrams, in all that end with `kg` and by the way they were
 * found; and quantities as measured, in millionths of each unit.
 */
type SumName =
  | 'deliveries'
  | 'without_kg'
  | 'forked'
  | 'claimed'
  | 'claimed_kg'
  | 'confirmed_kg'
  | Way
  | `unit ${string}`

/** A delivery without a quantity would be missing from the sum, so it counts as one of another unit. */
const NO_QUANTITY = { value: 0, unit: '' }

/** Returns what one delivery adds. */
function sumsOf(delivery: ReportedDelivery): Map<SumName, bigint> {
  const { statedBy, isForked, kg, way, isConfirmed } = delivery
  const sums = new Map<SumName, bigint>()
  const milligrams = isForked || kg === null ? null : milligramsOf(kg)
  if (statedBy === 'party') {
    sums.set('claimed', 1n)
    if (milligrams !== null) sums.set('claimed_kg', milligrams)
    return sums
  }
  sums.set('deliveries', 1n)
  if (isForked) return sums.set('forked', 1n)
  const { value, unit } = delivery.quantity ?? NO_QUANTITY
  sums.set(`unit ${unit}`, milligramsOf(value))
  if (milligrams === null) return sums.set('without_kg', 1n)
  if (isConfirmed) sums.set('confirmed_kg', milligrams)
  return sums.set(way ?? 'factor unknown', milligrams)
}

/** Returns the direction as the cooperative sees it. */
export function directionOf(
  { from, to }: { readonly from: string; readonly to: string },
  cooperative: string,
): Direction {
  if (from === to) return 'between others'
  return to === cooperative ? 'in' : from === cooperative ? 'out' : 'between others'
}

/** The precisions that are too coarse for each key. */
const COARSER_THAN: Readonly<Record<ReportKey, readonly KnownBy[]>> = {
  day: COARSE,
  week: ['month', 'season'],
  // A week may be in two months.
  month: ['week', 'season'],
  season: [],
  crop: [],
  member: [],
  place: [],
}

type On = Pick<ReportedDelivery, 'day' | 'season'>

/** The key of a row; `named` is the member or the place, in a report by one of these. */
const KEYS: Readonly<Record<ReportKey, (on: On, named: string) => string>> = {
  day: ({ day }) => day,
  week: ({ day }) => weekOfDay(day),
  month: ({ day }) => monthOfDay(day),
  season: ({ season }) => season,
  crop: () => '',
  member: (_, named) => named,
  place: (_, named) => named,
}

/** Returns the key of a date, which may not be known to the day. */
export const dateKey = (knownBy: KnownBy | null, on: On): string => KEYS[knownBy ?? 'day'](on, '')

function rowOf({ direction, key, crop, knownBy, sums }: Group): ReportRow {
  const count = (sum: SumName): number => Number(sums.get(sum) ?? 0n)
  const kg = (sum: SumName): number => (sums.has(sum) ? kilograms(sums.get(sum) ?? 0n) : 0)
  const ways = WAYS.filter((way) => sums.has(way))
  const units = [...sums.keys()].filter((sum) => sum.startsWith('unit '))
  const unit = units.length === 1 ? units[0]?.slice('unit '.length) : undefined
  return {
    direction,
    key,
    crop,
    ...(knownBy === null ? {} : { known_by: knownBy }),
    deliveries: count('deliveries'),
    kg: kilograms(ways.reduce((all, way) => all + (sums.get(way) ?? 0n), 0n)),
    confirmed_kg: kg('confirmed_kg'),
    quantity: !unit || unit === 'kg' ? null : { value: kg(`unit ${unit}`), unit },
    ways: Object.fromEntries(ways.map((way) => [way, kg(way)])),
    without_kg: count('without_kg'),
    forked: count('forked'),
    claimed: count('claimed'),
    claimed_kg: kg('claimed_kg'),
  }
}

const inOrder = (a: ReportRow, b: ReportRow): number =>
  DIRECTIONS.indexOf(a.direction) - DIRECTIONS.indexOf(b.direction) ||
  compare(a.key, b.key) ||
  compare(a.known_by ?? '', b.known_by ?? '') ||
  compare(a.crop, b.crop)
