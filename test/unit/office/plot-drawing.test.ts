import { h } from 'preact'
import { expect, test } from 'vitest'
import { Drawing, type Drawn } from '../../../src/office/plot-drawing.tsx'
import { renderedFor } from '../../../src/office/reader.tsx'
import { englishWords } from '../../../src/words/words.ts'
import { pointAt, polygonOf, squareAt } from '../../support/outlines.ts'

/** Drawings of plots: whatever is on the map, only numbers within the picture's reach get into it. */

const drawn = (...geometries: unknown[]): string => {
  const plots = geometries.map(
    (geometry, i): Drawn => ({ geometry, kind: i === 0 ? 'own' : 'other', number: i + 1 }),
  )
  return renderedFor(englishWords('UTC'), h(Drawing, { label: '<b>"Hill"</b>', plots }))
}
const square = (west: number, south: number, size: number) => polygonOf(squareAt(west, south, size))
const numbersIn = (path: string) => [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(([n]) => Number(n))
const pathsIn = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d as string)

test('a square is one, north is up, and it fits with a margin', () => {
  const [path = ''] = pathsIn(drawn(square(32.5, 0.3, 0.001)))
  const [x1, y1, x2, y2, x3, y3] = numbersIn(path) as [number, number, number, number, number, number]
  expect([x2 - x1, y1 - y2, y2 - y3]).toEqual([192, 0, 192])
  expect(x3).toBe(x2)
  for (const n of numbersIn(path)) expect(n).toBeGreaterThanOrEqual(24)
})

test('far north a degree of longitude is shorter', () => {
  const [path = ''] = pathsIn(drawn(square(20, 60, 0.001)))
  const [x1, , x2, y2, , y3] = numbersIn(path) as [number, number, number, number, number, number]
  expect((x2 - x1) / (y2 - y3)).toBeCloseTo(0.5, 2)
})

test('a neighbour across a whole country neither shrinks the plot nor leaves the numbers that a browser draws', () => {
  const alone = numbersIn(pathsIn(drawn(square(32.5, 0.3, 0.001)))[0] as string)
  const svg = drawn(square(32.5, 0.3, 0.001), square(20, -20, 60))
  const [other = '', own = ''] = pathsIn(svg)
  expect(svg).toContain('class="plot other"')
  expect(Math.max(...numbersIn(other).map(Math.abs))).toBeLessThanOrEqual(10_000)
  const [x1, , x2] = numbersIn(own) as [number, number, number]
  expect((x2 - x1) / ((alone[2] as number) - (alone[0] as number))).toBeGreaterThanOrEqual(0.5)
})

test.each([
  ['nothing', undefined],
  ['no coordinates', { type: 'Polygon' }],
  ['words', { type: 'Polygon', coordinates: [[['"><script>', 1]]] }],
  ['nowhere', pointAt(400, 0)],
  ['no number', pointAt(Number.NaN, 0)],
  ['a mixture', { type: 'Polygon', coordinates: [[[1, 1], 'x']] }],
  ['an empty ring', { type: 'Polygon', coordinates: [[]] }],
])('%s is not drawn, and says so', (_what, geometry) => {
  expect(drawn(geometry)).toBe('<p class="help">cannot be drawn</p>')
})

test('a bow-tie, a hole, parts and a point are drawn; the label is text', () => {
  const hole = {
    type: 'Polygon',
    coordinates: [...square(1, 1, 1).coordinates, ...square(1.2, 1.2, 0.2).coordinates],
  }
  const parts = {
    type: 'MultiPolygon',
    coordinates: [square(1, 1, 1).coordinates, square(3, 1, 1).coordinates],
  }
  for (const geometry of [hole, parts]) expect(pathsIn(drawn(geometry))[0]?.match(/M/g)).toHaveLength(2)
  expect(drawn(pointAt(180, 90))).toContain('<circle class="plot own" cx="160" cy="120"')
  expect(drawn(square(1, 1, 1))).toContain('aria-label="&lt;b>&quot;Hill&quot;&lt;/b>"')
})

test('corners on the same dot are drawn once: 5,000 of them are a short path', () => {
  const ring = Array.from({ length: 5_001 }, (_, i) => {
    const turn = ((i % 5_000) / 2_500) * Math.PI
    return [32 + 1e-7 * Math.cos(turn), 1e-7 * Math.sin(turn)]
  })
  expect((pathsIn(drawn({ type: 'Polygon', coordinates: [ring] }))[0] ?? '').length).toBeLessThan(1_000)
})
