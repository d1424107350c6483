import { WAYS, type Way } from '../../text/ways.ts'
import { weekOfDay } from './season.ts'

/**
 * Totals of deliveries for the front office. Pure. Kilograms of different crops or forms are never added up, and what a member or
 * buyer alone states is not added to what the cooperative stated or confirmed.
 */

export const REPORT_KEYS = ['day', 'week', 'season', 'crop', 'member', 'place'] as const
export type ReportKey = (typeof REPORT_KEYS)[number]

const DIRECTIONS = ['in', 'out', 'between others'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Of a delivery, what a report counts. */
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
 * Whether a delivery is in the totals: one of its two parties said so, or somebody for them, or confirmed it. What others say
 * happened between the two is in no figure (contract §5); until a party confirms it, it stands in the list of what to confirm.
 */
export const isCounted = ({ derived }: Pick<Counted, 'derived'>): boolean =>
  derived.confirmation !== null || !derived.flags.includes('asserted_by_outsider')

/** What is known of a date that is not known to the day. */
const COARSE = ['week', 'month', 'season'] as const
export type KnownBy = (typeof COARSE)[number]

export const knownByOf = (precision: string | undefined): KnownBy | null =>
  COARSE.find((known) => known === precision) ?? null

/** Whose word a delivery is: the cooperative's, which stated or confirmed it; one of its two parties'; or neither's. */
export type Word = 'cooperative' | 'party' | 'stranger'

interface Spoken {
  readonly from: string
  readonly to: string
  /** Its asserter, and the party it was asserted for. */
  readonly speakers: readonly string[]
  readonly isConfirmed: boolean
}

/** @param hasConfirmed whether the cooperative itself confirmed it; asked only where somebody did, and it is one of the two */
export function wordOn(
  { from, to, speakers, isConfirmed }: Spoken,
  cooperative: string,
  hasConfirmed: () => boolean,
): Word {
  if (speakers.includes(cooperative)) return 'cooperative'
  const isOurs = from === cooperative || to === cooperative
  if (isConfirmed && isOurs && hasConfirmed()) return 'cooperative'
  return isConfirmed || speakers.includes(from) || speakers.includes(to) ? 'party' : 'stranger'
}

/** One delivery, as the cooperative reads it. */
export interface ReportedDelivery {
  readonly word: Word
  readonly from: string
  readonly to: string
  /** Local day, such as 2026-06-28. */
  readonly day: string
  /** First day of its season. */
  readonly season: string
  /** Null: its day is known. */
  readonly knownBy: KnownBy | null
  readonly place: string | null
  /** Crop and form of its kilograms. */
  readonly crop: string
  readonly kg: number | null
  /** As it was measured. */
  readonly quantity: { readonly value: number; readonly unit: string } | null
  readonly way: Way | null
  /** Its corrections contradict each other: nobody knows which figure is right. */
  readonly isForked: boolean
  readonly isConfirmed: boolean
}

export interface ReportRow {
  readonly direction: Direction
  /** A day, a week such as 2026-W26, a season by its first day, a party's id, a place, or empty by crop alone. */
  readonly key: string
  readonly crop: string
  /** By day or week: the key is this one's, since the date is not known more exactly. */
  readonly known_by?: KnownBy
  /** All that the cooperative stated or confirmed, those without kilograms included. */
  readonly deliveries: number
  readonly kg: number
  readonly confirmed_kg: number
  /** What was measured, where all was in one unit other than kilograms, such as litres. */
  readonly quantity: { readonly value: number; readonly unit: string } | null
  /** The kilograms by how they were reached; absent: none. */
  readonly ways: Readonly<Partial<Record<Way, number>>>
  /** Deliveries that are not in the kilograms, by reason. */
  readonly without_kg: number
  readonly forked: number
  /** Deliveries that one of the two parties alone stated, and their kilograms: in none of the figures above. */
  readonly claimed: number
  readonly claimed_kg: number
}

/** Takes deliveries one by one, so that many of them hold up nobody. */
export class DeliveryReport {
  readonly #by: ReportKey
  readonly #cooperative: string
  readonly #keepsApart: readonly KnownBy[]
  readonly #groups = new Map<string, Group>()

  /** @param isOfADay it is to be merged into others, which may be by day or week */
  constructor(by: ReportKey, cooperative: string, isOfADay = false) {
    this.#by = by
    this.#cooperative = cooperative
    this.#keepsApart = isOfADay ? COARSE : COARSER_THAN[by]
  }

  /** What strangers state is in no figure (contract §5). */
  add(delivery: ReportedDelivery): void {
    if (delivery.word === 'stranger') return
    const direction = directionOf(delivery, this.#cooperative)
    const knownBy = this.#apart(delivery.knownBy)
    const { from, to, place } = delivery
    const named = this.#by === 'member' ? (from === this.#cooperative ? to : from) : (place ?? '')
    const key = keyOf(this.#by, delivery, named)
    count(this.#groupOf(direction, key, delivery.crop, knownBy), delivery)
  }

  /**
   * Adds the groups of a report over one day, which was made by member if this report is by member, else by place.
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
    // Both may be any text; with the length of one, no two groups have the same name.
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

/** Masses in milligrams: whole numbers, so that the order in which deliveries come makes no difference. */
export interface Group extends Pick<ReportRow, 'direction' | 'key' | 'crop'> {
  /** No other has the same. */
  readonly name: string
  readonly knownBy: KnownBy | null
  deliveries: number
  /** In which everything was measured; empty: in several. */
  unit: string | null
  /** Of that unit, in millionths. */
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

function count(group: Group, { word, isForked, kg, quantity, way, isConfirmed }: ReportedDelivery): void {
  if (word === 'party') {
    group.claimed++
    if (!isForked && kg !== null) group.claimedMass += BigInt(Math.round(kg * MILLIGRAMS))
    return
  }
  group.deliveries++
  // One that has none makes their sum say less than all.
  if (!isForked)
    addQuantity(group, quantity?.unit ?? MIXED, BigInt(Math.round((quantity?.value ?? 0) * MILLIGRAMS)))
  if (isForked) group.forked++
  else if (kg === null) group.withoutKg++
  else {
    const milligrams = BigInt(Math.round(kg * MILLIGRAMS))
    const known = way ?? 'factor unknown'
    group.ways.set(known, (group.ways.get(known) ?? 0n) + milligrams)
    if (isConfirmed) group.confirmed += milligrams
  }
}

function directionOf({ from, to }: ReportedDelivery, cooperative: string): Direction {
  if (from === to) return 'between others'
  return to === cooperative ? 'in' : from === cooperative ? 'out' : 'between others'
}

/** Dates that are known less exactly than this key would say. */
const COARSER_THAN: Readonly<Record<ReportKey, readonly KnownBy[]>> = {
  day: COARSE,
  week: ['month', 'season'],
  season: [],
  crop: [],
  member: [],
  place: [],
}

/** The key of a date that is not known to the day. */
function coarseKey(knownBy: KnownBy, day: string, season: string): string {
  if (knownBy === 'season') return season
  return knownBy === 'week' ? weekOfDay(day) : day.slice(0, 'yyyy-mm'.length)
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

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
