import type { Says } from './entry.ts'

/** The outline of a plot, as it is walked: WGS 84, longitude first. */

export type Position = readonly [longitude: number, latitude: number]
export type Outline = NonNullable<Says['geometry']>

export interface Fix {
  readonly at: Position
  /** Radius that holds the true place with 95 %, as the phone says. */
  readonly accuracyM: number
}

/** A worse fix makes an area of a hectare wrong by a tenth. */
export const WORST_M = 15
export const isGood = ({ accuracyM, at }: Fix): boolean =>
  accuracyM > 0 && accuracyM <= WORST_M && at.every((degrees) => Number.isFinite(degrees))

const RADIUS_M = 6_378_137
const SQUARED_ECCENTRICITY = 0.006_694_379_990_14

/** Metres from the first position on a plane that touches the ellipsoid there: exact to a millionth over a kilometre. */
function onPlane(positions: readonly Position[]): [x: number, y: number][] {
  const [first = [0, 0]] = positions
  const latitude = (first[1] * Math.PI) / 180
  const w = 1 - SQUARED_ECCENTRICITY * Math.sin(latitude) ** 2
  const alongMeridian = (RADIUS_M * (1 - SQUARED_ECCENTRICITY)) / w ** 1.5
  const acrossIt = (RADIUS_M / Math.sqrt(w)) * Math.cos(latitude)
  return positions.map(([x, y]) => [
    ((x - first[0]) * Math.PI * acrossIt) / 180,
    ((y - first[1]) * Math.PI * alongMeridian) / 180,
  ])
}

export function metresBetween(a: Position, b: Position): number {
  const [, to = [0, 0]] = onPlane([a, b])
  return Math.hypot(...to)
}

/** Twice the area, positive for a ring that runs counterclockwise. */
function doubled(ring: readonly (readonly [number, number])[]): number {
  let sum = 0
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    sum += x * nextY - nextX * y
  }
  return sum
}

/** Hectares inside of the corners. */
export const hectares = (corners: readonly Position[]): number =>
  corners.length < 3 ? 0 : Math.abs(doubled(onPlane(corners))) / 20_000

/** Whether two sides of the closed ring cross. */
export function crossesItself(corners: readonly Position[]): boolean {
  const ring = onPlane(corners)
  const { length } = ring
  if (length < 4) return false
  for (let i = 0; i < length; i++)
    for (let j = i + 2; j < length; j++) {
      if (i === 0 && j === length - 1) continue
      if (cross(ring[i], ring[i + 1], ring[j], ring[(j + 1) % length])) return true
    }
  return false
}

type MaybeCorner = readonly [number, number] | undefined
function cross(a: MaybeCorner, b: MaybeCorner, c: MaybeCorner, d: MaybeCorner): boolean {
  if (!a || !b || !c || !d) return false
  const side = (p: readonly [number, number], q: readonly [number, number], r: readonly [number, number]) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  // Corners of a straight side are in one line; only a true crossing counts.
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/** Corners nearer than this are one. */
const NEAREST_M = 2
/** The service takes 10,000. */
export const MOST_CORNERS = 2_000

export interface Walk {
  readonly corners: readonly Position[]
  /** Fixes that were not used, because they were not accurate. */
  readonly leftOut: number
}

/** Takes one more fix of a walk. One that moved less than its own error, or two metres, is the same place. */
export function walked(walk: Walk, fix: Fix): Walk {
  if (!isGood(fix)) return { ...walk, leftOut: walk.leftOut + 1 }
  const last = walk.corners.at(-1)
  const least = Math.max(NEAREST_M, fix.accuracyM / 2)
  if (last !== undefined && metresBetween(last, fix.at) < least) return walk
  if (walk.corners.length >= MOST_CORNERS) return walk
  return { ...walk, corners: [...walk.corners, fix.at] }
}

/** A centimetre; the rules of the EU ask for six decimals at least. */
export const DECIMALS = 7
const rounded = ([x, y]: Position): Position => [Number(x.toFixed(DECIMALS)), Number(y.toFixed(DECIMALS))]

/** Returns what the record carries: a closed ring, counterclockwise (RFC 7946), or a point; null for too few corners. */
export function geometryOf(corners: readonly Position[], isPoint: boolean): Outline | null {
  const ring = corners.map(rounded)
  const [first] = ring
  if (first === undefined) return null
  if (isPoint) return { type: 'Point', coordinates: first }
  if (ring.length < 3 || hectares(ring) === 0) return null
  const [start, ...rest] = doubled(onPlane(ring)) < 0 ? [...ring].reverse() : ring
  if (start === undefined) return null
  return { type: 'Polygon', coordinates: [[start, ...rest, start]] }
}

/** Returns the corners of an outline that this form can change; null for a form that it cannot, such as one with holes. */
export function cornersOf(geometry: Outline | undefined): readonly Position[] | null {
  if (geometry === undefined) return []
  const { type, coordinates } = geometry
  if (type === 'Point') return [coordinates as Position]
  if (type !== 'Polygon' || !Array.isArray(coordinates) || coordinates.length !== 1) return null
  return (coordinates[0] as Position[]).slice(0, -1)
}

/** The outline as a path within a square, north up. */
export function pathOf(corners: readonly Position[], size: number): string {
  const plane = onPlane(corners)
  const [xs, ys] = [plane.map(([x]) => x), plane.map(([, y]) => y)]
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const wide = Math.max(Math.max(...xs) - left, Math.max(...ys) - bottom, 1)
  const on = (value: number) => ((value * (size - 12)) / wide + 6).toFixed(1)
  return plane.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${on(x - left)} ${on(wide - (y - bottom))}`).join('')
}
