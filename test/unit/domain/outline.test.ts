import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsNear, cellsOf } from '../../../src/domain/map-cells.ts'
import {
  type Box,
  boxesMeet,
  boxOf,
  decimalsIn,
  hectaresOf,
  isTooCoarse,
} from '../../../src/domain/outline.ts'
import { OVERLAP_SHARE, overlap } from '../../../src/domain/overlap.ts'
import { pointAt, polygonOf, rectangle, ringOf } from '../../support/outlines.ts'

const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [rectangle(west, south, east, north)],
})

/** Hectares between two parallels: the closed form for an ellipsoid (J. P. Snyder, "Map Projections", 1987, equation 3-12). */
function between(south: number, north: number, degrees: number): number {
  const [a, flattening] = [6_378_137, 1 / 298.257223563]
  const e = Math.sqrt(flattening * (2 - flattening))
  const q = (latitude: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180)
    return (1 - e * e) * (sine / (1 - (e * sine) ** 2) - Math.log((1 - e * sine) / (1 + e * sine)) / (2 * e))
  }
  return (((a * a) / 2) * ((degrees * Math.PI) / 180) * (q(north) - q(south))) / 10_000
}

describe('the area of an outline', () => {
  // The length of a degree on the ellipsoid of WGS 84: 111,319.491 m along the equator, 110,574.3 m across it.
  const near = (geometry: object) => hectaresOf(geometry) as number
  it('is that on the ellipsoid', () => {
    expect(near(square(32, 0, 32.001, 0.001))).toBeCloseTo((111.319491 * 110.5743) / 10_000, 5)
    expect(near(square(10, 60, 10.001, 60.001))).toBeCloseTo(between(60, 60.001, 0.001), 6)
    expect(near(square(10, -45.001, 10.001, -45))).toBeCloseTo(between(45, 45.001, 0.001), 6)
  })
  it('is the same whichever way the ring turns', () => {
    const turned = polygonOf(rectangle(32, 0, 32.001, 0.001).reverse())
    expect(near(turned)).toBeCloseTo(near(square(32, 0, 32.001, 0.001)), 9)
  })
  it('leaves holes out, and adds parts', () => {
    const hole = rectangle(32.0002, 0.0002, 32.0004, 0.0004)
    const holed = polygonOf(rectangle(32, 0, 32.001, 0.001), hole)
    expect(near(holed) / near(square(32, 0, 32.001, 0.001))).toBeCloseTo(0.96, 4)
    const parts = {
      type: 'MultiPolygon',
      coordinates: [[rectangle(32, 0, 32.001, 0.001)], [rectangle(33, 0, 33.001, 0.001)]],
    }
    expect(near(parts)).toBeCloseTo(2 * near(square(32, 0, 32.001, 0.001)), 6)
  })
  it('is none for a point', () => {
    expect(hectaresOf(pointAt(32, 0))).toBeNull()
  })
})

describe('an outline is too coarse', () => {
  it.each<[string, object, boolean]>([
    ['with five decimals', pointAt(32.12345, 0.54321), true],
    ['with whole degrees', pointAt(32, 1), true],
    ['with six in one number: zeros at the end are not written', pointAt(32.1, 0.543211), false],
    ['with more than six', pointAt(32.12345678, 0.5), false],
    ['with tiny numbers', pointAt(1e-7, 0), false],
    ['with a height that has more', { type: 'Point', coordinates: [33.2, 1.5, 1234.1234567] }, true],
    ['with a height, and six in a degree', { type: 'Point', coordinates: [33.2, 1.543211, 1234] }, false],
    [
      'with heights in every corner',
      { type: 'Polygon', coordinates: [rectangle(32, 0, 32.5, 0.5).map((at) => [...at, 1234.1234567])] },
      true,
    ],
    ['with five in every corner', square(32.00001, 0.00002, 32.5, 0.5), true],
    ['with six in one corner', square(32.000012, 0.00002, 32.5, 0.5), false],
  ])('%s', (_, geometry, expected) => {
    expect(isTooCoarse(geometry, undefined)).toBe(expected)
  })
  it('by how it was written, whatever its numbers show', () => {
    expect(isTooCoarse(pointAt(32.5836, 0.5), 6)).toBe(false)
    expect(isTooCoarse(pointAt(32.123456, 0.5), 5)).toBe(true)
  })
  it.each([
    ['0.503400, 32.583600', 6],
    ['POINT(32.5836 0.50340)', 5],
    ['{"type":"Point","coordinates":[32.5,0.5000000]}', 7],
    ['32, 0', 0],
    ['[1.5e-7, 0]', 8],
    ['[1e-7, 0]', 7],
    [`0.${'1'.repeat(40)}`, 15],
    ['', 0],
  ])('%s has %i decimals', (text, decimals) => {
    expect(decimalsIn(text)).toBe(decimals)
  })
})

describe('the box around an outline', () => {
  it.each<[string, unknown, Box | null]>([
    ['of a point', pointAt(32, -1), { west: 32, south: -1, east: 32, north: -1 }],
    ['of a square', square(1, 2, 3, 4), { west: 1, south: 2, east: 3, north: 4 }],
    ['of nothing', undefined, null],
    ['of no coordinates', polygonOf(), null],
    ['beyond the pole', pointAt(32, 91), null],
    ['of words', { type: 'Point', coordinates: ['32', '1'] }, null],
    ['of a corner that is no list', polygonOf([[1, 2], 3]), null],
  ])('%s', (_, geometry, expected) => {
    expect(boxOf(geometry)).toEqual(expected)
  })
})

