import { expect, test } from 'vitest'
import type { OriginPlot } from '../../../../src/records/gate/origin.ts'
import { plotFeature } from '../../../../src/records/views/origin-view.ts'
import { ringOf } from '../../../support/outlines.ts'

const drawn = (type: string, coordinates: unknown): unknown => {
  const body = { country: 'UG', geometry: { type, coordinates } }
  const plot = { flags: [], body, isNamed: true, producer: null }
  return JSON.parse(plotFeature(plot as unknown as OriginPlot)).geometry.coordinates
}

/** Walked by somebody who stood still at the second corner, with a phone that knows more than a map shows. */
const walked = ringOf(
  '33.1 1.3 1190, 33.1010001 1.3, 33.10100014 1.30000004, 33.1010001 1.3, 33.101 1.301, 33.1 1.3 1190',
)
const onMap = ringOf('33.1 1.3, 33.101 1.3, 33.101 1.301, 33.1 1.3')

test('a map has no corner twice in a row, and no heights', () => {
  expect(drawn('Polygon', [walked])).toEqual([onMap])
  expect(drawn('MultiPolygon', [[walked], [walked, walked]])).toEqual([[onMap], [onMap, onMap.toReversed()]])
  expect(drawn('Point', [33.10000049, 1.3, 1190])).toEqual([33.1, 1.3])
})

test('outer rings run counterclockwise and holes clockwise, whichever way they were walked', () => {
  const clockwise = onMap.toReversed()
  for (const outer of [onMap, clockwise])
    for (const hole of [onMap, clockwise]) {
      expect(drawn('Polygon', [outer, hole])).toEqual([onMap, clockwise])
      expect(drawn('MultiPolygon', [[outer], [outer, hole]])).toEqual([[onMap], [onMap, clockwise]])
    }
})
