/** Longitude and latitude in degrees, in that order (RFC 7946 section 3.1.1). */
type Position = readonly [number, number, ...number[]]

/** A ring without its closing position and without repeated positions: a phone standing still repeats itself. */
type Corners = readonly Position[]

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
  const [outline, ...holes] = corners as [Corners, ...Corners[]]
  return !edgesMeet(corners) && holes.every((hole) => isWithin(hole[0] as Position, outline))
}

/** Null when it is no closed ring of at least four positions, or has fewer than three different corners in a row. */
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

/** Twice the signed area of the triangle; its sign says on which side of a→b the place c lies. */
function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/**
 * Does the line anywhere turn on the spot and run back along itself? A ring that neither does so nor meets itself
 * bounds an area, so that nothing else need be asked to rule out one of none.
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

/** Edges as columns of numbers, sorted along the sweep, so that thousands of them are compared in milliseconds. */
interface Edges {
  readonly count: number
  readonly ring: Int32Array
  readonly at: Int32Array
  readonly ax: Float64Array
  readonly ay: Float64Array
  readonly bx: Float64Array
  readonly by: Float64Array
}

/**
 * Do two edges of a polygon meet where they must not? Edges of one ring may share only the corner between neighbours;
 * edges of different rings may touch in a place, but not cross or run along each other. A sweep: edges sorted
 * by where they begin are compared only with those that begin before they end.
 */
function edgesMeet(rings: readonly Corners[]): boolean {
  const { count, ring, at, ax, ay, bx, by } = sortedEdges(rings)
  const areNeighbours = (i: number, j: number): boolean => {
    const apart = Math.abs((at[i] as number) - (at[j] as number))
    return apart === 1 || apart === (rings[ring[i] as number]?.length ?? 0) - 1
  }
  for (let i = 0; i < count; i++) {
    const edge: Edge = [ax[i] as number, ay[i] as number, bx[i] as number, by[i] as number]
    const [fromX, fromY, toX, toY] = edge
    const endX = Math.max(fromX, toX)
    const lowY = Math.min(fromY, toY)
    const highY = Math.max(fromY, toY)
    for (let j = i + 1; j < count; j++) {
      const cx = ax[j] as number
      const dx = bx[j] as number
      if (cx > endX && dx > endX) break
      const cy = ay[j] as number
      const dy = by[j] as number
      if ((cy < lowY && dy < lowY) || (cy > highY && dy > highY)) continue
      // Most of what is left lies wholly on one side, and millions of pairs may be left in a slanting comb.
      const c = side(fromX, fromY, toX, toY, cx, cy)
      const d = side(fromX, fromY, toX, toY, dx, dy)
      if ((c > 0 && d > 0) || (c < 0 && d < 0)) continue
      const other: Edge = [cx, cy, dx, dy]
      if (ring[i] !== ring[j] ? crossOrOverlap(edge, other) : !areNeighbours(i, j) && touch(edge, other))
        return true
    }
  }
  return false
}

/** Swept along the axis on which edges overlap each other less: a plot can be a comb either way. */
function sortedEdges(rings: readonly Corners[]): Edges {
  const edges = rings.flatMap((corners, ring) =>
    corners.map((a, at) => ({ ring, at, a, b: corners[(at + 1) % corners.length] as Position })),
  )
  const crowding = (axis: 0 | 1): number => {
    let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (const { a, b } of edges) {
      low = Math.min(low, a[axis])
      high = Math.max(high, a[axis])
      sum += Math.abs(a[axis] - b[axis])
    }
    return sum / (high - low)
  }
  const [x, y] = crowding(0) <= crowding(1) ? ([0, 1] as const) : ([1, 0] as const)
  edges.sort((e, f) => Math.min(e.a[x], e.b[x]) - Math.min(f.a[x], f.b[x]))
  return {
    count: edges.length,
    ring: Int32Array.from(edges, (edge) => edge.ring),
    at: Int32Array.from(edges, (edge) => edge.at),
    ax: Float64Array.from(edges, ({ a }) => a[x]),
    ay: Float64Array.from(edges, ({ a }) => a[y]),
    bx: Float64Array.from(edges, ({ b }) => b[x]),
    by: Float64Array.from(edges, ({ b }) => b[y]),
  }
}

type Edge = readonly [ax: number, ay: number, bx: number, by: number]

function crosses([ax, ay, bx, by]: Edge, [cx, cy, dx, dy]: Edge): boolean {
  const a = side(cx, cy, dx, dy, ax, ay)
  const b = side(cx, cy, dx, dy, bx, by)
  const c = side(ax, ay, bx, by, cx, cy)
  const d = side(ax, ay, bx, by, dx, dy)
  return ((a > 0 && b < 0) || (a < 0 && b > 0)) && ((c > 0 && d < 0) || (c < 0 && d > 0))
}

function isOn([ax, ay, bx, by]: Edge, x: number, y: number): boolean {
  return (
    side(ax, ay, bx, by, x, y) === 0 &&
    x >= Math.min(ax, bx) &&
    x <= Math.max(ax, bx) &&
    y >= Math.min(ay, by) &&
    y <= Math.max(ay, by)
  )
}

function placesOn(edge: Edge, other: Edge): [number, number][] {
  const [ax, ay, bx, by] = edge
  const [cx, cy, dx, dy] = other
  const places: [number, number][] = []
  if (isOn(edge, cx, cy)) places.push([cx, cy])
  if (isOn(edge, dx, dy)) places.push([dx, dy])
  if (isOn(other, ax, ay)) places.push([ax, ay])
  if (isOn(other, bx, by)) places.push([bx, by])
  return places
}

function touch(edge: Edge, other: Edge): boolean {
  return crosses(edge, other) || placesOn(edge, other).length > 0
}

/** Two ends that lie on the other edge in different places mean a stretch in common. */
function crossOrOverlap(edge: Edge, other: Edge): boolean {
  if (crosses(edge, other)) return true
  const [first, ...rest] = placesOn(edge, other)
  return first !== undefined && rest.some(([x, y]) => x !== first[0] || y !== first[1])
}

/** Inside the ring or on its line. Counts how often a ray to the east leaves it. */
function isWithin([x, y]: Position, corners: Corners): boolean {
  let inside = false
  for (const [at, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(at + 1) % corners.length] as Position
    if (isOn([ax, ay, bx, by], x, y)) return true
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
