import Geodesic from 'geographiclib-geodesic'
import { membersOf, must } from '../base/typed.ts'

/**
 * Measures of an outline on the map (GeoJSON, RFC 7946). Whether it can be drawn is decided in `geometry.ts`.
 */

/** Longitude and latitude in degrees. */
export type Position = readonly [lon: number, lat: number, ...rest: number[]]
export type Ring = readonly Position[]
/** The first ring is the outline, the others holes in it. */
export type Surface = readonly Ring[]

/** Degrees; `west` is at most `east`, since RFC 7946 cuts outlines at the antimeridian. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** A valid GeoJSON geometry, or a value without one. */
type Drawn =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: Surface }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Surface[] }
  | { readonly type?: undefined; readonly coordinates?: undefined }

/** An outline, and with how many decimals it was written. */
export interface Placed {
  readonly geometry: object
  readonly decimals: number
}

const SQUARE_METRES_PER_HECTARE = 10_000
const DECIMALS = 1e5

/** Returns the members of a geometry already found valid; none for a value that is no object. */
export const drawnOf = (geometry: unknown): Drawn => membersOf(geometry) as Drawn

/** Returns the surfaces of a valid polygon or multipolygon; none for a point. */
export function surfacesOf(geometry: unknown): readonly Surface[] {
  const { type, coordinates } = drawnOf(geometry)
  if (type === 'Polygon') return [coordinates]
  return type === 'MultiPolygon' ? coordinates : []
}

/** Returns the position of a point; undefined for a surface. */
export function pointOf(geometry: unknown): Position | undefined {
  const { type, coordinates } = drawnOf(geometry)
  return type === 'Point' ? coordinates : undefined
}

/** Yields longitude and latitude of each position in coordinates of any nesting. */
function* degreesOf(coordinates: unknown): Generator<unknown> {
  if (!Array.isArray(coordinates)) return
  if (Array.isArray(coordinates[0])) for (const part of coordinates) yield* degreesOf(part)
  else yield* coordinates.slice(0, 2)
}

/** Regulation (EU) 2023/1115, article 2 (28): about a decimetre. */
export const LEAST_DECIMALS = 6
/** More than a number of double precision keeps. */
export const MOST_DECIMALS = 15

/** Returns with how many decimals these coordinates were written; of several, the most. */
export function decimalsIn(written: string): number {
  let most = 0
  for (const [, digits = '', exponent = '0'] of written.matchAll(/\d(?:\.(\d+))?(?:e-(\d{1,3}))?/gi))
    most = Math.max(most, digits.length + Number(exponent))
  return Math.min(MOST_DECIMALS, most)
}

/**
 * Returns whether the coordinates have fewer than six decimals: as they were written or, if that is not stated, if none has
 * six. One such number is enough, because JSON drops trailing zeros.
 */
export function isTooCoarse(geometry: unknown, decimals: number | undefined): boolean {
  if (decimals !== undefined) return decimals < LEAST_DECIMALS
  for (const n of degreesOf(membersOf(geometry).coordinates))
    if (typeof n === 'number' && Number.isFinite(n) && Math.round(n * DECIMALS) / DECIMALS !== n) return false
  return true
}

/** Returns the smallest box around all positions; null if there are none, or one is not on Earth. */
export function boxOf(geometry: unknown): Box | null {
  let [west, south, east, north] = [181, 91, -181, -91]
  const place = ([lon, lat]: readonly unknown[]): boolean => {
    if (typeof lon !== 'number' || typeof lat !== 'number') return false
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return false
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    return true
  }
  const walk = (coordinates: unknown): boolean =>
    Array.isArray(coordinates) &&
    coordinates.length > 0 &&
    (Array.isArray(coordinates[0]) ? coordinates.every(walk) : place(coordinates))
  const { coordinates } = membersOf(geometry)
  return walk(coordinates) ? { west, south, east, north } : null
}

/** Degrees: outlines are written to six decimals, so a corner that two of them share may differ by one of the last. */
export const SAME_PLACE = 1.5e-6

/** Returns the box in which other outlines may share a place with this one; null if there is no box around it. */
export function boxNear(geometry: unknown): Box | null {
  const box = boxOf(geometry)
  if (box === null) return null
  const { west, south, east, north } = box
  return {
    ...{ west: west - SAME_PLACE, south: south - SAME_PLACE },
    ...{ east: east + SAME_PLACE, north: north + SAME_PLACE },
  }
}

/** Returns the middle of the smallest box around all positions; null where there is no such box. */
export function middleOf(geometry: unknown): readonly [lon: number, lat: number] | null {
  const box = boxOf(geometry)
  return box && [(box.west + box.east) / 2, (box.south + box.north) / 2]
}

export const boxesMeet = (a: Box, b: Box): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north

export type Edge = readonly [from: Position, to: Position]

/** Returns the edges of a surface; a point is an edge without a length. */
export function edgesIn(geometry: unknown): Edge[] {
  const point = pointOf(geometry)
  if (point !== undefined) return [[point, point]]
  const rings = surfacesOf(geometry).flat()
  return rings.flatMap((ring) => ring.slice(1).map((to, at): Edge => [must(ring[at]), to]))
}

/** Returns how far a place is from an edge, in the unit of both, on a flat map. */
export function distanceToEdge([x, y]: Position, [[ax, ay], [bx, by]]: Edge): number {
  const [alongX, alongY] = [bx - ax, by - ay]
  const length = alongX ** 2 + alongY ** 2
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * alongX + (y - ay) * alongY) / length))
  return Math.hypot(x - ax - part * alongX, y - ay - part * alongY)
}

/** Returns whether a geometry contains a point; a point on its edge does not count. */
export function hasInside(geometry: unknown, [x, y]: Position): boolean {
  return surfacesOf(geometry).some((rings) => {
    let isIn = false
    for (const ring of rings)
      for (let at = 1; at < ring.length; at++) {
        const [ax, ay] = must(ring[at - 1])
        const [bx, by] = must(ring[at])
        const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        const between = Math.min(ax, bx) <= x && x <= Math.max(ax, bx)
        if (turn === 0 && between && Math.min(ay, by) <= y && y <= Math.max(ay, by)) return false
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn
      }
    return isIn
  })
}

/**
 * Returns the area that a valid outline encloses on the ellipsoid of WGS 84, in hectares (C. F. F. Karney,
 * "Algorithms for geodesics", 2013, section 6); null for a point. Heights are ignored.
 */
export function hectaresOf(geometry: unknown): number | null {
  const surfaces = surfacesOf(geometry)
  if (surfaces.length === 0) return null
  let squareMetres = 0
  for (const surface of surfaces)
    for (const [at, ring] of surface.entries()) squareMetres += (at === 0 ? 1 : -1) * enclosedBy(ring)
  return squareMetres / SQUARE_METRES_PER_HECTARE
}

/** Returns the square metres in a ring of either direction. */
function enclosedBy(ring: Ring): number {
  const polygon = Geodesic.Geodesic.WGS84.Polygon(false)
  for (const [lon, lat] of ring.slice(1)) polygon.AddPoint(lat, lon)
  return Math.abs(polygon.Compute(false, true).area ?? 0)
}
