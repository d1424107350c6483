import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EU_FAULTS, type EuFault, euFaults, euOutline, isRefused } from '../../../src/domain/eu-outline.ts'
import { codeOf } from '../../../src/text/kinds.ts'
import { englishWords } from '../../../src/words/words.ts'
import { pointAt, polygonOf, rectangle, ringOf } from '../../support/outlines.ts'

/** What the information system of the European Union refuses of a plot, and the outline as it goes out. */

const outer = rectangle(32, 1, 32.001, 1.001)
const hole = rectangle(32.0004, 1.0004, 32.0006, 1.0006)
const island = rectangle(32.00045, 1.00045, 32.00055, 1.00055)
const elsewhere = rectangle(33, 1, 33.001, 1.001)
/** A dent that ends just above a side, and on it at six decimals. */
const dented = ringOf('32 1, 32.001 1, 32.001 1.001, 32.0005 1.0000002, 32.0003 1.001, 32 1.001, 32 1')
const partsOf = (...parts: (typeof outer)[]) => ({
  type: 'MultiPolygon',
  coordinates: parts.map((ring) => [ring]),
})
const square = (west: number, south: number, east: number, north: number) => ({
  geometry: partsOf(outer, rectangle(west, south, east, north)),
})
const surfaces = (...coordinates: (typeof outer)[][]) => ({ geometry: { type: 'MultiPolygon', coordinates } })
const bowTie = ringOf('32 1, 32.001 1.001, 32.001 1, 32 1.001, 32 1')

describe('the faults of a plot', () => {
  test.each<[string, { geometry?: object; area_ha?: number }, EuFault[]]>([
    ['an outline', { geometry: polygonOf(outer) }, []],
    ['an outline of another size than stated', { geometry: polygonOf(outer), area_ha: 900 }, []],
    ['two outlines', surfaces([outer], [elsewhere]), []],
    ['no place', { area_ha: 1 }, ['geometry_missing']],
    ['an outline that crosses itself', { geometry: polygonOf(bowTie) }, ['geometry_invalid']],
    ['an outline that is not closed', { geometry: polygonOf(outer.slice(0, 4)) }, ['geometry_invalid']],
    ['a point nowhere', { geometry: pointAt(32, 91), area_ha: 9 }, ['geometry_invalid']],
    ['no plot', { geometry: { type: 'MultiPoint', coordinates: [[32, 1]] } }, ['geometry_invalid']],
    ['a hole', { geometry: polygonOf(outer, hole) }, ['hole']],
    ['a hole in the second outline', surfaces([elsewhere], [outer, hole]), ['hole']],
    ['two outlines that share a corner', square(32.001, 1.001, 32.002, 1.002), []],
    ['an island in a hole', surfaces([outer, hole], [island]), ['hole']],
    ['the same outline twice', { geometry: partsOf(outer, elsewhere, outer) }, ['parts_meet']],
    ['one outline in another', { geometry: partsOf(outer, hole) }, ['parts_meet']],
    ['outlines that cross', square(32.0005, 1.0005, 32.002, 1.002), ['parts_meet']],
    ['outlines with a common side', square(32.001, 1, 32.002, 1.001), ['parts_meet']],
    ['outlines with part of a side in common', square(32.001, 1.0004, 32.002, 1.0006), ['parts_meet']],
    ['outlines that six decimals join', square(32.00100000001, 1, 32.002, 1.001), ['parts_meet']],
    ['outlines that six decimals part', square(32.00099999999, 1.001, 32.002, 1.002), []],
    ['a dent that six decimals close', { geometry: polygonOf(dented) }, ['too_fine']],
    ['both', surfaces([outer, hole], [dented]), ['hole', 'too_fine']],
    ['a point of 4 ha', { geometry: pointAt(32, 1), area_ha: 4 }, []],
    ['a point of more', { geometry: pointAt(32, 1), area_ha: 4.01 }, ['polygon_required']],
    ['a point of a square metre', { geometry: pointAt(32, 1), area_ha: 0.0001 }, []],
    ['a point of less', { geometry: pointAt(32, 1), area_ha: 0.00009 }, ['area_too_small']],
    ['a point without a size', { geometry: pointAt(32, 1) }, ['area_missing']],
    ['a point of nothing', { geometry: pointAt(32, 1), area_ha: 0 }, ['area_missing']],
    ['a point of less than nothing', { geometry: pointAt(32, 1), area_ha: -1 }, ['area_missing']],
  ])('%s', (_what, plot, faults) => {
    expect(euFaults(plot)).toEqual(faults)
    // Whether it can be drawn may be known already.
    expect(euFaults(plot, !faults.includes('geometry_invalid'))).toEqual(faults)
  })

  test('a point without a size is a fault, but not refused', () => {
    expect(isRefused([])).toBe(false)
    expect(isRefused(['area_missing'])).toBe(false)
    for (const fault of EU_FAULTS) expect(isRefused([fault])).toBe(fault !== 'area_missing')
  })

  test.each(EU_FAULTS)('%s has words on pages, in packs and in tables', (fault) => {
    for (const key of [`plots.flag.${fault}`, `pack.fault.${fault}`, `pack.fault.${fault}.remedy`])
      expect([key, englishWords().sayIfKnown(key)]).toEqual([key, expect.any(String)])
    // A code without words would be spelled out.
    const known = ['word', 'flag'].map((group) => englishWords().sayIfKnown(`${group}.${fault}`))
    expect(known).toContain(englishWords().worded(codeOf(fault)))
  })
})

