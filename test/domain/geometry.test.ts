import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidGeometry } from '../../src/domain/geometry.ts'
import { countingCpuMs } from '../support/cpu-time.ts'

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
]
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })
const box = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]

describe('a geometry is valid when it is', () => {
  it.each<[string, unknown]>([
    ['a point', { type: 'Point', coordinates: [32.58, 0.31] }],
    ['a point with an altitude', { type: 'Point', coordinates: [32.58, 0.31, 1200] }],
    ['a point at the edge of the map', { type: 'Point', coordinates: [-180, 90] }],
    ['a square', polygon(square)],
    ['a square the other way round', polygon(square.toReversed())],
    ['a square with members of its own', { ...polygon(square), bbox: [0, 0, 4, 4] }],
    [
      'a triangle',
      polygon([
        [0, 0],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    ],
    [
      'a ring with a corner on a straight side',
      polygon([
        [0, 0],
        [2, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ]),
    ],
    [
      'a ring walked by somebody who stood still',
      polygon([
        [0, 0],
        [4, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [0, 0],
        [0, 0],
      ]),
    ],
    ['a plot of a few square metres', polygon(box(32.58, 0.31, 0.00003))],
    ['a square with a hole', polygon(square, box(1, 1, 1))],
    [
      'a hole that touches the outline in one place',
      polygon(square, [
        [0, 2],
        [1, 1],
        [1, 3],
        [0, 2],
      ]),
    ],
    [
      'a hole that begins on the outline',
      polygon(square, [
        [4, 2],
        [3, 1],
        [3, 3],
        [4, 2],
      ]),
    ],
    ['two holes that touch in one place', polygon(square, box(1, 1, 1), box(2, 2, 1))],
    ['two squares', { type: 'MultiPolygon', coordinates: [[square], [box(10, 10, 1)]] }],
    ['two plots with a common fence', { type: 'MultiPolygon', coordinates: [[square], [box(4, 0, 4)]] }],
    ['a comb with deep teeth', polygon(comb(20))],
  ])('%s', (_, geometry) => {
    expect(isValidGeometry(geometry)).toBe(true)
  })
})

describe('a geometry is faulty when it is', () => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['text', 'POINT(1 2)'],
    ['an empty object', {}],
    ['of a type that outlines no plot', { type: 'LineString', coordinates: square }],
    ['a feature', { type: 'Feature', geometry: polygon(square) }],
    ['a point without coordinates', { type: 'Point' }],
    ['a point of nothing', { type: 'Point', coordinates: [] }],
    ['a point of one number', { type: 'Point', coordinates: [32.58] }],
    ['a point written as text', { type: 'Point', coordinates: ['32.58', '0.31'] }],
    ['a point beyond the pole', { type: 'Point', coordinates: [0.31, 90.1] }],
    ['a point beyond the date line', { type: 'Point', coordinates: [180.1, 0] }],
    ['a point of endless altitude', { type: 'Point', coordinates: JSON.parse('[0, 0, 1e999]') }],
    ['a polygon without rings', polygon()],
    ['a polygon whose ring is no list', polygon('ring')],
    ['a polygon with a ring of its own depth', polygon(...square)],
    ['a multipolygon of nothing', { type: 'MultiPolygon', coordinates: [] }],
    [
      'a multipolygon with one faulty part',
      { type: 'MultiPolygon', coordinates: [[square], [square.slice(0, 4)]] },
    ],
    [
      'a ring of three positions',
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
    ],
    ['an open ring', polygon(square.slice(0, 4))],
    [
      'a ring that closes at another altitude',
      polygon([
        [0, 0, 1],
        [4, 0, 1],
        [4, 4, 1],
        [0, 0, 2],
      ]),
    ],
    [
      'a ring that never leaves its place',
      polygon([
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ]),
    ],
    [
      'a line there and back',
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ]),
    ],
    [
      'a line there and back in tenths',
      polygon([
        [0.1, 0.3],
        [0.2, 0.6],
        [0.3, 0.9],
        [0.1, 0.3],
      ]),
    ],
    [
      'a bow tie',
      polygon([
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
        [0, 0],
      ]),
    ],
    [
      'a bow tie whose halves cancel out',
      polygon([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ]),
    ],
    [
      'a ring with a spike',
      polygon([
        [0, 0],
        [4, 0],
        [4, 4],
        [8, 4],
        [4, 4],
        [0, 4],
        [0, 0],
      ]),
    ],
    [
      'a ring with a spike along tenths, which no double lies on',
      polygon([
        [0, 0],
        [0.3, 0.9],
        [0.1, 0.3],
        [1, 0.1],
        [0, 0],
      ]),
    ],
    [
      'a ring with a spike along sevenths',
      polygon([
        [0, 0],
        [6 / 7, 9 / 7],
        [2 / 7, 3 / 7],
        [1, 0.1],
        [0, 0],
      ]),
    ],
    [
      'a ring with a dent that turns on the spot',
      polygon([
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 4],
        [0, 0],
      ]),
    ],
    [
      'a ring that comes back to a corner',
      polygon([
        [0, 0],
        [2, 2],
        [4, 0],
        [4, 4],
        [2, 2],
        [0, 4],
        [0, 0],
      ]),
    ],
    [
      'a ring that touches a side of its own',
      polygon([
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
        [0, 0],
      ]),
    ],
    ['a hole that is the outline again', polygon(square, square)],
    [
      'a hole that is the outline from another corner, backwards',
      polygon(square, [...square.slice(2), ...square.slice(1, 3)].toReversed()),
    ],
    ['a hole beside the outline', polygon(square, box(10, 10, 1))],
    ['a hole across the outline', polygon(square, box(3, 3, 4))],
    ['a hole around the outline', polygon(box(1, 1, 1), square)],
    ['two holes in the same place', polygon(square, box(1, 1, 1), box(1, 1, 1))],
    [
      'a faulty hole',
      polygon(square, [
        [1, 1],
        [2, 2],
        [1, 1],
        [1, 1],
      ]),
    ],
  ])('%s', (_, geometry) => {
    expect(isValidGeometry(geometry)).toBe(false)
  })
})

