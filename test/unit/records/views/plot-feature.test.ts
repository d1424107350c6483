import { expect, test } from 'vitest'
import { type EuFault, euFaults } from '../../../../src/domain/eu-outline.ts'
import type { OriginPlot } from '../../../../src/records/gate/origin.ts'
import { plotFeature, plotJson } from '../../../../src/records/views/origin-view.ts'
import { pointAt, polygonOf, rectangle } from '../../../support/outlines.ts'

/** A plot as the origin of a lot shows it: in its JSON, and on its map. */

const plotOf = (stated: { geometry?: object; area_ha?: number }): OriginPlot => {
  const plot = { flags: [], euFaults: euFaults(stated), isNamed: true, producer: null }
  return { ...plot, body: { country: 'UG', ...stated } } as unknown as OriginPlot
}
const outer = rectangle(33.1, 1.3, 33.101, 1.301)
const hole = rectangle(33.1002, 1.3001, 33.1003, 1.3002)

test('a point has its size as a number, and every figure six decimals', () => {
  expect(plotFeature(plotOf({ geometry: pointAt(33.1, 1), area_ha: 0.5 }))).toBe(
    '{"type":"Feature","properties":{"ProducerCountry":"UG","Area":0.5},"geometry":{"type":"Point","coordinates":[33.100000,1.000000]}}',
  )
})

test.each<[string, Parameters<typeof plotOf>[0], EuFault[], boolean]>([
  ['an outline', { geometry: polygonOf(outer) }, [], true],
  ['a point without a size', { geometry: pointAt(33.1, 1.3) }, ['area_missing'], true],
  ['an outline with a hole', { geometry: polygonOf(outer, hole) }, ['hole'], false],
  ['a point of 5 ha', { geometry: pointAt(33.1, 1.3), area_ha: 5 }, ['polygon_required'], false],
  ['no place', {}, ['geometry_missing'], false],
])('%s: its faults, and whether it is on the map', (_what, stated, eu_faults, on_map) => {
  expect(JSON.parse(plotJson(plotOf(stated)))).toMatchObject({ eu_faults, on_map })
  expect(plotFeature(plotOf(stated)) !== '').toBe(on_map)
})
