import { must } from '../base/typed.ts'
import { POINT_FROM_HA, POINT_UP_TO_HA } from './eu-statement.ts'
import { inSixDecimals, isValidGeometry, partsMeet } from './geometry.ts'
import { decimalsIn, drawnOf, LEAST_DECIMALS, pointOf, surfacesOf } from './outline.ts'

/**
 * A plot as the information system of the European Union takes it ("EUDR GeoJSON File Description", version 1.3, 29 May
 * 2026). It refuses a whole file with one plot that it does not take.
 */

/** The faults of a plot, by code; each has words on pages (`plots.flag`) and in packs (`pack.fault`). */
export const EU_FAULTS = [
  /** It is not on the map. */
  'geometry_missing',
  /** It cannot be drawn, or crosses itself. */
  'geometry_invalid',
  /** It has a hole, which RFC 7946 allows. */
  'hole',
  /** Its parts overlap or share a side: each is valid, but together they are not one MultiPolygon. */
  'parts_meet',
  /** It crosses or touches itself when it is written with six decimals. */
  'too_fine',
  /** It is a point of more than four hectares. */
  'polygon_required',
  /** It is a point of less than a square metre. */
  'area_too_small',
  /** It is a point without a size: nothing shows that it has at most four hectares. */
  'area_missing',
] as const
export type EuFault = (typeof EU_FAULTS)[number]

/** What a plot record states of its place. */
export interface PlacedPlot {
  readonly geometry?: unknown
  readonly area_ha?: number | undefined
}

/** Returns whether the system refuses a plot with these faults. A point without a size is taken. */
export const isRefused = (faults: readonly EuFault[]): boolean =>
  faults.some((fault) => fault !== 'area_missing')

/** @param isDrawable `isValidGeometry` of the geometry, where it is known */
export function euFaults(
  { geometry, area_ha: area }: PlacedPlot,
  isDrawable = isValidGeometry(geometry),
): EuFault[] {
  if (geometry === undefined) return ['geometry_missing']
  if (!isDrawable) return ['geometry_invalid']
  if (pointOf(geometry) === undefined) {
    const faults: EuFault[] = surfacesOf(geometry).some((rings) => rings.length > 1) ? ['hole'] : []
    if (isTooFine(geometry)) return [...faults, 'too_fine']
    // An island in a hole does not meet the part around it.
    return faults.length === 0 && partsMeet(euOutline(geometry)) ? ['parts_meet'] : faults
  }
  if (area === undefined || area <= 0) return ['area_missing']
  if (area > POINT_UP_TO_HA) return ['polygon_required']
  return area < POINT_FROM_HA ? ['area_too_small'] : []
}

/** Rounding may move a corner across a side that is nearer than a decimetre. */
const isTooFine = (geometry: unknown): boolean =>
  decimalsIn(JSON.stringify(drawnOf(geometry).coordinates)) > LEAST_DECIMALS &&
  !isValidGeometry(euOutline(geometry))

export interface EuOutline {
  readonly type: string
  readonly coordinates: unknown
}

/** Returns a geometry that can be drawn as it goes out: in six decimals, without heights, its rings counterclockwise. */
export function euOutline(geometry: unknown): EuOutline {
  const { type, coordinates } = drawnOf(geometry)
  const drawn = onMap(coordinates)
  if (type === 'Polygon') return { type, coordinates: (drawn as Ring[]).map(wound) }
  return type === 'MultiPolygon'
    ? { type, coordinates: (drawn as Ring[][]).map((rings) => rings.map(wound)) }
    : { type: String(type), coordinates: drawn }
}

type Ring = readonly (readonly [number, number])[]

/** Returns an outer ring in the direction that RFC 7946 section 3.1.6 asks for: counterclockwise. */
function wound(ring: Ring): Ring {
  const twiceTheArea = ring.reduce((sum, [lon, lat], i) => {
    const [nextLon, nextLat] = must(ring[(i + 1) % ring.length])
    return sum + lon * nextLat - nextLon * lat
  }, 0)
  return twiceTheArea >= 0 ? ring : ring.toReversed()
}

/**
 * Returns coordinates with six decimals, without heights, and without corners that rounding makes equal to
 * the one before: the information system refuses the same position twice in a row.
 */
function onMap(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates
  if (typeof coordinates[0] === 'number') return coordinates.slice(0, 2).map(inSixDecimals)
  const parts: unknown[] = coordinates.map(onMap)
  return parts.filter((part, at) => !isPosition(part) || !isSamePlace(part, parts[at - 1]))
}

const isPosition = (part: unknown): part is [number, number] =>
  Array.isArray(part) && typeof part[0] === 'number'
const isSamePlace = ([lon, lat]: [number, number], before: unknown): boolean =>
  isPosition(before) && before[0] === lon && before[1] === lat
