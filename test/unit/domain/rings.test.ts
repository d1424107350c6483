import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Corners, sweep } from '../../../src/domain/rings.ts'
import * as shapes from '../../support/domain/shapes.ts'

describe('the work of judging an outline grows as n log n', () => {
  const cases: [string, (size: number) => Corners[]][] = [
    ['a circle', (n) => [shapes.circle(n)]],
    ['an upright comb', (n) => [shapes.comb(n / 4)]],
    ['a lying comb', (n) => [shapes.turned(shapes.comb(n / 4))]],
    ['a slanting comb', (n) => [shapes.slanting(shapes.comb(n / 4))]],
    ['a coil', (n) => [shapes.coil(n / 10)]],
    ['a slanting coil', (n) => [shapes.slanting(shapes.coil(n / 10))]],
    ['a round spiral', (n) => [shapes.spiral(n / 2)]],
    ['teeth that meet almost in one place', (n) => [shapes.star(n)]],
    ['thousands of holes', (n) => [shapes.box(-80, -80, 160), ...shapes.tiles(n / 4)]],
    ['thousands of holes in a round outline', (n) => [shapes.circle(n / 2, 120), ...shapes.tiles(n / 8)]],
    ['thousands of holes that share one corner', (n) => [shapes.box(-1, -80, 160), ...shapes.fan(n / 3)]],
    ['thousands of rings, one around the other', (n) => shapes.nested(n / 4)],
    ['all edges across one line, crossing in disorder', (n) => [shapes.zigzag(n)]],
    ['all edges across one line, each crossing every other', (n) => [shapes.crossed(n)]],
    ['corners in one place again and again', (n) => [shapes.flower(n / 3)]],
    ['upright edges on one line', (n) => [shapes.stairs(n / 2)]],
  ]
  it('thousands of parts', () => {
    const parts = shapes.tiles(2_500)
    const { isSurface, comparisons } = sweep(parts, 'parts')
    expect(isSurface).toBe(true)
    expect(comparisons).toBeLessThan(4 * 10_000 * Math.log2(10_000))
  })

  it.each(cases)('%s', (_, make) => {
    for (const size of [1_000, 10_000]) {
      const rings = make(size)
      const corners = rings.flat().length
      expect(corners).toBeGreaterThan(size * 0.9)
      expect(sweep(rings).comparisons).toBeLessThan(4 * corners * Math.log2(corners))
    }
  })

  it.each<[string, Corners[]]>([
    ['an upright comb', [shapes.comb(200)]],
    ['a slanting comb', [shapes.slanting(shapes.comb(200))]],
    ['a coil', [shapes.coil(100)]],
    ['a spiral', [shapes.spiral(1000)]],
    ['a star', [shapes.star(1000)]],
    ['many holes', [shapes.box(-80, -80, 160), ...shapes.tiles(400)]],
    ['holes that share one corner', [shapes.box(-1, -80, 160), ...shapes.fan(300)]],
    ['stairs', [shapes.stairs(300)]],
  ])('and what bounds a surface is told as one to its end: %s', (_, rings) => {
    expect(sweep(rings).isSurface).toBe(true)
  })
})

describe('the sweep says what comparing everything with everything says', () => {
  const at = (max: number) => fc.nat({ max })
  const ring = (max: number, longest: number) =>
    fc
      .array(fc.tuple(at(max), at(max)), { minLength: 3, maxLength: longest })
      .map((corners) => corners.filter((corner, i) => String(corner) !== String(corners.at(i - 1))))
      .filter((corners) => corners.length >= 3)

  const agree = (rings: Corners[], others: 'holes' | 'parts' = 'holes') => {
    expect(sweep(rings, others).isSurface).toBe(shapes.isSurfaceByAllPairs(rings, others))
  }

  it('of one ring on a small grid, with corners that come again and edges that run along others', () => {
    fc.assert(
      fc.property(ring(4, 8), (only) => agree([only])),
      { numRuns: 5000 },
    )
  })

  it('of one ring on a wide grid', () => {
    fc.assert(
      fc.property(ring(2 ** 30, 7), (only) => agree([only])),
      { numRuns: 3000 },
    )
  })

  it('of triangles in a square, which touch, cross, hold each other and lie beside it', () => {
    const square: Corners = [
      [0, 0],
      [12, 0],
      [12, 12],
      [0, 12],
    ]
    const small = fc
      .tuple(at(10), at(10), ring(4, 4))
      .map(([x, y, corners]) => corners.map(([dx, dy]) => [x + dx, y + dy] as const))
    let surfaces = 0
    fc.assert(
      fc.property(fc.array(small, { minLength: 1, maxLength: 4 }), (holes) => {
        agree([square, ...holes])
        if (sweep([square, ...holes]).isSurface) surfaces++
      }),
      { numRuns: 5000 },
    )
    expect(surfaces).toBeGreaterThan(100)
  })

  it('of parts, which touch, cross, hold each other and lie apart', () => {
    const part = fc
      .tuple(at(9), at(9), ring(4, 5))
      .map(([x, y, corners]) => corners.map(([dx, dy]) => [x + dx, y + dy] as const))
      .filter((corners) => sweep([corners]).isSurface)
    let apart = 0
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), (parts) => {
        agree(parts, 'parts')
        if (sweep(parts, 'parts').isSurface) apart++
      }),
      { numRuns: 5000 },
    )
    expect(apart).toBeGreaterThan(500)
  })

  it('of holes that touch an outline with dents', () => {
    const outline = ring(6, 7).filter((corners) => sweep([corners]).isSurface)
    let surfaces = 0
    fc.assert(
      fc.property(outline, ring(6, 4), (outer, hole) => {
        agree([outer, hole])
        if (sweep([outer, hole]).isSurface) surfaces++
      }),
      // One in two hundred or so is a surface.
      { numRuns: 15_000 },
    )
    expect(surfaces).toBeGreaterThan(20)
  })

  it('whatever the axes, the direction, and the corner that a ring begins with', () => {
    fc.assert(
      fc.property(ring(5, 8), fc.nat({ max: 7 }), (only, first) => {
        const verdict = sweep([only]).isSurface
        const shifted = [...only.slice(first % only.length), ...only.slice(0, first % only.length)]
        expect(sweep([shifted]).isSurface).toBe(verdict)
        expect(sweep([only.toReversed()]).isSurface).toBe(verdict)
        expect(sweep([shapes.turned(only)]).isSurface).toBe(verdict)
        expect(sweep([only.map(([x, y]) => [-x, -y] as const)]).isSurface).toBe(verdict)
      }),
      { numRuns: 2000 },
    )
  })

  it('and it ends with a verdict over numbers too small to be told apart', () => {
    const tiny = fc.double({ min: -1e-160, max: 1e-160, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(tiny, tiny), { minLength: 3, maxLength: 30 }), (corners) => {
        expect(typeof sweep([corners]).isSurface).toBe('boolean')
      }),
      { numRuns: 500 },
    )
  })
})
