import { describe, expect, test } from 'vitest'
import { readWhisp, type WhispFile } from '../../../../src/clients/screening/whisp-file.ts'
import { inEnglish } from '../../../support/clients/importer/support.ts'
import {
  libraryCsv,
  type Screened,
  serviceCsv,
  serviceGeoJson,
} from '../../../support/clients/screening/whisp.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const geo = { type: 'Point', coordinates: [32.5, 1] }
const plot = (external_id: string, more: Partial<Screened> = {}): Screened => ({ external_id, geo, ...more })
const read = (text: string, fallback: string | null = null): WhispFile =>
  readWhisp(new TextEncoder().encode(text), fallback, NOW)
const told = ({ faults }: WhispFile) =>
  inEnglish(faults).map(({ row, column, message }) => [row, column, message])

describe('a result, whoever wrote it', () => {
  const plots = [plot('a'), plot('b', { risk_pcrop: 'high' })]
  test.each([
    ['the library, as CSV', libraryCsv(plots), 2],
    ['the service, as CSV', serviceCsv(plots), 2],
    ['the service, as GeoJSON', serviceGeoJson(plots), 1],
    [
      'an office that saved it with a mark and other line ends',
      `\uFEFF${libraryCsv(plots).replaceAll('\n', '\r\n')}`,
      2,
    ],
  ])('%s', (_, text, first) => {
    const made = { outline: geo, at: '2026-02-17T16:29:27.000Z', version: '3.0.0a11' }
    const rest = { risk_acrop: 'high', risk_timber: 'more_info_needed' }
    expect(read(text)).toEqual({
      total: 2,
      verdicts: ['risk_pcrop', 'risk_acrop', 'risk_timber'],
      rows: [
        { row: first, plot: 'a', verdicts: { risk_pcrop: 'low', ...rest }, ...made },
        { row: first + 1, plot: 'b', verdicts: { risk_pcrop: 'high', ...rest }, ...made },
      ],
      faults: [],
    })
  })

  test('the outline as it was sent goes before the one that was looked at', () => {
    const collection = JSON.parse(serviceGeoJson(plots.slice(0, 1)))
    collection.features[0].properties.geo_original = JSON.stringify({ type: 'Point', coordinates: [1, 2] })
    expect(read(JSON.stringify(collection)).rows[0]?.outline).toEqual({ type: 'Point', coordinates: [1, 2] })
  })

  test('what the verdicts had to do without stands with the version, in words or as a number', () => {
    const version = (text: string) => read(text).rows[0]?.version
    const python = (names: string) =>
      libraryCsv(plots.slice(0, 1)).replace("'3.0.0a11',", `'3.0.1', 'risk_inputs_unavailable': [${names}],`)
    expect(version(python("'RADD_after_2020', 'TMF_undist'"))).toBe(
      '3.0.1 without RADD_after_2020 TMF_undist',
    )
    expect(version(python(''))).toBe('3.0.1')
    const many = Array.from({ length: 12 }, (_, at) => `GFC_loss_year_20${at + 10}`)
    const collection = JSON.parse(serviceGeoJson(plots.slice(0, 1)))
    collection.features[0].properties.whisp_processing_metadata.risk_computed_without = many
    expect(version(JSON.stringify(collection))).toBe('3.0.0a11 without 12 data sets')
  })

  test('columns that are not read may be there twice', () => {
    const file = read('external_id,Area,risk_pcrop,Area\na,1,low,2', '2026-02-20T09:00:00.000Z')
    expect(file.rows.map((row) => row.verdicts)).toEqual([{ risk_pcrop: 'low' }])
  })

  test('no outline at all, or an empty one, is none', () => {
    const rows = (file: WhispFile) => file.rows.map(({ outline }) => outline)
    expect(rows(read(serviceCsv(plots, ['geo'])))).toEqual([null, null])
    expect(rows(read(serviceCsv([plot('a', { geo: null })])))).toEqual([null])
    const empty = { type: 'MultiPoint', coordinates: [] }
    expect(rows(read(libraryCsv([plot('a', { geo: empty })])))).toEqual([null])
  })
})

