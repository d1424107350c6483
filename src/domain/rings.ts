import { orient2d } from 'robust-predicates'
import { must } from '../base/typed.ts'

/** The corners of a closed ring. The first is not repeated at the end, and neighbours differ. */
export type Corners = readonly (readonly [x: number, y: number, ...rest: number[]])[]

/** Result and cost of a sweep. */
export interface Swept {
  readonly isSurface: boolean
  /** Number of comparisons of a point with an edge: at most about 3·n·log₂ n for n corners of any shape. */
  readonly comparisons: number
}

/**
 * Where a point lies: outside of all, or the number of the ring that it is directly within. Within ring 0 of an outline
 * with holes is its surface, which is outside of its holes.
 */
type Region = number
const OUTSIDE: Region = -1
const SURFACE: Region = 0

/**
 * Decides whether these rings, the outline first and then its holes, bound one surface. Edges of one ring may
 * share only the corner between neighbours; edges of different rings may touch at a point, but not cross or
 * run along each other; holes must lie inside the outline and not in each other.
 *
 * A sweep from west to east (M. I. Shamos and D. Hoey, "Geometric intersection problems", 1976): the edges
 * over the sweep line are kept from south to north, and only edges that become neighbours there are compared,
 * so that the work is n·log n for every shape. The side of an edge that a point is on is computed exactly, so
 * rounding cannot spoil the order.
 *
 * @param others what the rings after the first are. `parts` must lie outside of each other, and may touch as holes may.
 */
export function sweep(rings: readonly Corners[], others: 'holes' | 'parts' = 'holes'): Swept {
  const line = new SweepLine(rings, others === 'holes' ? SURFACE : OUTSIDE)
  const isSurface = line.places().every((corners) => line.pass(corners))
  return { isSurface, comparisons: line.comparisons }
}

/** Edge `i` runs from corner `i` to the next one of its ring. */
class SweepLine {
  comparisons = 0
  readonly #x: Float64Array
  readonly #y: Float64Array
  readonly #ring: Int32Array
  readonly #next: Int32Array
  readonly #previous: Int32Array
  /** The corners of each edge: the one that the sweep meets first, and the other. */
  readonly #from: Int32Array
  readonly #to: Int32Array
  /** Edges over the sweep line, from south to north; only the first `#length` count. */
  readonly #edges: Int32Array
  #length = 0
  /** By edge: what lies north of it. */
  readonly #north: Int32Array
  /** What lies around the rings after the first. */
  readonly #around: Region

