import { sumKg } from '../../domain/quantity.ts'
import { WAYS, type Way } from '../../text/ways.ts'

/** Totals of deliveries for the front office. Pure. Kilograms of different crops or forms are never added up. */

export const REPORT_KEYS = ['day', 'crop', 'member', 'place'] as const
export type ReportKey = (typeof REPORT_KEYS)[number]

export const DIRECTIONS = ['in', 'out', 'between others'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** One delivery, as the cooperative reads it. */
export interface ReportedDelivery {
  readonly from: string
  readonly to: string
  /** Local day, such as 2026-06-28. */
  readonly day: string
  readonly place: string | null
  /** Crop and form of its kilograms. */
  readonly crop: string
  readonly kg: number | null
  readonly way: Way | null
  /** Its corrections contradict each other: nobody knows which figure is right. */
  readonly isForked: boolean
  readonly isConfirmed: boolean
}

export interface ReportRow {
  readonly direction: Direction
  /** A day, a party's id, a place, or empty by crop alone. */
  readonly key: string
  readonly crop: string
  /** All of them, those without kilograms included. */
  readonly deliveries: number
  readonly kg: number
  readonly confirmed_kg: number
  /** The kilograms by how they were reached; absent: none. */
  readonly ways: Readonly<Partial<Record<Way, number>>>
  /** Deliveries that are not in the kilograms, by reason. */
  readonly without_kg: number
  readonly forked: number
}

export function reportOf(
  deliveries: readonly ReportedDelivery[],
  by: ReportKey,
  cooperative: string,
): ReportRow[] {
  const groups = new Map<string, ReportedDelivery[]>()
  for (const delivery of deliveries) {
    const group = JSON.stringify([
      directionOf(delivery, cooperative),
      keyOf(delivery, by, cooperative),
      delivery.crop,
    ])
    const known = groups.get(group)
    if (known) known.push(delivery)
    else groups.set(group, [delivery])
  }
  return [...groups].map(([group, members]) => rowOf(JSON.parse(group), members)).sort(inOrder)
}

function directionOf({ from, to }: ReportedDelivery, cooperative: string): Direction {
  if (from === to) return 'between others'
  return to === cooperative ? 'in' : from === cooperative ? 'out' : 'between others'
}

function keyOf({ from, to, day, place }: ReportedDelivery, by: ReportKey, cooperative: string): string {
  switch (by) {
    case 'day':
      return day
    case 'member':
      return from === cooperative ? to : from
    case 'place':
      return place ?? ''
    case 'crop':
      return ''
  }
}

function rowOf(
  [direction, key, crop]: [Direction, string, string],
  members: readonly ReportedDelivery[],
): ReportRow {
  const counted = members.filter(({ isForked, kg }) => !isForked && kg !== null)
  const sum = (some: readonly ReportedDelivery[]) => sumKg(some.map(({ kg }) => kg as number))
  return {
    direction,
    key,
    crop,
    deliveries: members.length,
    kg: sum(counted),
    confirmed_kg: sum(counted.filter(({ isConfirmed }) => isConfirmed)),
    ways: Object.fromEntries(
      WAYS.flatMap((way) => {
        const some = counted.filter((one) => one.way === way)
        return some.length === 0 ? [] : [[way, sum(some)]]
      }),
    ),
    without_kg: members.filter(({ isForked, kg }) => !isForked && kg === null).length,
    forked: members.filter(({ isForked }) => isForked).length,
  }
}

const inOrder = (a: ReportRow, b: ReportRow): number =>
  DIRECTIONS.indexOf(a.direction) - DIRECTIONS.indexOf(b.direction) ||
  compare(a.key, b.key) ||
  compare(a.crop, b.crop)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
