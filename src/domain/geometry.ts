import { membersOf, must } from '../base/typed.ts'
import { type Corners, sweep } from './rings.ts'

/** Longitude and latitude in degrees, in that order (RFC 7946 section 3.1.1). */
type Position = readonly [number, number, ...number[]]

/** Rounds degrees as maps of plots state them (contract §22): to about a tenth of a metre. */
export const inSixDecimals = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Differences below this many degrees are rounding: about a tenth of a micrometre. */
const NOWHERE = 1e-12

/**
 * Returns whether a plot's outline can be drawn on a map (RFC 7946 sections 3.1.1 to 3.1.7; a ring that meets
 * itself bounds no surface). Phones send the input, which may be anything. Faulty outlines are kept and
 * flagged, never repaired. The direction of a ring is not checked, as the RFC advises, and swapped axes
 * within range cannot be detected. An edge across half the Earth is taken to cross the antimeridian, where
 * outlines must be cut in two.
 */
export function isValidGeometry(geometry: unknown): boolean {
  if (typeof geometry !== 'object' || geometry === null) return false
  const { type, coordinates } = membersOf(geometry)
  if (type === 'Point') return isPosition(coordinates)
  if (type === 'Polygon') return isPolygon(coordinates)
  return type === 'MultiPolygon' && isFilled(coordinates) && coordinates.every(isPolygon)
}

/**
 * Returns whether parts of a MultiPolygon share more than single points: they overlap, one lies within the other, or they
 * run along each other. OGC's simple features forbid both (06-103r4, section 6.1.14), RFC 7946 does not.
 *
 * @param geometry that can be drawn. Its holes are not looked at.
 */
export function partsMeet(geometry: unknown): boolean {
  const { type, coordinates } = membersOf(geometry)
  if (type !== 'MultiPolygon' || !isFilled(coordinates)) return false
  const outlines = coordinates.map((rings) => must(cornersOf(must((rings as readonly unknown[])[0]))))
  return !sweep(outlines, 'parts').isSurface
}

/** Returns the number of positions in a geometry; the cost of checking it grows with them. */
export function positionsIn(geometry: unknown): number {
  const { type, coordinates } = membersOf(geometry)
  if (!Array.isArray(coordinates)) return 0
  if (type === 'Polygon') return coordinates.flat(1).filter(Array.isArray).length
  return type === 'MultiPolygon' ? coordinates.flat(2).filter(Array.isArray).length : 1
}

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || !value.every(Number.isFinite)) return false
  const [lon, lat]: readonly unknown[] = value
  return typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90
}

/** The first ring is the outline, the others holes in it. */
function isPolygon(rings: unknown): boolean {
  if (!isFilled(rings)) return false
  const corners: Corners[] = []
  for (const ring of rings) {
    const found = cornersOf(ring)
    if (found === null || foldsBack(found)) return false
    corners.push(found)
  }
  return sweep(corners).isSurface
}

/**
 * Returns the corners of a ring without repeated positions, which a phone records while it is not moving.
 * Null if it is not a closed ring of at least four positions, or a map would show fewer than three corners.
 */
function cornersOf(ring: unknown): Corners | null {
  if (!Array.isArray(ring) || ring.length < 4 || !ring.every(isPosition)) return null
  const positions: readonly Position[] = ring
  const first = must(positions[0])
  const last = must(positions.at(-1))
  if (first.length !== last.length || !first.every((value, at) => value === last[at])) return null
  const corners = positions.filter(
    (position, at) => at > 0 && !isSamePlace(position, must(positions[at - 1])),
  )
  return placesOnMap(corners) < 3 || crossesAntimeridian(corners) ? null : corners
}

/** Counts the corners that differ from the one before them at the precision of a buyer's map. */
const placesOnMap = (corners: Corners): number =>
  corners.filter(([lon, lat], at) => {
    const [lonBefore, latBefore] = must(corners.at(at - 1))
    return inSixDecimals(lon) !== inSixDecimals(lonBefore) || inSixDecimals(lat) !== inSixDecimals(latBefore)
  }).length

/** Such an outline would enclose the other side of the Earth (RFC 7946 section 3.1.9). */
const crossesAntimeridian = (corners: Corners): boolean =>
  corners.some(([lon], at) => Math.abs(lon - must(corners.at(at - 1))[0]) > 180)

const isSamePlace = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1]

/**
 * Returns whether the line anywhere turns back along itself, within rounding. A ring that neither does so nor
 * meets itself bounds an area.
 */
function foldsBack(corners: Corners): boolean {
  return corners.some(([x, y], at) => {
    const [beforeX, beforeY] = must(corners.at(at - 1))
    const [afterX, afterY] = must(corners[(at + 1) % corners.length])
    const [inX, inY, outX, outY] = [x - beforeX, y - beforeY, afterX - x, afterY - y]
    const turn = Math.abs(inX * outY - inY * outX)
    const reach = Math.abs(inX) + Math.abs(inY) + Math.abs(outX) + Math.abs(outY)
    return inX * outX + inY * outY < 0 && turn <= NOWHERE * reach
  })
}
