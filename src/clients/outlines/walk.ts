import { membersOf, must } from '../../base/typed.ts'
import { inSixDecimals } from '../../domain/geometry.ts'
import { LEAST_DECIMALS } from '../../domain/outline.ts'
import { type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** A walk around a plot, as a phone recorded it, and the ring that is made of it. */

export type WalkedCorner = readonly [longitude: number, latitude: number]

export interface OutlineFault {
  /** What the plot, or its cell, is or has. */
  readonly message: Told
  readonly remedy: Told
}

export const outlineFault = (what: Told, remedy: Told): OutlineFault => ({ message: what, remedy })

/** The most that the service accepts by default; a record has at most 64 KiB. */
export const MOST_POSITIONS = 10_000

export const tooManyCorners = (corners: number): OutlineFault => ({
  message:
    corners > MOST_POSITIONS
      ? message('import.outline.moreCorners', { most: { count: MOST_POSITIONS } })
      : message('import.outline.corners', { corners: { typed: corners } }),
  remedy: message('import.outline.corners.remedy'),
})

/** A walk is around a plot if its ends are at most this far apart, and at most this share of its length. */
const CLOSE_M = 25
const CLOSE_SHARE = 0.2
const METRES_PER_DEGREE = 111_320

interface Ring {
  readonly polygon: { readonly type: 'Polygon'; readonly coordinates: readonly (readonly WalkedCorner[])[] }
  /** The distance in metres between the two ends that were joined; null if nothing was joined. */
  readonly closedOverM: number | null
}
type NoRing = { readonly fault: OutlineFault; readonly drawn: object | null }

/** @returns a fault if the walk does not end near its start */
export function ringOf(walk: readonly WalkedCorner[]): Ring | NoRing {
  const steps = withoutPauses(walk)
  if (steps.length > MOST_POSITIONS) return { fault: tooManyCorners(steps.length), drawn: null }
  const [first, last] = [steps[0], steps.at(-1)]
  const drawn = { type: 'Polygon', coordinates: [steps] }
  if (first === undefined || last === undefined || steps.length < 3)
    return {
      fault: outlineFault(...withRemedy('import.outline.short')),
      drawn: steps.length === 0 ? null : drawn,
    }
  const apartM = metres(first, last)
  const lengthM = steps.reduce((sum, step, at) => (at === 0 ? 0 : sum + metres(must(steps[at - 1]), step)), 0)
  if (apartM > Math.min(CLOSE_M, CLOSE_SHARE * lengthM))
    return {
      fault: outlineFault(...withRemedy('import.outline.open', { metres: Math.round(apartM) })),
      drawn,
    }
  return joined(steps)
}

/** Returns the ring through these corners, back to the first one. */
export function joined(corners: readonly WalkedCorner[]): Ring {
  const steps = withoutPauses(corners)
  const [first, last] = [must(steps[0]), must(steps.at(-1))]
  const apartM = metres(first, last)
  return apartM === 0
    ? { polygon: { type: 'Polygon', coordinates: [steps] }, closedOverM: null }
    : { polygon: { type: 'Polygon', coordinates: [[...steps, first]] }, closedOverM: apartM }
}

const withoutPauses = (walk: readonly WalkedCorner[]): readonly WalkedCorner[] =>
  walk
    .map(rounded)
    .filter(([lon, lat], at, all) => at === 0 || lon !== all[at - 1]?.[0] || lat !== all[at - 1]?.[1])

/** @returns null if it is not a line */
export function walkIn(geometry: unknown): readonly WalkedCorner[] | null {
  const { type, coordinates } = membersOf(geometry)
  return type === 'LineString' && Array.isArray(coordinates) && coordinates.every(isStep)
    ? coordinates.map(([lon, lat]): WalkedCorner => [lon, lat])
    : null
}

const isStep = (position: unknown): position is [number, number] =>
  Array.isArray(position) && typeof position[0] === 'number' && typeof position[1] === 'number'

/** Decimals of a walk, which is rounded. */
export const ofWalk = (decimals: number): number => Math.min(LEAST_DECIMALS, decimals)

/** To a decimetre, which is more exact than any phone measures. */
export const rounded = ([lon, lat]: WalkedCorner): WalkedCorner => [inSixDecimals(lon), inSixDecimals(lat)]

/**
 * Returns the distance of two positions, accurate enough if they are near each other. Returns NaN for a
 * position that is not a number, which `readOutline` then reports.
 */
function metres([lonA, latA]: WalkedCorner, [lonB, latB]: WalkedCorner): number {
  const east = (lonB - lonA) * Math.cos((((latA + latB) / 2) * Math.PI) / 180)
  return Math.hypot(east, latB - latA) * METRES_PER_DEGREE
}