describe('the outline as it goes out', () => {
  const walked = ringOf(
    '33.1 1.3 1190, 33.1010001 1.3, 33.10100014 1.30000004, 33.1010001 1.3, 33.101 1.301, 33.1 1.3 1190',
  )
  const onMap = ringOf('33.1 1.3, 33.101 1.3, 33.101 1.301, 33.1 1.3')

  test('has six decimals, no heights and no corner twice in a row', () => {
    expect(euOutline(polygonOf(walked))).toEqual(polygonOf(onMap))
    expect(euOutline(pointAt(33.10000049, 1.3))).toEqual(pointAt(33.1, 1.3))
    expect(euOutline({ type: 'MultiPolygon', coordinates: [[walked], [outer]] })).toEqual({
      ...{ type: 'MultiPolygon', coordinates: [[onMap], [outer]] },
    })
  })

  test('runs counterclockwise, whichever way it was walked', () => {
    for (const ring of [onMap, onMap.toReversed()]) {
      expect(euOutline(polygonOf(ring))).toEqual(polygonOf(onMap))
      expect(euOutline({ type: 'MultiPolygon', coordinates: [[ring]] }).coordinates).toEqual([[onMap]])
    }
  })
})

const fixtures = join(
  resolve(import.meta.dirname, '../../..', process.env.GRANARY_REAL_DATA ?? '../shared/data'),
  'eudr-plots/fixtures',
)
const why = existsSync(fixtures) ? '' : ' (skipped: GRANARY_REAL_DATA names no folder with eudr-plots)'

describe.skipIf(why !== '')(`published plot fixtures${why}`, () => {
  test.each<[string, EuFault[]]>([
    ['valid/point-under-4ha', []],
    ['valid/polygon-over-4ha', []],
    ['valid/multipolygon-farm', []],
    ['invalid/self-intersecting-polygon', ['geometry_invalid']],
    ['invalid/unclosed-ring', ['geometry_invalid']],
    ['invalid/duplicate-ring', ['geometry_invalid']],
    ['invalid/latitude-out-of-range', ['geometry_invalid']],
    ['invalid/feature-without-geometry', ['geometry_missing']],
    // Without a size: that the plot has no id is no fault of its place.
    ['invalid/missing-plot-id', ['area_missing']],
    // The place is one on Earth: that it is in no country near is a flag.
    ['invalid/reversed-lat-lon', []],
  ])('%s', (name, faults) => {
    const [{ geometry, properties }] = JSON.parse(
      readFileSync(join(fixtures, `${name}.geojson`), 'utf8'),
    ).features
    expect(euFaults({ geometry: geometry ?? undefined, area_ha: properties.area_ha })).toEqual(faults)
  })
})
