import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { check } from '@placemarkio/check-geojson'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Pack } from '../../../../src/records/pack/pack-tasks.ts'
import { type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { pointAt, polygonOf, rectangle } from '../../../support/outlines.ts'
import { type Draft, draftAt, kg, lotFrom, written } from '../../../support/records/large-lots.ts'

/** The files of a pack as the information system of the European Union takes them, by a check of their own. */

let a: Appliance
// One for each test: plots of one asserter at one place overlap.
beforeEach(async () => {
  a = await makeAppliance({ recordsPerDay: '1000000', bytesPerDay: '10000000000' })
})
const plotOf = (fields: object): Draft =>
  draftAt(a, 'plot', { plot: uuidv7(), holder: uuidv7(), country: 'UG', ...fields })

/**
 * A lot of ten kilograms from each plot, through as many lots as that takes.
 * @param drawnKg what another lot has of it, which is the one of the pack
 */
async function packFrom(plots: readonly Draft[], drawnKg?: number) {
  await written(a, plots)
  const deliveries = plots.map(({ plot, holder }) =>
    draftAt(a, 'delivery', { from_party: holder, to_party: a.cooperative.id, ...kg(10), plot_ids: [plot] }),
  )
  const whole = await lotFrom(a, await written(a, deliveries))
  const inputs = [{ record_id: whole, kg: drawnKg }]
  const drawn = draftAt(a, 'lot', { holder: a.cooperative.id, ...kg(drawnKg ?? 0), inputs })
  if (drawnKg !== undefined) await written(a, [drawn])
  const lot = drawnKg === undefined ? whole : drawn.id
  const files = new Map<string, string>()
  for await (const { file, text } of a.tasks.stream('lot.pack', 'clerk', { lot, withPrices: false }))
    files.set(file, (files.get(file) ?? '') + text)
  const maps = [...files].filter(([file]) => file.endsWith('.geojson'))
  for (const [, text] of maps) hold(text)
  return {
    pack: JSON.parse(files.get('pack.json') as string) as Pack,
    summary: files.get('summary.txt') as string,
    maps: maps.filter(([file]) => file.startsWith('plots-')).map(([, text]) => text),
  }
}

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
}

/** The check of a file: a linter of GeoJSON, and what the Commission's description asks for beyond it. */
function hold(text: string): void {
  const { features } = check(text) as unknown as { readonly features: readonly Feature[] }
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(25_000_000)
  // Every coordinate is written with six decimals.
  for (const [, coordinates = ''] of text.matchAll(/"coordinates":([^}]*)\}/g))
    expect(coordinates.replaceAll(/-?\d{1,3}\.\d{6}(?=[,\]])/g, '')).toMatch(/^[[\],]+$/)
  for (const { properties, geometry } of features) {
    const { type, coordinates } = geometry
    if ('ProducerCountry' in properties) {
      expect(properties.ProducerCountry).toMatch(/^[A-Z]{2}$/)
      const known = new Set(['ProducerName', 'ProducerCountry', 'ProductionPlace', 'Area'])
      expect(Object.keys(properties).filter((name) => !known.has(name))).toEqual([])
    } else expect(Object.keys(properties)).toEqual(['external_id'])
    if (properties.Area !== undefined) {
      expect(typeof properties.Area).toBe('number')
      expect(properties.Area).toBeGreaterThanOrEqual(0.0001)
      expect(properties.Area).toBeLessThanOrEqual(4)
    }
    if (type === 'Point') continue
    expect(['Polygon', 'MultiPolygon']).toContain(type)
    const surfaces = (type === 'Polygon' ? [coordinates] : coordinates) as [number, number][][][]
    for (const rings of surfaces) {
      expect(rings).toHaveLength(1)
      const ring = rings[0] ?? []
      expect(new Set(ring.map(String)).size).toBe(ring.length - 1)
      const [west = 0, south = 0] = ring[0] ?? []
      const twice = ring.slice(1).reduce((sum, [x, y], at) => {
        const [lastX = 0, lastY = 0] = ring[at] ?? []
        return sum + (lastX - west) * (y - south) - (x - west) * (lastY - south)
      }, 0)
      expect(twice).toBeGreaterThan(0)
    }
  }
}

const featuresIn = (text: string | undefined): readonly Feature[] => JSON.parse(text ?? '').features
const codes = ({ faults }: Pack) => Object.fromEntries(faults.map(({ code, count }) => [code, count]))

