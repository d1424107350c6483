import type { Corners } from '../../../src/domain/rings.ts'

type Corner = readonly [number, number]

/** A comb: as many long edges side by side as there are teeth. */
export function comb(teeth: number): Corner[] {
  const step = 160 / (2 * teeth)
  const corners: Corner[] = []
  for (let tooth = 0; tooth < 2 * teeth; tooth++) {
    const [near, far] = tooth % 2 === 0 ? [-70, 70] : [70, -70]
    corners.push([-80 + tooth * step, near], [-80 + tooth * step, far])
  }
  return [...corners, [81, -70], [81, -80], [-80, -80]]
}

/** A rectangular coil, whose edges are long along both axes. */
export function coil(turns: number): Corner[] {
  const step = 80 / (turns + 1)
  const inwards: Corner[] = []
  for (let turn = 0; turn < turns; turn++) {
    const r = 80 - turn * step
    inwards.push([-r, -r], [r, -r], [r, r], [-r, r], [-r, -r + step])
  }
  // Beside the way in, nearer to the middle.
  const half = step / 2
  const outwards = inwards
    .toReversed()
    .map(([x, y]): Corner => [x - Math.sign(x) * half, y - Math.sign(y) * half])
  return [...inwards, ...outwards]
}

export function circle(corners: number, radius = 1): Corner[] {
  return Array.from({ length: corners }, (_, at) => {
    const angle = (at * 2 * Math.PI) / corners
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

/** Out along one line and back along another, fifty turns. */
export function spiral(side: number): Corner[] {
  const along = (at: number, start: number): Corner => {
    const angle = (at / side) * 100 * Math.PI
    const radius = start + (at / side) * 60
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  }
  const out = Array.from({ length: side }, (_, at) => along(at, 1))
  return [...out, ...Array.from({ length: side }, (_, at) => along(at, 1.5)).toReversed()]
}

/** Teeth that all end near the middle. */
export function star(corners: number): Corner[] {
  return circle(corners, 80).map(([x, y], at): Corner => (at % 2 === 0 ? [x, y] : [x / 1e4, y / 1e4]))
}

export const box = (x: number, y: number, size: number): Corner[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]

/** Small squares in rows, which touch at their corners. */
export function tiles(count: number): Corner[][] {
  const row = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, at) => {
    const [column, line] = [at % row, Math.floor(at / row)]
    return box(-50 + (2 * column + (line % 2)) * 0.5, -50 + line * 0.5, 0.5)
  })
}

/** Narrow triangles with one corner in common. */
export function fan(count: number): Corner[][] {
  return Array.from({ length: count }, (_, at) => {
    const low = -1 + at / count
    return [
      [0, 0],
      [50, 50 * low],
      [50, 50 * (low + 0.5 / count)],
    ]
  })
}

/** Each a hole around the next: no surface, and the sweep ends soon. */
export const nested = (count: number): Corner[][] =>
  Array.from({ length: count }, (_, at) =>
    box(-80 + (70 * at) / count, -80 + (70 * at) / count, 160 - (140 * at) / count),
  )

/** From side to side at heights in disorder. */
export function zigzag(corners: number): Corner[] {
  return Array.from({ length: corners }, (_, at) => [
    at % 2 === 0 ? -50 : 50,
    ((at * 7919) % corners) * (100 / corners) - 50,
  ])
}

/** The diagonals of a polygon of as many corners: each edge crosses nearly all others. */
export function crossed(corners: number): Corner[] {
  const odd = corners | 1
  const round = circle(odd, 50)
  return round.map((_, at) => round[(at * ((odd - 1) / 2)) % odd] as Corner)
}

/** Petals that all come back to the middle. */
export const flower = (petals: number): Corner[] => fan(petals).flat()

/** Up in steps of which every other edge is upright, on two lines only. */
export function stairs(steps: number): Corner[] {
  const high = 80 / steps
  const up = Array.from({ length: steps }, (_, at): Corner => [at % 2, (at - (at % 2) * 0.5) * high])
  return [...up, ...up.toReversed().map(([x, y]): Corner => [x + 10, y])]
}

export const turned = (corners: Corners): Corner[] => corners.map(([x, y]) => [y, x])

export const slanting = (corners: Corners): Corner[] => corners.map(([x, y]) => [(x + y) / 2, (x - y) / 2])

/**
 * The rule once more, slowly: every edge compared with every other, in whole numbers without rounding. For corners with
 * whole numbers only.
 */
export function isSurfaceByAllPairs(rings: readonly Corners[], others: 'holes' | 'parts' = 'holes'): boolean {
  const edges = rings.flatMap((corners, ring) =>
    corners.map((from, at) => {
      const to = corners[(at + 1) % corners.length] as Corner
      return { ring, at, count: corners.length, from: whole(from), to: whole(to) }
    }),
  )
  for (const [i, edge] of edges.entries())
    for (const other of edges.slice(i + 1)) {
      if (areApart(edge, other)) continue
      if (cross(edge, other)) return false
      const met = placesOn(edge, other)
      if (new Set(met.map(String)).size > 1) return false
      if (edge.ring !== other.ring) continue
      if (met.length > 0 && !(follows(edge, other) || follows(other, edge))) return false
    }
  return edges.every((edge) => isInPlace(edge, edges, rings.length, others))
}

type Whole = readonly [bigint, bigint]
interface Edge {
  readonly ring: number
  readonly at: number
  readonly count: number
  readonly from: Whole
  readonly to: Whole
}

/** Twice its size, so that halves between whole numbers are whole too. */
const whole = ([x, y]: readonly [number, number, ...number[]]): Whole => [2n * BigInt(x), 2n * BigInt(y)]

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a > b ? a : b)