/** A comb: as many long edges side by side as there are teeth. */
function comb(teeth: number, isUpright = true): number[][] {
  const step = 160 / (2 * teeth)
  const positions: number[][] = []
  for (let tooth = 0; tooth < 2 * teeth; tooth++) {
    const [near, far] = tooth % 2 === 0 ? [-70, 70] : [70, -70]
    positions.push([-80 + tooth * step, near], [-80 + tooth * step, far])
  }
  positions.push([81, -70], [81, -80], [-80, -80], [-80, -70])
  return isUpright ? positions : positions.map(([x, y]) => [y as number, x as number])
}

/** A rectangular coil, whose edges are long along both axes. */
function coil(turns: number): number[][] {
  const step = 80 / (turns + 1)
  const inwards: number[][] = []
  for (let turn = 0; turn < turns; turn++) {
    const r = 80 - turn * step
    inwards.push([-r, -r], [r, -r], [r, r], [-r, r], [-r, -r + step])
  }
  const outwards = inwards.toReversed().map(([x, y]) => [(x as number) * 0.999, (y as number) * 0.999])
  return [...inwards, ...outwards, inwards[0] as number[]]
}

const slanting = (ring: number[][]): number[][] =>
  ring.map(([x, y]) => [((x as number) + (y as number)) / 2, ((x as number) - (y as number)) / 2])

describe('an outline of thousands of corners', () => {
  const circle = Array.from({ length: 4001 }, (_, at) => [
    Math.cos(((at % 4000) * Math.PI) / 2000),
    Math.sin(((at % 4000) * Math.PI) / 2000),
  ])
  it.each<[string, number[][]]>([
    ['round', circle],
    ['an upright comb', comb(2000)],
    ['a lying comb', comb(2000, false)],
    ['a slanting comb', slanting(comb(2000))],
    ['a coil', coil(400)],
    ['a slanting coil', slanting(coil(400))],
  ])('is judged in some milliseconds: %s', (_, ring) => {
    const workedMs = countingCpuMs()
    const verdict = isValidGeometry(polygon(ring))
    expect(workedMs()).toBeLessThan(500)
    expect(typeof verdict).toBe('boolean')
  })
})

describe('any ring of corners on a small grid', () => {
  /** Every pair of edges compared, with whole numbers only: nothing to sort and nothing to round. */
  function isSimple(corners: readonly (readonly [number, number])[]): boolean {
    const n = corners.length
    const at = (index: number) => corners[((index % n) + n) % n] as readonly [number, number]
    const side = (a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]) =>
      Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    const between = (
      a: readonly [number, number],
      b: readonly [number, number],
      c: readonly [number, number],
    ) => side(a, b, c) === 0 && (c[0] - a[0]) * (c[0] - b[0]) <= 0 && (c[1] - a[1]) * (c[1] - b[1]) <= 0
    for (let i = 0; i < n; i++) {
      if (between(at(i), at(i + 1), at(i + 2)) || between(at(i + 1), at(i + 2), at(i))) return false
      for (let j = i + 2; j < n; j++) {
        if (i === 0 && j === n - 1) continue
        const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)]
        if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return false
        if (between(a, b, c) || between(a, b, d) || between(c, d, a) || between(c, d, b)) return false
      }
    }
    return true
  }

  it('is valid exactly when no two of its edges meet', () => {
    const corner = fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }))
    fc.assert(
      fc.property(fc.uniqueArray(corner, { minLength: 3, maxLength: 7, selector: String }), (corners) => {
        expect(isValidGeometry(polygon([...corners, corners[0]]))).toBe(isSimple(corners))
      }),
      { numRuns: 3000 },
    )
  })
})

const realData = path.resolve(import.meta.dirname, '../..', process.env.GRANARY_REAL_DATA ?? '../shared/data')
const fixtures = path.join(realData, 'eudr-plots/fixtures')
const why = existsSync(fixtures) ? '' : ' (skipped: GRANARY_REAL_DATA names no folder with eudr-plots)'

describe.skipIf(why !== '')(`published plot fixtures${why}`, () => {
  it.each([
    ['valid/point-under-4ha', true],
    ['valid/polygon-over-4ha', true],
    ['valid/multipolygon-farm', true],
    ['invalid/self-intersecting-polygon', false],
    ['invalid/unclosed-ring', false],
    ['invalid/duplicate-ring', false],
    ['invalid/latitude-out-of-range', false],
    ['invalid/feature-without-geometry', false],
    // Faults that are not the geometry's: the plot's identifier, and axes swapped within their ranges.
    ['invalid/missing-plot-id', true],
    ['invalid/reversed-lat-lon', true],
  ])('%s: %s', (name, expected) => {
    const { features } = JSON.parse(readFileSync(path.join(fixtures, `${name}.geojson`), 'utf8'))
    expect(isValidGeometry(features[0].geometry)).toBe(expected)
  })
})
