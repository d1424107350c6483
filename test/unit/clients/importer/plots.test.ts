import { existsSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CompiledMap, compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { countryFault } from '../../../../src/clients/outlines/country.ts'
import { featureTable } from '../../../../src/clients/outlines/features.ts'
import { MAX_FILE_BYTES } from '../../../../src/clients/sheets/csv.ts'
import { ImportFault } from '../../../../src/clients/sheets/fault.ts'
import { csvTextOf } from '../../../../src/clients/sheets/spreadsheet.ts'
import { COOPERATIVE, registry, rowsOf } from '../../../support/clients/importer/support.ts'
import { pointAt, rectangle, ringOf, squareAt } from '../../../support/outlines.ts'

const MAP = {
  name: 'plots',
  key: ['plot_id'],
  lawful_basis: 'contract_performance',
  as_of: '2026-01-01',
  time_zone: 'Africa/Kampala',
  records: {
    plot: {
      holder: ['cooperative'],
      country: { constant: 'UG' },
      area: { column: 'area_ha' },
      geometry: { column: 'geometry' },
    },
  },
} as const
const mapped = (plot: object = {}) =>
  compileMap({ ...MAP, records: { plot: { ...MAP.records.plot, ...plot } } }, registry)

/** What a file becomes: the plots, and the faults as `feature column: message | remedy`. */
function read(bytes: Uint8Array, map: CompiledMap = mapped()) {
  const { text, header } = featureTable(bytes) ?? { text: new TextDecoder().decode(bytes), header: undefined }
  const rows = rowsOf(text, map, { header })
  return {
    plots: rows.flatMap(({ records }) => records.map(({ draft }) => draft)),
    faults: rows.flatMap(({ faults }) =>
      faults.map(({ row, column, message, remedy }) => `${row} ${column}: ${message} | ${remedy}`),
    ),
  }
}

const bytesOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const feature = (geometry: unknown, properties: object = {}) => ({
  type: 'Feature',
  properties: { plot_id: '1', area_ha: 1, ...properties },
  geometry,
})
const collection = (...features: object[]) => bytesOf({ type: 'FeatureCollection', features })
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })
const square = (lon = 32.500001, lat = 1.000001, side = 0.001) => squareAt(lon, lat, side)
const circle = (corners: number) => {
  const ring = Array.from({ length: corners }, (_, n) => [
    32.5 + 0.01 * Math.cos((2 * Math.PI * n) / corners),
    1 + 0.01 * Math.sin((2 * Math.PI * n) / corners),
  ])
  return [...ring, ring[0]]
}