const aBox = fc
  .record({
    west: fc.double({ min: -180, max: 180, noNaN: true }),
    south: fc.double({ min: -90, max: 90, noNaN: true }),
    wide: fc.integer({ min: -30, max: 8 }).map((n) => 2 ** n),
    high: fc.integer({ min: -30, max: 7 }).map((n) => 2 ** n),
  })
  .map(({ west, south, wide, high }) => ({
    west,
    south,
    east: Math.min(180, west + wide),
    north: Math.min(90, south + high),
  }))
/** Two boxes, often near each other. */
const twoBoxes = fc.tuple(aBox, aBox, fc.boolean()).map(([a, b, isNear]) => {
  if (!isNear) return [a, b] as const
  const moved = {
    west: a.west,
    south: a.south,
    east: Math.min(180, a.west + b.east - b.west),
    north: Math.min(90, a.south + b.north - b.south),
  }
  return [a, moved] as const
})

describe('cells of the map', () => {
  it('are four at most for a box', () => {
    fc.assert(
      fc.property(aBox, (box) => {
        const cells = cellsOf(box)
        expect(cells.length).toBeLessThanOrEqual(4)
        expect(new Set(cells).size).toBe(cells.length)
        for (const cell of cells) expect(Number.isSafeInteger(cell)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
  it('lead to every box that meets another', () => {
    fc.assert(
      fc.property(twoBoxes, ([a, b]) => {
        if (!boxesMeet(a, b)) return
        const ranges = cellsNear(b)
        expect(
          cellsOf(a).some((cell) => ranges.some(({ first, last }) => first <= cell && cell <= last)),
        ).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })
  it('are few to look through', () => {
    fc.assert(
      fc.property(aBox, (box) => {
        expect(cellsNear(box).length).toBeLessThanOrEqual(4 * 19)
      }),
    )
  })
})

describe('two plots overlap', () => {
  const home = square(32, 1, 32.001, 1.001)
  it.each<[string, object, object, boolean]>([
    ['apart', home, square(32.002, 1, 32.003, 1.001), false],
    ['with a common fence', home, square(32.001, 1, 32.002, 1.001), false],
    ['with a common corner', home, square(32.001, 1.001, 32.002, 1.002), false],
    ['with a part of a fence', home, square(32.001, 1.0002, 32.002, 1.0007), false],
    ['by a sliver of rounding', home, square(32.000999, 1, 32.002, 1.001), false],
    ['by a twentieth', home, square(32.00095, 1, 32.002, 1.001), true],
    ['one within the other', home, square(32.0002, 1.0002, 32.0003, 1.0003), true],
    ['the same twice', home, home, true],
    [
      'one in the hole of the other',
      polygonOf(rectangle(32, 1, 32.001, 1.001), rectangle(32.0002, 1.0002, 32.0008, 1.0008)),
      square(32.0003, 1.0003, 32.0007, 1.0007),
      false,
    ],
    [
      'a part of several',
      {
        type: 'MultiPolygon',
        coordinates: [[rectangle(31, 1, 31.001, 1.001)], [rectangle(32, 1, 32.001, 1.001)]],
      },
      square(32.0005, 1.0005, 32.002, 1.002),
      true,
    ],
    [
      'a slanting fence, drawn by the one with a corner in its middle',
      polygonOf(ringOf('32 1, 32.001 1.0003, 32.001 1.001, 32 1.001, 32 1')),
      polygonOf(ringOf('32 1, 32 0.999, 32.001 0.999, 32.001 1.0003, 32.000333 1.0001, 32 1')),
      false,
    ],
    ['a point within', home, pointAt(32.0005, 1.0005), true],
    ['a point on the fence', home, pointAt(32.001, 1.0005), false],
    ['a point on a corner', home, pointAt(32, 1), false],
    ['a point outside', home, pointAt(32.0015, 1.0005), false],
    ['a point at the same place', pointAt(32.000001, 1), pointAt(32.000001, 1), true],
    ['a point a step away', pointAt(32.000001, 1), pointAt(32.000002, 1), false],
  ])('%s', (_, a, b, expected) => {
    expect(overlap(a, b)).toBe(expected)
    expect(overlap(b, a)).toBe(expected)
  })

  it('by the share of rectangles that they have in common, away from the limit', () => {
    const side = fc.integer({ min: 1, max: 400 })
    const place = fc.integer({ min: 0, max: 300 })
    const rectangle = fc
      .tuple(place, place, side, side)
      .map(([x, y, wide, high]) => [x, y, x + wide, y + high] as const)
    fc.assert(
      fc.property(rectangle, rectangle, (a, b) => {
        const wide = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]))
        const high = Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]))
        const area = ([west, south, east, north]: typeof a) => (east - west) * (north - south)
        const share = (wide * high) / Math.min(area(a), area(b))
        if (Math.abs(share - OVERLAP_SHARE) < 0.001) return
        const drawn = ([west, south, east, north]: typeof a) =>
          square(32 + west * 1e-5, 1 + south * 1e-5, 32 + east * 1e-5, 1 + north * 1e-5)
        expect(overlap(drawn(a), drawn(b))).toBe(share > OVERLAP_SHARE)
      }),
      { numRuns: 3_000 },
    )
  })
})
