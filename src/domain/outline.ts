import Geodesic from 'geographiclib-geodesic'
import { membersOf } from '../base/typed.ts'

/** Questions about an outline on the map (GeoJSON, RFC 7946) besides whether it can be drawn: see `geometry.ts`. */

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

/** What a valid GeoJSON geometry says. */
type Drawn =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: Surface }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Surface[] }
  | { readonly type?: undefined; readonly coordinates?: undefined }

const SQUARE_METRES_PER_HECTARE = 10_000
const DECIMALS = 1e5

/** The members of a geometry that was found valid; what is no object has none. */
export const drawnOf = (geometry: unknown): Drawn => membersOf(geometry) as Drawn

/** The surfaces of a valid polygon or multipolygon; none of a point. */
export function surfacesOf(geometry: unknown): readonly Surface[] {
  const { type, coordinates } = drawnOf(geometry)
  if (type === 'Polygon') return [coordinates]
  return type === 'MultiPolygon' ? coordinates : []
}

/** The place of a point; undefined for a surface. */
export function pointOf(geometry: unknown): Position | undefined {
  const { type, coordinates } = drawnOf(geometry)
  return type === 'Point' ? coordinates : undefined
}

/** Every number of its coordinates, however they are nested; those of a height too. */
function* numbersOf(coordinates: unknown): Generator<unknown> {
  if (!Array.isArray(coordinates)) yield coordinates
  else for (const part of coordinates) yield* numbersOf(part)
}

/**
 * Has no coordinate six decimals? Regulation (EU) 2023/1115, article 2 (28), asks for at least six, which is about a
 * decimetre. One such number is enough: JSON drops zeros at the end.
 */
export function isTooCoarse(geometry: unknown): boolean {
  for (const n of numbersOf(membersOf(geometry).coordinates))
    if (typeof n === 'number' && Number.isFinite(n) && Math.round(n * DECIMALS) / DECIMALS !== n) return false
  return true
}

/** The smallest box around all its positions; null when some are no places on Earth, or there are none. */
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

export const boxesMeet = (a: Box, b: Box): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north

/**
 * The area that a valid outline encloses on the ellipsoid of WGS 84, in hectares (C. F. F. Karney, "Algorithms for
 * geodesics", 2013, section 6); null for a point. Heights do not count.
 */
export function hectaresOf(geometry: unknown): number | null {
  const surfaces = surfacesOf(geometry)
  if (surfaces.length === 0) return null
  let squareMetres = 0
  for (const surface of surfaces)
    for (const [at, ring] of surface.entries()) squareMetres += (at === 0 ? 1 : -1) * enclosedBy(ring)
  return squareMetres / SQUARE_METRES_PER_HECTARE
}

/** Square metres, whichever way the ring turns. */
function enclosedBy(ring: Ring): number {
  const polygon = Geodesic.Geodesic.WGS84.Polygon(false)
  for (const [lon, lat] of ring.slice(1)) polygon.AddPoint(lat, lon)
  return Math.abs(polygon.Compute(false, true).area ?? 0)
}