describe('a file of plots', () => {
  it('as GeoJSON makes a plot of each feature', () => {
    const { plots, faults } = read(
      collection(feature(polygon(square())), feature(pointAt(32.512345, 1), { plot_id: '2', area_ha: null })),
    )
    expect(faults).toEqual([])
    expect(plots).toMatchObject([
      {
        type: 'plot',
        holder: COOPERATIVE,
        country: 'UG',
        area_ha: 1,
        geometry: polygon(square()),
        occurred_at_precision: 'day',
      },
      { type: 'plot', geometry: pointAt(32.512345, 1) },
    ])
    expect(plots[0]?.plot).not.toBe(plots[1]?.plot)
    expect(plots[1]).not.toHaveProperty('area_ha')
  })

  it('as KML, GeoJSON and a sheet tell of the same plot by its number', () => {
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>1</name>
      <ExtendedData><Data name="area_ha"><value>1</value></Data></ExtendedData>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>${square()
        .map((at) => `${at.join(',')},0`)
        .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>
      </Placemark></Document></kml>`
    const wkt = `POLYGON ((${square()
      .map((at) => at.join(' '))
      .join(', ')}))`
    const byName = compileMap({ ...MAP, key: ['name'], records: { plot: MAP.records.plot } }, registry)
    const ofKml = read(bytesOf(kml), byName)
    const ofSheet = read(bytesOf(`plot_id,area_ha,geometry\n1,1,"${wkt}"\n`))
    const ofPoint = read(
      bytesOf('plot_id,area_ha,Lon,Lat\n1,1,32.512345,-0.5\n'),
      mapped({ geometry: undefined, longitude: { column: 'Lon' }, latitude: { column: 'Lat' } }),
    )
    for (const { faults } of [ofKml, ofSheet, ofPoint]) expect(faults).toEqual([])
    const [plot] = read(collection(feature(polygon(square())))).plots
    for (const { plots } of [ofKml, ofSheet, ofPoint]) expect(plots[0]?.plot).toBe(plot?.plot)
    expect(ofSheet.plots[0]?.geometry).toEqual(polygon(square()))
    expect(ofKml.plots[0]?.geometry).toMatchObject({ type: 'Polygon' })
    expect(ofPoint.plots[0]?.geometry).toEqual(pointAt(32.512345, -0.5))
  })

  it('as two numbers in a cell is read in the order that the map states; letters and outlines say it themselves', () => {
    const sheet = (cell: string) => bytesOf(`plot_id,area_ha,GPS\n1,1,"${cell}"\n`)
    const by = (first: string) => mapped({ geometry: { column: 'GPS', first } })
    const at = (cell: string, first: string) => read(sheet(cell), by(first)).plots[0]?.geometry
    for (const cell of ['-0.5, 32.512345', '-0.5,32.512345', '(-0.5; 32.512345)', '-0,5 32,512345'])
      expect(at(cell, 'latitude')).toEqual(pointAt(32.512345, -0.5))
    expect(at('32.512345, -0.5', 'longitude')).toEqual(pointAt(32.512345, -0.5))
    expect(at('E 32.512345, S 0.5', 'latitude')).toEqual(pointAt(32.512345, -0.5))
    expect(read(sheet('32.512345, -0.5'), by('latitude')).faults).toEqual([
      expect.stringMatching(/seem to be swapped/),
    ])
    expect(read(sheet('-0.5, 32.512345'), mapped({ geometry: { column: 'GPS' } })).plots).toEqual([])
  })

  it('in degrees with a decimal comma is read in any style of numbers; a long cell is a fault', () => {
    const map = mapped({ geometry: undefined, longitude: { column: 'Lon' }, latitude: { column: 'Lat' } })
    const sheet = (lat: string) => bytesOf(`plot_id,area_ha,Lat,Lon\n1,1,"${lat}","32,512345"\n`)
    expect(read(sheet('-0,5'), map).plots[0]?.geometry).toEqual(pointAt(32.512345, -0.5))
    for (const lat of [`N${' '.repeat(100_000)}x`, '1'.repeat(100_000), 'S 1°'.repeat(20_000)])
      expect(read(sheet(lat), map).faults).toEqual([expect.stringMatching(/^2 Lat: is not a number/)])
  })

  it('of several polygons in a KML placemark is a plot in parts', () => {
    const part = (lon: number) =>
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${square(lon)
        .map((at) => at.join(','))
        .join('\n')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
    const kml = `<kml><Placemark><ExtendedData><SchemaData><SimpleData name="plot_id">1</SimpleData><SimpleData name="area_ha">2</SimpleData></SchemaData></ExtendedData><MultiGeometry>${part(32.5)}${part(32.6)}</MultiGeometry></Placemark></kml>`
    expect(read(bytesOf(kml)).plots[0]?.geometry).toMatchObject({
      type: 'MultiPolygon',
      coordinates: [[square(32.5)], [square(32.6)]],
    })
  })
})

describe('a feature at fault is named by its number', () => {
  const crossed = ringOf('32.5 1, 32.501 1.001, 32.501 1, 32.5 1.001, 32.5 1')
  it.each<[string, unknown, RegExp]>([
    ['without an outline', null, /^2 geometry: is empty/],
    ['of 100,000 corners', polygon(circle(100_000)), /^2 geometry: has more than 10,000 corners, too many/],
    [
      'whose corners fill more than a record',
      polygon(circle(3_000)),
      /^2 geometry: has 3001 corners, too many/,
    ],
    ['that crosses itself', polygon(crossed), /^2 geometry: has a boundary that crosses or touches itself/],
    ['not closed', polygon(square().slice(0, 4)), /^2 geometry: has a boundary that is not closed/],
    [
      'of two corners',
      polygon(ringOf('32.5 1, 32.6 1, 32.5 1')),
      /^2 geometry: has fewer than three corners/,
    ],
    ['with a hole outside', polygon(square(), square(32.6)), /^2 geometry: has a hole that is not within/],
    [
      'with a hole as large as itself',
      polygon(square(), square()),
      /^2 geometry: has a hole that is not within/,
    ],
    [
      'with swapped coordinates beyond the pole',
      pointAt(1.1, 132.5),
      /^2 geometry: has the latitude 132.5.*seem to be swapped/,
    ],
    [
      'with swapped coordinates in range',
      polygon(square().map(([lon, lat]) => [lat, lon])),
      /^2 geometry: lies in .*, not in Uganda \(UG\) \| Longitude and latitude seem to be swapped/,
    ],
    [
      'in another country',
      polygon(square(-1.98, 6.35)),
      /^2 geometry: lies in Ghana \(GH\), not in Uganda \(UG\) \| Correct the coordinates or the country/,
    ],
    [
      'across the antimeridian',
      polygon(rectangle(179.9, 1, -179.9, 1.1)),
      /^2 geometry: crosses the antimeridian/,
    ],
    ['beyond the antimeridian', pointAt(190, 1), /^2 geometry: has the longitude 190/],
    [
      'of a line',
      {
        type: 'LineString',
        coordinates: ringOf('32.5 1, 32.6 1'),
      },
      /^2 geometry: is a walk with fewer than three corners/,
    ],
    ['of words', { type: 'Point', coordinates: ['32', '1'] }, /^2 geometry: has faulty coordinates/],
    ['of no coordinates', { type: 'Polygon' }, /^2 geometry: has no coordinates/],
    ['of no corners', polygon(), /^2 geometry: has no corners/],
  ])('%s', (_, geometry, expected) => {
    const { plots, faults } = read(
      collection(feature(polygon(square(32.7)), { plot_id: 'good' }), feature(geometry)),
    )
    expect(faults).toEqual([expect.stringMatching(expected)])
    expect(plots).toHaveLength(1)
  })

  it('a hole within is none', () => {
    expect(read(collection(feature(polygon(square(), square(32.5003, 1.0003, 0.0002))))).faults).toEqual([])
  })
  it('a size of nought', () => {
    expect(read(collection(feature(polygon(square()), { area_ha: 0 }))).faults).toEqual([
      expect.stringMatching(/^1 area_ha: is not a size/),
    ])
  })
  it('the same number twice', () => {
    const { faults } = read(collection(feature(polygon(square())), feature(polygon(square(32.7)))))
    expect(faults).toHaveLength(2)
  })
})

describe('a file is refused as a whole', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['without features', collection(), /has no plots/],
    ['cut off', bytesOf('{"type": "FeatureCollection", "features": ['), /not well-formed GeoJSON/],
    ['of something else', bytesOf('{"type": "Topology"}'), /not a GeoJSON feature collection/],
    [
      'with something that is no feature',
      bytesOf({ type: 'FeatureCollection', features: [{ type: 'Point' }] }),
      /Number 1 in the file is not a GeoJSON feature/,
    ],
    [
      'in other coordinates',
      bytesOf({
        type: 'FeatureCollection',
        crs: { properties: { name: 'urn:ogc:def:crs:EPSG::32636' } },
        features: [feature(null)],
      }),
      /in the system urn:ogc:def:crs:EPSG::32636/,
    ],
    [
      'of KML that is cut off',
      bytesOf('<kml><Placemark><name>1</name>'),
      /KML file cannot be read: unclosed tag/,
    ],
    [
      'of KML with an entity of its own',
      bytesOf('<!DOCTYPE kml [<!ENTITY a "b">]><kml><name>&a;</name></kml>'),
      /KML file cannot be read/,
    ],
    [
      'of more than 64 MiB',
      new Uint8Array(MAX_FILE_BYTES + 1).fill(0x20, 1).fill(0x7b, 0, 1),
      /larger than 64 MiB/,
    ],
  ])('%s', (_, bytes, expected) => {
    expect(() => read(bytes)).toThrow(ImportFault)
    expect(() => read(bytes)).toThrow(expected)
  })
})

it('a file of plots is not read as a sheet, for which a map could be proposed', async () => {
  await expect(csvTextOf(collection(feature(polygon(square()))))).rejects.toThrow(
    /GeoJSON or KML, and there is no map that states/,
  )
})

it('the country of a plot is believed near a border', () => {
  // Malaba, on the border of Uganda and Kenya.
  const point = pointAt(34.27, 0.64)
  expect(countryFault(point, 'UG')).toBeNull()
  expect(countryFault(point, 'KE')).toBeNull()
  expect(countryFault(point, 'TZ')).not.toBeNull()
})

const fixtures = join(
  resolve(import.meta.dirname, '../../../..', process.env.GRANARY_REAL_DATA ?? '../shared/data'),
  'eudr-plots/fixtures',
)
const why = existsSync(fixtures) ? '' : ' (skipped: GRANARY_REAL_DATA names no folder with eudr-plots)'

describe.skipIf(why !== '')(`published plot fixtures${why}`, () => {
  const readFixture = (name: string, country: string) => {
    const isSheet = extname(name) === '.csv'
    const inTwo = {
      geometry: undefined,
      area: undefined,
      longitude: { column: 'longitude' },
      latitude: { column: 'latitude' },
    }
    const hasArea = !isSheet && readFileSync(join(fixtures, name), 'utf8').includes('area_ha')
    const plot = {
      country: { constant: country },
      ...(hasArea ? {} : { area: undefined }),
      ...(isSheet ? inTwo : {}),
    }
    return read(readFileSync(join(fixtures, name)), mapped(plot))
  }
  it.each<[string, string]>([
    ['valid/point-under-4ha.geojson', 'VN'],
    ['valid/polygon-over-4ha.geojson', 'GH'],
    ['valid/multipolygon-farm.geojson', 'CI'],
  ])('%s is taken', (name, country) => {
    const { plots, faults } = readFixture(name, country)
    expect(faults).toEqual([])
    expect(plots).toHaveLength(1)
  })
  it.each<[string, string, RegExp]>([
    [
      'invalid/reversed-lat-lon.geojson',
      'GH',
      /not in Ghana \(GH\) \| Longitude and latitude seem to be swapped/,
    ],
    ['invalid/latitude-out-of-range.geojson', 'VN', /has the latitude 200.123456/],
    ['invalid/self-intersecting-polygon.geojson', 'GH', /crosses or touches itself/],
    ['invalid/unclosed-ring.geojson', 'GH', /is not closed/],
    ['invalid/duplicate-ring.geojson', 'GH', /has no area apart from its holes/],
    ['invalid/feature-without-geometry.geojson', 'GH', /^1 geometry: is empty/],
    ['invalid/swapped-coordinate-columns.csv', 'VN', /^2 latitude: has the latitude 108.893412.*swapped/],
  ])('%s is at fault', (name, country, expected) => {
    const { plots, faults } = readFixture(name, country)
    expect(faults[0]).toMatch(expected)
    expect(plots).toEqual([])
  })
  it.each<[string, RegExp]>([
    // No feature has the property by which the map tells plots apart.
    ['invalid/missing-plot-id.geojson', /lacks a column of the map: plot_id/],
    ['invalid/malformed.kml', /KML file cannot be read: unclosed tag/],
  ])('%s is refused', (name, expected) => {
    expect(() => readFixture(name, 'GH')).toThrow(expected)
  })
})