describe('rows at fault are named, and the others are read', () => {
  test('without an id, twice the same one, with a word that Whisp does not use, or with half an outline', () => {
    const file = read(
      serviceCsv([
        plot('a'),
        plot(''),
        plot('unknown'),
        plot('twice'),
        plot('b', { risk_pcrop: '0.3', risk_timber: '' }),
        plot('twice'),
        plot('c', { geo: { type: 'Polygon', coordinates: [[32, 1]] } }),
        plot('d', { risk_pcrop: 'Low' }),
      ]),
    )
    const words = 'is not a verdict of Whisp (low, more_info_needed, high)'
    expect(told(file)).toEqual([
      [3, 'external_id', 'is empty'],
      [4, 'external_id', 'is empty'],
      [5, 'external_id', 'occurs more than once'],
      [6, 'risk_pcrop', words],
      [6, 'risk_timber', 'is empty'],
      [7, 'external_id', 'occurs more than once'],
      [8, 'geo', 'is not an outline of a plot'],
      [9, 'risk_pcrop', words],
    ])
    expect(file.faults.filter(({ row }) => row === 5)[0]?.also).toEqual([7])
    expect(file.rows.map((row) => row.plot)).toEqual(['a'])
    expect(file.total).toBe(8)
  })

  test('an outline that no plot can have is not handed on', () => {
    const corners = Array.from({ length: 60_000 }, (_, at) => [32 + at / 1e6, 1.123456])
    const geo = { type: 'Polygon', coordinates: [corners] }
    const file = read(serviceGeoJson([plot('a', { geo }), plot('b')]))
    expect(told(file)).toEqual([[1, 'geo', 'has 60000 corners, too many for one plot']])
    expect(file.rows.map((row) => row.plot)).toEqual(['b'])
  })

  test('a file that does not say when needs the day; what it says goes before', () => {
    const silent = libraryCsv([plot('a')], ['whisp_processing_metadata'])
    expect(told(read(silent))).toEqual([
      [2, 'whisp_processing_metadata', 'does not state when Whisp screened the plot'],
    ])
    const [row] = read(silent, '2026-02-20T09:00:00.000Z').rows
    expect(row).toMatchObject({ at: '2026-02-20T09:00:00.000Z', version: null })
    expect(read(libraryCsv([plot('a')]), '2026-02-20T09:00:00.000Z').rows[0]?.at).toBe(
      '2026-02-17T16:29:27.000Z',
    )
  })

  test('a time in the future is a fault', () => {
    const text = libraryCsv([plot('a')]).replace('2026-02-17', '2027-02-17')
    expect(told(read(text))).toEqual([[2, 'whisp_processing_metadata', 'has a time in the future']])
  })

  test('a hundred thousand rows with one id take no longer than their number', () => {
    const text = `external_id,risk_pcrop\n${'same,low\n'.repeat(100_000)}`
    const { faults, rows } = read(text, '2026-02-20T09:00:00.000Z')
    expect([faults.length, rows.length]).toEqual([100_000, 0])
    expect(Math.max(...faults.map(({ also }) => also?.length ?? 0))).toBe(10)
  })
})

describe('what is no result of Whisp is refused whole', () => {
  test.each([
    ['without ids', 'plotId,risk_pcrop\n1,low', 'The file has no column external_id.'],
    [
      'without verdicts',
      libraryCsv([plot('a')], ['risk_pcrop', 'risk_acrop', 'risk_timber']),
      'The file has no verdicts: no column begins with risk_.',
    ],
    [
      'with two columns of verdicts of one name, of which either could count',
      'external_id,risk_pcrop,Area,risk_pcrop\na,low,1,high',
      'The file has the column risk_pcrop twice.',
    ],
    [
      'with two columns of ids',
      'external_id,risk_pcrop, external_id\na,low,b',
      'The file has the column external_id twice.',
    ],
    [
      'with two columns of outlines',
      'external_id,risk_pcrop,geo,geo\na,low,,',
      'The file has the column geo twice.',
    ],
    ['an empty file', '', 'The file has no header row.'],
    [
      'a collection of nothing',
      '{"type":"FeatureCollection","features":[]}',
      'The file has no column external_id.',
    ],
    ['a damaged GeoJSON', '{"type":"Feat', /^The file is not well-formed GeoJSON: /],
    [
      'an open quotation',
      'external_id,risk_pcrop\n"a,low',
      /^A quotation mark opens a cell and none closes it/,
    ],
  ])('%s', (_, text, message) => expect(() => read(text)).toThrow(message))

  test('a file in another encoding, without talk of a map, which there is none of here', () => {
    const bytes = new Uint8Array([0x65, 0xe9, 0x2c])
    const thrown = (() => {
      try {
        return readWhisp(bytes, null, NOW)
      } catch (error) {
        return error
      }
    })()
    expect(thrown).toMatchObject({ message: 'Line 1 has letters that are not UTF-8.' })
    expect((thrown as { remedy: string }).remedy).toMatch(/^Use the file unchanged, as Whisp exported it/)
  })
})