test('the lot of 1,001 producers is two statements, whose kilograms add up to it', async () => {
  const plots = Array.from({ length: 1_001 }, (_, n) => {
    const [west, south] = [32 + (n % 60) / 500, 1 + Math.floor(n / 60) / 500]
    // Each third one is a point, each second outline clockwise.
    const ring = rectangle(west, south, west + 0.001, south + 0.001)
    const geometry = n % 3 === 0 ? pointAt(west, south) : polygonOf(n % 2 === 0 ? ring : ring.toReversed())
    return plotOf({ geometry, decimals: 6, area_ha: n % 3 === 0 ? 0.5 : 1.23 })
  })
  const { pack, maps, summary } = await packFrom(plots, 100)
  expect(maps.map((map) => featuresIn(map).length)).toEqual([1_000, 1])
  expect(pack.to_file.map(({ file, producers, plots }) => [file, producers, plots])).toEqual([
    ['plots-1.geojson', 1_000, 1_000],
    ['plots-2.geojson', 1, 1],
  ])
  expect(pack.to_file.reduce((sum, { kg }) => sum + kg, 0)).toBeCloseTo(100, 9)
  for (const { description, file } of pack.to_file) {
    expect([...description].length).toBeLessThanOrEqual(150)
    expect(description).toMatch(/; lot [0-9a-f]{12}, [12]\/2$/)
    expect(summary.slice(summary.indexOf(file)).replaceAll(/\s+/g, ' ')).toContain(description)
  }
  expect(pack).toMatchObject({ kg: 100, kg_in_none: 0, complete: true, faults: [] })
})

test('a map has 1,000 producers at most: a larger lot is divided by its pack', async () => {
  const pointOf = (n: number, more: object = {}) =>
    plotOf({ geometry: pointAt(32 + n / 1_000, 1), decimals: 6, area_ha: 1, ...more })
  const plots = Array.from({ length: 1_000 }, (_, n) => pointOf(n))
  // A second plot of a producer, and one of another that is refused, so that they are not on the map.
  const more = [pointOf(1_000, { holder: plots[0]?.holder }), pointOf(1_001, { area_ha: 5 })]
  const originOf = (lot: string, accept: string) =>
    a.cooperative.get(`/v1/records/${lot}/origin?purpose=cooperative_management`, { accept })
  const { pack } = await packFrom([...plots, ...more])
  const map = await originOf(pack.lot, 'application/geo+json')
  expect([map.status, map.body.features?.length]).toEqual([200, 1_001])

  const { pack: other } = await packFrom([pointOf(1_002)])
  const both = await lotFrom(a, [{ id: pack.lot }, { id: other.lot }])
  const { status, body } = await originOf(both, 'application/geo+json')
  expect([status, body.code]).toEqual([400, 'origin_too_large'])
  expect(body.title).toMatch(/25 MB, and on a map 1,000 producers\): ask the cooperative for its pack/)
  expect((await originOf(both, 'application/json')).body.plots).toHaveLength(1_003)
})

describe('a plot that the information system refuses is not in the files', () => {
  const outer = rectangle(32, 1, 32.001, 1.001)
  test.each<[string, object, string]>([
    ['with a hole', { geometry: polygonOf(outer, rectangle(32.0004, 1.0004, 32.0006, 1.0006)) }, 'hole'],
    ['without a place', {}, 'geometry_missing'],
  ])('%s', async (_, fields, code) => {
    const fine = plotOf({ geometry: pointAt(32.01, 1.01), area_ha: 4, decimals: 6 })
    const { pack, maps } = await packFrom([plotOf({ decimals: 7, ...fields }), fine])
    expect(codes(pack)).toEqual({ [code]: 1 })
    expect(maps.flatMap(featuresIn)).toHaveLength(1)
    expect(pack).toMatchObject({ kg: 20, kg_in_none: 10, plots: { shown: 2, in_files: 1, not_shown: 0 } })
    expect(pack.to_file).toMatchObject([{ kg: 10, plots: 1, producers: 1 }])
  })
})

test('coordinates go out with six decimals, as they were written', async () => {
  const zeros = plotOf({ geometry: pointAt(32.5836, 0.5034), decimals: 6, area_ha: 1 })
  const coarse = plotOf({ geometry: pointAt(32.5836, 0.6034), decimals: 4, area_ha: 1 })
  const { pack, maps } = await packFrom([zeros, coarse])
  expect(maps[0]).toContain('"coordinates":[32.583600,0.503400]')
  expect(pack.faults).toEqual([{ code: 'geometry_too_coarse', count: 1, record_ids: [coarse.id] }])
})

const fixtures = join(
  resolve(import.meta.dirname, '../../../..', process.env.GRANARY_REAL_DATA ?? '../shared/data'),
  'eudr-plots/fixtures/valid',
)
const why = existsSync(fixtures) ? '' : ' (skipped: GRANARY_REAL_DATA names no folder with eudr-plots)'

test.skipIf(why !== '')(`published fixtures of valid plots are in the files${why}`, async () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(fixtures, `${name}.geojson`), 'utf8')).features[0]
  const plots = (
    [
      ['point-under-4ha', 'VN'],
      ['polygon-over-4ha', 'GH'],
      ['multipolygon-farm', 'CI'],
    ] as const
  ).map(([name, country]) => {
    const { geometry, properties } = read(name)
    return plotOf({ geometry, country, area_ha: properties.area_ha, decimals: 6 })
  })
  const { pack, maps } = await packFrom(plots)
  expect(
    featuresIn(maps[0])
      .map(({ geometry }) => geometry.type)
      .sort(),
  ).toEqual(['MultiPolygon', 'Point', 'Polygon'])
  expect(pack).toMatchObject({ countries: ['CI', 'GH', 'VN'], kg_in_none: 0, faults: [] })
})
