import { addTo } from '../base/groups.ts'
import { must } from '../base/typed.ts'
import {
  type Box,
  boxesMeet,
  boxOf,
  hasInside,
  type Position,
  pointOf,
  type Ring,
  surfacesOf,
} from './outline.ts'

/**
 * Two surfaces overlap if their common area is more than this share of the smaller one, so that shared edges
 * and rounding between neighbours are no overlap. A point overlaps a surface that contains it, and a point at
 * the same place.
 *
 * The common area is measured along lines from west to east, so that the work grows with the number of
 * corners for every shape. Computing the intersection itself could give millions of pieces, as for two combs
 * laid across each other.
 */
export const OVERLAP_SHARE = 0.01

/**
 * Approximate limit of crossings of edges with lines in one comparison; shapes with more edges get fewer
 * lines.
 */
const CROSSINGS = 16_000
const [FEWEST_LINES, MOST_LINES] = [16, 128]

/** Returns whether two geometries overlap. Both must be valid: see `isValidGeometry`. */
export function overlap(a: unknown, b: unknown): boolean {
  const [boxA, boxB] = [boxOf(a), boxOf(b)]
  if (boxA === null || boxB === null || !boxesMeet(boxA, boxB)) return false
  const [pointA, pointB] = [pointOf(a), pointOf(b)]
  if (pointA !== undefined && pointB !== undefined) return pointA[0] === pointB[0] && pointA[1] === pointB[1]
  if (pointA !== undefined) return hasInside(b, pointA)
  if (pointB !== undefined) return hasInside(a, pointB)
  const smaller = Math.min(flatAreaOf(a), flatAreaOf(b))
  return commonArea(a, b, common(boxA, boxB)) > OVERLAP_SHARE * smaller
}

const common = (a: Box, b: Box): Box => ({
  west: Math.max(a.west, b.west),
  south: Math.max(a.south, b.south),
  east: Math.min(a.east, b.east),
  north: Math.min(a.north, b.north),
})

/** Returns square degrees, which suffice to compare areas that are near each other. */
function flatAreaOf(geometry: unknown): number {
  let area = 0
  for (const surface of surfacesOf(geometry))
    for (const [at, ring] of surface.entries()) area += (at === 0 ? 1 : -1) * Math.abs(flatArea(ring))
  return area
}

function flatArea(ring: Ring): number {
  const [x, y] = must(ring[0])
  let twice = 0
  for (let at = 1; at < ring.length; at++) {
    const [ax, ay] = must(ring[at - 1])
    const [bx, by] = must(ring[at])
    // Relative to a corner: in products of whole degrees, rounding would exceed the area of a garden.
    twice += (ax - x) * (by - y) - (bx - x) * (ay - y)
  }
  return twice / 2
}

function commonArea(a: unknown, b: unknown, { south, north }: Box): number {
  if (!(north > south)) return 0
  const [edgesA, edgesB] = [edgesAcross(a, south, north), edgesAcross(b, south, north)]
  const edges = edgesA.length + edgesB.length
  const lines = Math.max(FEWEST_LINES, Math.min(MOST_LINES, Math.floor(CROSSINGS / edges)))
  const step = (north - south) / lines
  const [inA, inB] = [stretches(edgesA, south, step, lines), stretches(edgesB, south, step, lines)]
  let length = 0
  for (let line = 0; line < lines; line++) length += commonLength(must(inA[line]), must(inB[line]))
  return length * step
}

/** An edge, with the number of its polygon: crossings are paired within each polygon of a multipolygon. */
type Edge = readonly [surface: number, from: Position, to: Position]

function edgesAcross(geometry: unknown, south: number, north: number): Edge[] {
  const edges: Edge[] = []
  for (const [surface, rings] of surfacesOf(geometry).entries())
    for (const ring of rings)
      for (let at = 1; at < ring.length; at++) {
        const [from, to] = [must(ring[at - 1]), must(ring[at])]
        if (Math.min(from[1], to[1]) < north && Math.max(from[1], to[1]) > south)
          edges.push([surface, from, to])
      }
  return edges
}

/** Returns for each line the longitudes where it enters and leaves the surfaces: [in, out, in, out ...]. */
function stretches(edges: readonly Edge[], south: number, step: number, lines: number): number[][] {
  const crossings = Array.from({ length: lines }, () => new Map<number, number[]>())
  for (const [surface, [ax, ay], [bx, by]] of edges) {
    const [low, high] = ay < by ? [ay, by] : [by, ay]
    const first = Math.max(0, Math.ceil((low - south) / step - 0.5))
    for (let line = first; line < lines; line++) {
      const y = south + (line + 0.5) * step
      if (y >= high) break
      if (y < low) continue
      const there = must(crossings[line])
      const x = ax + ((y - ay) / (by - ay)) * (bx - ax)
      addTo(there, surface, x)
    }
  }
  return crossings.map((bySurface) => united([...bySurface.values()]))
}

function united(surfaces: readonly number[][]): number[] {
  for (const crossings of surfaces) crossings.sort((a, b) => a - b)
  const [only] = surfaces
  if (surfaces.length < 2) return only ?? []
  const parts = surfaces.flatMap((crossings) => pairs(crossings)).sort(([a], [b]) => a - b)
  const all: number[] = []
  for (const [from, to] of parts) {
    const last = all.length - 1
    if (last < 0 || from > must(all[last])) all.push(from, to)
    else all[last] = Math.max(must(all[last]), to)
  }
  return all
}

function pairs(crossings: readonly number[]): [number, number][] {
  const found: [number, number][] = []
  for (let at = 1; at < crossings.length; at += 2) found.push([must(crossings[at - 1]), must(crossings[at])])
  return found
}

function commonLength(a: readonly number[], b: readonly number[]): number {
  let length = 0
  for (let i = 0, j = 0; i + 1 < a.length && j + 1 < b.length; ) {
    const [endA, endB] = [must(a[i + 1]), must(b[j + 1])]
    length += Math.max(0, Math.min(endA, endB) - Math.max(must(a[i]), must(b[j])))
    if (endA < endB) i += 2
    else j += 2
  }
  return length
}
