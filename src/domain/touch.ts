import { must } from '../base/typed.ts'
import { positionsIn } from './geometry.ts'
import {
  type Box,
  boxesMeet,
  boxNear,
  boxOf,
  distanceToEdge,
  type Edge,
  edgesIn,
  hasInside,
  type Position,
  pointOf,
  SAME_PLACE,
  surfacesOf,
} from './outline.ts'

/** Whether two plots lie at each other on the map. */

/** Most pairs of edges that are compared: about a millisecond. Shapes that people walk need a few for each corner. */
const MOST_PAIRS = 50_000

/**
 * Returns whether two outlines share a place, to within a decimetre; true for outlines with too many edges near each other
 * to compare, since nothing shows that they do not. Both must be valid: see `isValidGeometry`.
 */
export function touches(a: unknown, b: unknown): boolean {
  const [boxA, boxB] = [boxNear(a), boxOf(b)]
  if (boxA === null || boxB === null || !boxesMeet(boxA, boxB)) return false
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)]
  if (cornersA.length * positionsIn(b) + cornersB.length * positionsIn(a) > MOST_PAIRS) return true
  if (cornersA.some((corner) => hasInside(b, corner))) return true
  if (cornersB.some((corner) => hasInside(a, corner))) return true
  const [edgesA, edgesB] = [edgesIn(a), edgesIn(b)].map((edges) =>
    edges.filter((edge) => isBeside(edge, boxA) && isBeside(edge, boxB)),
  ) as [Edge[], Edge[]]
  return anyMeet(edgesA, edgesB)
}

/** Compares each edge with those of the other outline at its height. */
function anyMeet(edges: readonly Edge[], others: readonly Edge[]): boolean {
  const sorted = others.toSorted((one, other) => southOf(one) - southOf(other))
  const tallest = sorted.reduce((most, edge) => Math.max(most, northOf(edge) - southOf(edge)), 0)
  let pairs = 0
  for (const edge of edges) {
    const [from, to] = [southOf(edge) - tallest - SAME_PLACE, northOf(edge) + SAME_PLACE]
    for (let at = firstFrom(sorted, from); at < sorted.length; at++) {
      const other = must(sorted[at])
      if (southOf(other) > to) break
      if (++pairs > MOST_PAIRS || meet(edge, other)) return true
    }
  }
  return false
}

const southOf = ([[, a], [, b]]: Edge): number => Math.min(a, b)
const northOf = ([[, a], [, b]]: Edge): number => Math.max(a, b)

/** Returns the index of the first of these edges, sorted by their southern ends, that does not end before `south`. */
function firstFrom(sorted: readonly Edge[], south: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (southOf(must(sorted[middle])) < south) low = middle + 1
    else high = middle
  }
  return low
}

/** One corner of each surface: if one lies wholly within another, no edges meet. */
function cornersOf(geometry: unknown): Position[] {
  const point = pointOf(geometry)
  return point === undefined ? surfacesOf(geometry).map(([outer]) => must(must(outer)[0])) : [point]
}

const isBeside = ([[ax, ay], [bx, by]]: Edge, { west, east, south, north }: Box): boolean =>
  Math.max(ax, bx) >= west - SAME_PLACE &&
  Math.min(ax, bx) <= east + SAME_PLACE &&
  Math.max(ay, by) >= south - SAME_PLACE &&
  Math.min(ay, by) <= north + SAME_PLACE

function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const areApart = [0, 1].some((axis) => {
    const [p, q, r, s] = [a[axis], b[axis], c[axis], d[axis]].map((one) => must(one)) as [
      number,
      number,
      number,
      number,
    ]
    return Math.max(p, q) + SAME_PLACE < Math.min(r, s) || Math.max(r, s) + SAME_PLACE < Math.min(p, q)
  })
  if (areApart) return false
  const cross = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
  return cross || isOn(a, c, d) || isOn(b, c, d) || isOn(c, a, b) || isOn(d, a, b)
}

const turn = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number =>
  (bx - ax) * (y - ay) - (by - ay) * (x - ax)

/** Whether a place is on the line between two others. */
const isOn = (place: Position, from: Position, to: Position): boolean =>
  distanceToEdge(place, [from, to]) <= SAME_PLACE
