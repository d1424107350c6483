import { describe, expect, test } from 'vitest'
import {
  cornersOf,
  crossesItself,
  geometryOf,
  hectares,
  MOST_CORNERS,
  metresBetween,
  type Position,
  pathOf,
  type Walk,
  walked,
} from '../../../../src/clients/field/rules/outline.ts'
import { hectaresOf } from '../../../../src/domain/outline.ts'

/** A square of about 100 m near Kampala, counterclockwise. */
const EAST = 100 / 111_318
const NORTH = 100 / 110_574
const SQUARE: readonly Position[] = [
  [32.5, 0.3],
  [32.5 + EAST, 0.3],
  [32.5 + EAST, 0.3 + NORTH],
  [32.5, 0.3 + NORTH],
]

describe('an outline', () => {
  test('has the area that the service finds', () => {
    const far: Position[] = [[10, 60], [10.01, 60], [10.01, 60.01], [10, 60.01]] // biome-ignore format: one ring
    for (const corners of [SQUARE, far]) {
      const exact = hectaresOf(geometryOf(corners, false)) ?? 0
      expect(exact).toBeGreaterThan(0.9)
      expect(Math.abs(hectares(corners) / exact - 1)).toBeLessThan(0.001)
    }
    expect(hectares(SQUARE.slice(0, 2))).toBe(0)
    expect(metresBetween([32.5, 0.3], [32.5 + EAST, 0.3])).toBeCloseTo(100, 0)
  })
  test('crosses itself only if two sides truly cross', () => {
    const [a, b, c, d] = SQUARE as [Position, Position, Position, Position]
    expect(crossesItself(SQUARE)).toBe(false)
    expect(crossesItself([a, c, b, d])).toBe(true)
    expect(crossesItself([a, b, c])).toBe(false)
    const between: Position[] = [0.25, 0.5, 0.75].map((part) => [32.5 + EAST * part, 0.3])
    expect(crossesItself([a, ...between, b, c, d])).toBe(false)
  })
  test('is a closed ring, counterclockwise, with seven decimals', () => {
    const clockwise = [...SQUARE].reverse()
    for (const corners of [SQUARE, clockwise]) {
      const { type, coordinates } = geometryOf(corners, false) as { type: string; coordinates: Position[][] }
      const ring = coordinates[0] ?? []
      expect(type).toBe('Polygon')
      expect(ring).toHaveLength(5)
      expect(ring[0]).toEqual(ring[4])
      const turn = ring.reduce(
        (sum, [x, y], i) => sum + x * (ring[i + 1]?.[1] ?? y) - (ring[i + 1]?.[0] ?? x) * y,
        0,
      )
      expect(turn).toBeGreaterThan(0)
    }
    expect(geometryOf([[32.123456789, 0.1]], true)).toEqual({ type: 'Point', coordinates: [32.1234568, 0.1] })
    expect(geometryOf(SQUARE.slice(0, 2), false)).toBeNull()
    expect(geometryOf([], true)).toBeNull()
  })
  test('is read back; one with holes or parts is not', () => {
    const geometry = geometryOf(SQUARE, false)
    expect(cornersOf(geometry ?? undefined)).toHaveLength(4)
    expect(cornersOf(undefined)).toEqual([])
    expect(cornersOf({ type: 'Point', coordinates: [1, 2] })).toEqual([[1, 2]])
    expect(cornersOf({ type: 'MultiPolygon', coordinates: [] })).toBeNull()
    expect(cornersOf({ type: 'Polygon', coordinates: [[], []] })).toBeNull()
  })
  test('is drawn within its square', () => {
    const figures =
      pathOf(SQUARE, 240)
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? []
    expect(figures).toHaveLength(8)
    for (const one of figures) expect(Math.abs(one - 120)).toBeLessThanOrEqual(114.1)
  })
})

describe('a walk', () => {
  const NONE: Walk = { corners: [], leftOut: 0 }
  test('leaves out bad fixes and counts them, and fixes of the same place without a word', () => {
    const bad = [50, Number.NaN, 0].reduce(
      (walk, accuracyM) => walked(walk, { at: [32, 0], accuracyM }),
      NONE,
    )
    expect(bad).toEqual({ corners: [], leftOut: 3 })
    const one = walked(NONE, { at: [32, 0], accuracyM: 10 })
    expect(walked(one, { at: [32.00003, 0], accuracyM: 10 })).toBe(one)
    expect(walked(one, { at: [32.0001, 0], accuracyM: 10 }).corners).toHaveLength(2)
  })
  test('ends at the most corners', () => {
    const full = { corners: Array.from({ length: MOST_CORNERS }, (): Position => [32, 0]), leftOut: 0 }
    expect(walked(full, { at: [33, 0], accuracyM: 4 })).toBe(full)
  })
})
