import { type Corners, sweep } from './rings.ts'

/** Longitude and latitude in degrees, in that order (RFC 7946 section 3.1.1). */
type Position = readonly [number, number, ...number[]]

/** Degrees below which a difference is the rounding of a double and not a place: a tenth of a micrometre. */
const NOWHERE = 1e-12

/**
 * Is a plot's outline one that can be drawn on a map? (RFC 7946 sections 3.1.1 to 3.1.7; a ring that meets itself
 * bounds no surface.) Asked of what a phone sent, so anything may stand in it. What is faulty is kept and flagged;
 * nothing is repaired. Which way round a ring runs is not asked, as the RFC advises, and axes swapped within their
 * ranges cannot be seen from here.
 */
export function isValidGeometry(geometry: unknown): boolean {
  if (typeof geometry !== 'object' || geometry === null) return false
  const { type, coordinates } = geometry as { readonly type?: unknown; readonly coordinates?: unknown }
  if (type === 'Point') return isPosition(coordinates)
  if (type === 'Polygon') return isPolygon(coordinates)
  return type === 'MultiPolygon' && isFilled(coordinates) && coordinates.every(isPolygon)
}

/** How many positions the outlines of a geometry have, as far as it is one: what judging it takes grows with them. */
export function positionsIn(geometry: unknown): number {
  const { type, coordinates } = (geometry ?? {}) as {
    readonly type?: unknown
    readonly coordinates?: unknown
  }
  if (!Array.isArray(coordinates)) return 0
  if (type === 'Polygon') return coordinates.flat(1).filter(Array.isArray).length
  return type === 'MultiPolygon' ? coordinates.flat(2).filter(Array.isArray).length : 1
}

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length < 2 || !value.every(Number.isFinite)) return false
  const [lon, lat] = value as [number, number]
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90
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
 * A ring without repeated positions: a phone standing still repeats itself. Null when it is no closed ring of at least
 * four positions, or has fewer than three different corners in a row.
 */
function cornersOf(ring: unknown): Corners | null {
  if (!Array.isArray(ring) || ring.length < 4 || !ring.every(isPosition)) return null
  const positions: readonly Position[] = ring
  const first = positions[0] as Position
  const last = positions.at(-1) as Position
  if (first.length !== last.length || !first.every((value, at) => value === last[at])) return null
  const corners = positions.filter(
    (position, at) => at > 0 && !isSamePlace(position, positions[at - 1] as Position),
  )
  return corners.length < 3 ? null : corners
}

const isSamePlace = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1]

/**
 * Does the line anywhere turn on the spot and run back along itself, by more than the rounding of doubles hides? A ring
 * that neither does so nor meets itself bounds an area.
 */
function foldsBack(corners: Corners): boolean {
  return corners.some(([x, y], at) => {
    const [beforeX, beforeY] = corners.at(at - 1) as Position
    const [afterX, afterY] = corners[(at + 1) % corners.length] as Position
    const [inX, inY, outX, outY] = [x - beforeX, y - beforeY, afterX - x, afterY - y]
    const turn = Math.abs(inX * outY - inY * outX)
    const reach = Math.abs(inX) + Math.abs(inY) + Math.abs(outX) + Math.abs(outY)
    return inX * outX + inY * outY < 0 && turn <= NOWHERE * reach
  })
}