  constructor(rings: readonly Corners[], around: Region) {
    this.#around = around
    const count = rings.reduce((sum, { length }) => sum + length, 0)
    const numbers = () => new Int32Array(count)
    this.#x = new Float64Array(count)
    this.#y = new Float64Array(count)
    this.#ring = numbers()
    this.#next = numbers()
    this.#previous = numbers()
    this.#from = numbers()
    this.#to = numbers()
    this.#edges = numbers()
    this.#north = numbers()
    let first = 0
    for (const [ring, corners] of rings.entries()) {
      for (const [at, [x, y]] of corners.entries()) {
        const corner = first + at
        const next = first + ((at + 1) % corners.length)
        this.#x[corner] = x
        this.#y[corner] = y
        this.#ring[corner] = ring
        this.#next[corner] = next
        this.#previous[next] = corner
      }
      first += corners.length
    }
    for (let edge = 0; edge < count; edge++) {
      const other = must(this.#next[edge])
      const isEastward = this.#order(edge, other) < 0
      this.#from[edge] = isEastward ? edge : other
      this.#to[edge] = isEastward ? other : edge
    }
  }

  /** Returns all corners from west to east, then from south to north, grouped by point. */
  places(): number[][] {
    const corners = Array.from(this.#x.keys()).sort((a, b) => this.#order(a, b))
    const places: number[][] = []
    for (const corner of corners) {
      const last = places.at(-1)
      if (last !== undefined && this.#order(must(last[0]), corner) === 0) last.push(corner)
      else places.push([corner])
    }
    return places
  }

  /**
   * Moves the sweep line past one point.
   * @param corners all at that point
   * @returns false when the rings are found to bound no surface
   */
  pass(corners: readonly number[]): boolean {
    const here = must(corners[0])
    const rings = new Set(corners.map((corner) => must(this.#ring[corner])))
    if (rings.size < corners.length) return false
    const first = this.#firstNotSouthOf(here)
    let end = first
    const onwards: number[] = []
    for (; end < this.#length; end++) {
      const edge = must(this.#edges[end])
      if (this.#side(edge, here) !== 0) break
      if (this.#order(must(this.#to[edge]), here) !== 0) onwards.push(edge)
    }
    // An edge may pass here without a corner, touched by another ring. Two such edges cross, which is a
    // fault.
    if (onwards.length > 1 || onwards.some((edge) => rings.has(must(this.#ring[edge])))) return false
    for (const corner of corners)
      for (const edge of [corner, must(this.#previous[corner])])
        if (this.#from[edge] === corner) onwards.push(edge)
    let runAlong = false
    onwards.sort((a, b) => {
      const turn = this.#turn(here, must(this.#to[b]), must(this.#to[a]))
      if (turn === 0) runAlong = true
      return turn
    })
    if (runAlong) return false
    this.#replace(first, end, onwards)
    const last = first + onwards.length
    return (
      this.#staysInRegions(first, last) &&
      !this.#crossAt(first - 1) &&
      (last === first || !this.#crossAt(last - 1))
    )
  }

  /** Compares from west to east, then from south to north; 0 for the same point. */
  #order(a: number, b: number): number {
    const [ax, ay] = [must(this.#x[a]), must(this.#y[a])]
    const [bx, by] = [must(this.#x[b]), must(this.#y[b])]
    if (ax !== bx) return ax < bx ? -1 : 1
    return ay === by ? 0 : ay < by ? -1 : 1
  }

  /** Returns above 0 if c is left of the line from a to b, below 0 if right of it, 0 if on it. */
  #turn(a: number, b: number, c: number): number {
    this.comparisons++
    const [x, y] = [this.#x, this.#y]
    // The library uses screen axes.
    return -orient2d(must(x[a]), must(y[a]), must(x[b]), must(y[b]), must(x[c]), must(y[c]))
  }

  /** Returns above 0 if the corner is north of the edge, below 0 if south of it, 0 if on it. */
  #side(edge: number, corner: number): number {
    return this.#turn(must(this.#from[edge]), must(this.#to[edge]), corner)
  }

  #firstNotSouthOf(corner: number): number {
    let [low, high] = [0, this.#length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#side(must(this.#edges[middle]), corner) > 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #replace(first: number, end: number, edges: readonly number[]): void {
    const after = first + edges.length
    if (after !== end) this.#edges.copyWithin(after, end, this.#length)
    this.#length += after - end
    this.#edges.set(edges, first)
  }

  /**
   * Records the region north of these edges; false if an edge is in a region that its ring does not bound.
   */
  #staysInRegions(first: number, last: number): boolean {
    let region = first === 0 ? OUTSIDE : must(this.#north[must(this.#edges[first - 1])])
    for (let at = first; at < last; at++) {
      const edge = must(this.#edges[at])
      const ring = must(this.#ring[edge])
      const around = ring === 0 ? OUTSIDE : this.#around
      if (region !== ring && region !== around) return false
      region = region === ring ? around : ring
      this.#north[edge] = region
    }
    return true
  }

  /** Returns whether the edge at this position crosses the one north of it between their corners. */
  #crossAt(at: number): boolean {
    if (at < 0 || at + 1 >= this.#length) return false
    const [south, north] = [must(this.#edges[at]), must(this.#edges[at + 1])]
    const isBetween = (edge: number, other: number) => {
      const from = this.#side(edge, must(this.#from[other]))
      const to = this.#side(edge, must(this.#to[other]))
      return (from > 0 && to < 0) || (from < 0 && to > 0)
    }
    return isBetween(south, north) && isBetween(north, south)
  }
}
