import { WAYS, type Way } from '../../words/ways.ts'
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

/** The members of a delivery that a report uses. */
export interface Counted {
  readonly id: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
  readonly crop: string
  readonly from_party: string
  readonly to_party: string
  readonly location?: string
  readonly conversion_id?: string
  readonly normalized_kg?: number
  readonly quantity?: { readonly value: number; readonly unit: string }
  readonly occurred_at: string
  readonly occurred_at_precision?: string
  readonly derived: {
    readonly kg: number | null
    readonly flags: readonly string[]
    readonly confirmation: object | null
  }
}

/**
 * Returns whether a delivery is in the totals: one of its two parties, or a delegate of one, stated or
 * confirmed it. A delivery that an outsider stated is in no figure (contract §5). It is in the list of
 * deliveries to confirm until a party confirms it.
 */
export const isCounted = ({ derived }: Pick<Counted, 'derived'>): boolean =>
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
   * A day, a week such as 2026-W26, a month such as 2026-06, the first day of a season, a party's id or a place; empty in a report by
   * crop.
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

/** Counts deliveries one by one, so that a report over many of them can be made in slices. */
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
    const direction = directionOf(delivery, this.#cooperative)
    const knownBy = this.#apart(delivery.knownBy)
    const { from, to, place } = delivery
    const named = this.#by === 'member' ? (from === this.#cooperative ? to : from) : (place ?? '')
    const key = keyOf(this.#by, delivery, named)
    count(this.#groupOf(direction, key, delivery.crop, knownBy), delivery)
  }

  /**
   * Adds the groups of a report over one day, which was made by member if this report is by member, else by
   * place.
   * @param on the day, and the first day of its season
   */
  merge(groups: readonly Group[], on: Pick<ReportedDelivery, 'day' | 'season'>): void {
    for (const other of groups) {
      const knownBy = this.#apart(other.knownBy)
      const key = keyOf(this.#by, { ...on, knownBy }, other.key)
      const group =
        (key === other.key && knownBy === other.knownBy ? this.#groups.get(other.name) : undefined) ??
        this.#groupOf(other.direction, key, other.crop, knownBy)
      group.deliveries += other.deliveries
      group.withoutKg += other.withoutKg
      group.forked += other.forked
      addQuantity(group, other.unit, other.inUnit)
      group.claimed += other.claimed
      if (other.claimedMass !== 0n) group.claimedMass += other.claimedMass
      if (other.confirmed !== 0n) group.confirmed += other.confirmed
      for (const [way, some] of other.ways) group.ways.set(way, (group.ways.get(way) ?? 0n) + some)
    }
  }

  groups(): readonly Group[] {
    return [...this.#groups.values()]
  }

  #apart(knownBy: KnownBy | null): KnownBy | null {
    return knownBy !== null && this.#keepsApart.includes(knownBy) ? knownBy : null
  }

  #groupOf(direction: Direction, key: string, crop: string, knownBy: KnownBy | null): Group {
    // Crop and key may be any text: the length of one keeps the names of two groups apart.
    const name = `${direction} ${knownBy ?? ''} ${crop.length} ${crop}${key}`
    let group = this.#groups.get(name)
    if (group === undefined) {
      const nothing = {
        unit: null,
        inUnit: 0n,
        deliveries: 0,
        withoutKg: 0,
        forked: 0,
        confirmed: 0n,
        claimed: 0,
        claimedMass: 0n,
      }
      group = { name, direction, key, crop, knownBy, ...nothing, ways: new Map() }
      this.#groups.set(name, group)
    }
    return group
  }

  rows(): ReportRow[] {
    return [...this.#groups.values()].map(rowOf).sort(inOrder)
  }
}

/** Masses are whole milligrams, so that the order of the deliveries makes no difference. */
export interface Group extends Pick<ReportRow, 'direction' | 'key' | 'crop'> {
  /** Unique in a report. */
  readonly name: string
  readonly knownBy: KnownBy | null
  deliveries: number
  /** The unit of all quantities as measured; null if there are none, empty if there are several units. */
  unit: string | null
  /** The sum in that unit, in millionths. */
  inUnit: bigint
  withoutKg: number
  forked: number
  confirmed: bigint
  claimed: number
  claimedMass: bigint
  readonly ways: Map<Way, bigint>
}

const MILLIGRAMS = 1e6

const MIXED = ''

function addQuantity(group: Group, unit: string | null, amount: bigint): void {
  if (unit === null) return
  group.unit = group.unit === null || group.unit === unit ? unit : MIXED
  group.inUnit += amount
}

function count(group: Group, { statedBy, isForked, kg, quantity, way, isConfirmed }: ReportedDelivery): void {
  if (statedBy === 'party') {
    group.claimed++
    if (!isForked && kg !== null) group.claimedMass += BigInt(Math.round(kg * MILLIGRAMS))
    return
  }
  group.deliveries++
  // A delivery without a quantity would be missing from the sum, so it counts as one of another unit.
  if (!isForked)
    addQuantity(group, quantity?.unit ?? MIXED, BigInt(Math.round((quantity?.value ?? 0) * MILLIGRAMS)))
  if (isForked) group.forked++
  else if (kg === null) group.withoutKg++
  else {
    const milligrams = BigInt(Math.round(kg * MILLIGRAMS))
    const name = way ?? 'factor unknown'
    group.ways.set(name, (group.ways.get(name) ?? 0n) + milligrams)
    if (isConfirmed) group.confirmed += milligrams
  }
}

function directionOf({ from, to }: ReportedDelivery, cooperative: string): Direction {
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

/** Returns the key of a date that is not known to the day. */
export function coarseKey(knownBy: KnownBy, day: string, season: string): string {
  if (knownBy === 'season') return season
  return knownBy === 'week' ? weekOfDay(day) : monthOfDay(day)
}

/** @param named the member or the place, for a report by member or by place */
function keyOf(
  by: ReportKey,
  { day, season, knownBy }: Pick<ReportedDelivery, 'day' | 'season' | 'knownBy'>,
  named: string,
): string {
  if (knownBy !== null && COARSER_THAN[by].includes(knownBy)) return coarseKey(knownBy, day, season)
  switch (by) {
    case 'day':
      return day
    case 'week':
      return weekOfDay(day)
    case 'month':
      return monthOfDay(day)
    case 'season':
      return season
    case 'member':
    case 'place':
      return named
    case 'crop':
      return ''
  }
}

const kilograms = (milligrams: bigint): number => Number(milligrams) / MILLIGRAMS

function rowOf({ direction, key, crop, knownBy, ways, ...group }: Group): ReportRow {
  return {
    direction,
    key,
    crop,
    ...(knownBy === null ? {} : { known_by: knownBy }),
    deliveries: group.deliveries,
    kg: kilograms([...ways.values()].reduce((sum, some) => sum + some, 0n)),
    confirmed_kg: kilograms(group.confirmed),
    quantity:
      group.unit === null || group.unit === MIXED || group.unit === 'kg'
        ? null
        : { value: kilograms(group.inUnit), unit: group.unit },
    ways: Object.fromEntries(
      WAYS.flatMap((way) => {
        const some = ways.get(way)
        return some === undefined ? [] : [[way, kilograms(some)]]
      }),
    ),
    without_kg: group.withoutKg,
    forked: group.forked,
    claimed: group.claimed,
    claimed_kg: kilograms(group.claimedMass),
  }
}

const inOrder = (a: ReportRow, b: ReportRow): number =>
  DIRECTIONS.indexOf(a.direction) - DIRECTIONS.indexOf(b.direction) ||
  compare(a.key, b.key) ||
  compare(a.known_by ?? '', b.known_by ?? '') ||
  compare(a.crop, b.crop)

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