const areApart = (a: Edge, b: Edge): boolean =>
  [0, 1].some((axis) => {
    const of = ({ from, to }: Edge) => [from[axis] as bigint, to[axis] as bigint] as const
    return most(...of(a)) < least(...of(b)) || most(...of(b)) < least(...of(a))
  })

const turn = (a: Whole, b: Whole, c: Whole): bigint =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function cross(a: Edge, b: Edge): boolean {
  const isBetween = (one: Edge, { from, to }: Edge) => {
    const [f, t] = [turn(one.from, one.to, from), turn(one.from, one.to, to)]
    return (f > 0n && t < 0n) || (f < 0n && t > 0n)
  }
  return isBetween(a, b) && isBetween(b, a)
}

const isOn = ({ from, to }: Edge, place: Whole): boolean =>
  turn(from, to, place) === 0n &&
  [0, 1].every((axis) => {
    const [f, t, p] = [from[axis] as bigint, to[axis] as bigint, place[axis] as bigint]
    return p >= least(f, t) && p <= most(f, t)
  })

const placesOn = (a: Edge, b: Edge): Whole[] => [
  ...[b.from, b.to].filter((place) => isOn(a, place)),
  ...[a.from, a.to].filter((place) => isOn(b, place)),
]

const follows = (a: Edge, b: Edge): boolean => (a.at + 1) % a.count === b.at

/** Do outline and holes, or parts, each run where they may? Asked in the middle of every stretch between two corners on it. */
function isInPlace(edge: Edge, edges: readonly Edge[], rings: number, others: 'holes' | 'parts'): boolean {
  const corners = edges.flatMap(({ from }) => (isOn(edge, from) ? [from] : []))
  const along = [...corners, edge.to].sort((a, b) => Number(a[0] - b[0]) || Number(a[1] - b[1]))
  return along.slice(1).every((to, i) => {
    const from = along[i] as Whole
    const middle: Whole = [(from[0] + to[0]) / 2n, (from[1] + to[1]) / 2n]
    if (String(from) === String(to)) return true
    const within = Array.from({ length: rings }, (_, ring) => ring).filter(
      (ring) =>
        ring !== edge.ring &&
        isWithin(
          middle,
          edges.filter((other) => other.ring === ring),
        ),
    )
    return edge.ring === 0 || others === 'parts'
      ? within.length === 0
      : within.length === 1 && within[0] === 0
  })
}

function isWithin(place: Whole, edges: readonly Edge[]): boolean {
  let inside = false
  for (const { from, to } of edges) {
    if (from[1] > place[1] === to[1] > place[1]) continue
    const [low, high] = from[1] < to[1] ? [from, to] : [to, from]
    if (turn(low, high, place) > 0n) inside = !inside
  }
  return inside
}
