import { expect, test } from 'vitest'
import type { OriginPlot } from '../../../../src/records/gate/origin.ts'
import { plotFeature } from '../../../../src/records/views/origin-view.ts'
import { ringOf } from '../../../support/outlines.ts'

const featureOf = (type: string, coordinates: unknown, more: object = {}): string => {
  const body = { country: 'UG', geometry: { type, coordinates }, ...more }
  const plot = { flags: [], body, isNamed: true, producer: null }
  return plotFeature(plot as unknown as OriginPlot)
}
const drawn = (type: string, coordinates: unknown): unknown =>
  JSON.parse(featureOf(type, coordinates)).geometry.coordinates

/** Walked by somebody who stood still at the second corner, with a phone that knows more than a map shows. */
const walked = ringOf(
  '33.1 1.3 1190, 33.1010001 1.3, 33.10100014 1.30000004, 33.1010001 1.3, 33.101 1.301, 33.1 1.3 1190',
)
const onMap = ringOf('33.1 1.3, 33.101 1.3, 33.101 1.301, 33.1 1.3')

test('a map has no corner twice in a row, and no heights', () => {
  expect(drawn('Polygon', [walked])).toEqual([onMap])
  const elsewhere = (ring: number[][]) => ring.map(([lon = 0, ...more]) => [lon + 1, ...more])
  expect(drawn('MultiPolygon', [[walked], [elsewhere(walked)]])).toEqual([
    [onMap],
    [elsewhere(onMap).map(([lon = 0, lat]) => [Number(lon.toFixed(6)), lat])],
  ])
  expect(drawn('Point', [33.10000049, 1.3, 1190])).toEqual([33.1, 1.3])
})

test('rings run counterclockwise, whichever way they were walked', () => {
  const clockwise = onMap.toReversed()
  for (const outer of [onMap, clockwise]) {
    expect(drawn('Polygon', [outer])).toEqual([onMap])
    expect(drawn('MultiPolygon', [[outer]])).toEqual([[onMap]])
  }
})

test('a map has no holes: such a plot is not on it', () => {
  const hole = ringOf('33.1002 1.3001, 33.1003 1.3001, 33.1003 1.3002, 33.1002 1.3001')
  expect(featureOf('Polygon', [onMap, hole])).toBe('')
  expect(featureOf('MultiPolygon', [[onMap], [onMap, hole]])).toBe('')
})

test('a point has its size as a number, and every figure six decimals', () => {
  expect(featureOf('Point', [33.1, 1], { area_ha: 0.5 })).toBe(
    '{"type":"Feature","properties":{"ProducerCountry":"UG","Area":0.5},"geometry":{"type":"Point","coordinates":[33.100000,1.000000]}}',
  )
})
