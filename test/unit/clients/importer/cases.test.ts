import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import type { Choices } from '../../../../src/clients/importer/guess/points.ts'
import type { Proposal } from '../../../../src/clients/importer/guess/propose.ts'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { readBoundary } from '../../../../src/clients/outlines/boundary.ts'
import { featureTable } from '../../../../src/clients/outlines/features.ts'
import { readOutline } from '../../../../src/clients/outlines/outline-cell.ts'
import { readRecords } from '../../../../src/clients/sheets/csv.ts'
import { csvTextOf } from '../../../../src/clients/sheets/spreadsheet.ts'
import { workbookRemarks } from '../../../../src/clients/sheets/workbook-remarks.ts'
import { dayIn } from '../../../../src/text/time-zone.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { decided, proposalOfFile } from '../../../support/clients/importer/proposal.ts'
import { registry, rowsOf } from '../../../support/clients/importer/support.ts'
import { withParts, workbook } from '../../../support/clients/workbook.ts'

/** Whole files as people have them, as the command and the page propose to read them. */

const CASES = join(
  resolve(import.meta.dirname, '../../../..', process.env.GRANARY_REAL_DATA ?? '../shared/data'),
  'cases',
)
const asked = async (name: string, choices: Choices = {}): Promise<Proposal> =>
  proposalOfFile(readFileSync(join(CASES, name)), name, { as_of: '2026-06-01', ...choices })

/** After every day in these files. */
const NOW_MS = Date.UTC(2026, 11, 31)
const draftsIn = async (name: string, map: ImportMap) =>
  rowsOf(await csvTextOf(readFileSync(join(CASES, name)), map.csv), compileMap(map, registry), {
    nowMs: NOW_MS,
  }).flatMap(({ records }) => records.map(({ draft }) => draft).filter(({ type }) => type === 'delivery'))
const valuesIn = async (name: string, map: ImportMap) =>
  (await draftsIn(name, map)).map(({ quantity }) => (quantity as { value: number }).value)

describe.skipIf(!existsSync(CASES))('files as people have them (skipped without GRANARY_REAL_DATA)', () => {
  test('a messy workbook: what it hides is told first', async () => {
    const proposal = await asked('messy.xlsx')
    expect(proposal.remarks.map(englishWords().tell)).toEqual([
      '1 hidden row is read like the others: row 7.',
      'Hidden columns are read like the others: C.',
      '2 formulas have no stored value, and are read as empty cells: E10, E12. Open the file in a spreadsheet program and save it.',
      expect.stringMatching(/^6 cells show percentages and are read as shares of one/),
      '"Kg" has 1 cell with their own unit, such as 75 kgs, among plain numbers.',
    ])
    expect(await valuesIn('messy.xlsx', decided(proposal))).toEqual([120.5, 98, 1200, 75, 60])
  })

  test.each(['line.kml', 'line.geojson', 'garmin-waypoints.gpx'])('%s is a boundary', async (name) => {
    expect((await readBoundary(readFileSync(join(CASES, name)))).outline).toHaveProperty(
      'geometry.type',
      'Polygon',
    )
  })

  test('areas of ODK in a cell', () => {
    const [, row = []] = readRecords(readFileSync(join(CASES, 'odk-plots.csv'), 'utf8'), ',')
    expect(readOutline(row.at(-1) ?? '')).toHaveProperty('geometry.type', 'Polygon')
  })
})

/** The folders with an `expect.md`, which says what is right. */
describe.skipIf(!existsSync(CASES))('cases (skipped without GRANARY_REAL_DATA)', () => {
  const timesIn = async (name: string, map: ImportMap) =>
    (await draftsIn(name, map)).map(({ occurred_at }) => String(occurred_at))

  test.each<[name: string, kilograms: number[]]>([
    ['struck-digits/80-85.xlsx', [120, 85, 60]],
    ['two-row-header/input.csv', [120, 80]],
    ['two-row-header/input.xlsx', [120, 80]],
  ])('%s has the quantities that were meant', async (name, kilograms) => {
    const map = decided(await asked(name))
    expect(await valuesIn(name, map)).toEqual(kilograms)
  })

  describe('prices', () => {
    const MONEY = { basis: 'special_data_consent', currency: 'UGX' }
    const pricesIn = async (name: string, map: ImportMap) =>
      (await draftsIn(name, map)).map(
        ({ agreed_price }) => (agreed_price as { amount_minor: number }).amount_minor,
      )

    test('that are equal for unequal weights are of one kilogram', async () => {
      const name = 'price-without-per/input.csv'
      expect(await pricesIn(name, decided(await asked(name, MONEY)))).toEqual([244_000, 162_000])
    })
    test('that contradict each other are a fault of the row', async () => {
      const name = 'price-without-per/rate-and-amount.csv'
      expect(await pricesIn(name, decided(await asked(name, MONEY)))).toEqual([162_000])
    })
  })

  describe('submissions', () => {
    test.each<[name: string, key: string, kilograms: number[]]>([
      ['odk.csv', 'KEY', [120, 60]],
      ['kobo.csv', '_uuid', [120, 60]],
    ])('%s: rejected ones are left out, and each is known again by its %s', async (file, key, kilograms) => {
      const name = `reviewed-exports/${file}`
      const proposal = await asked(name, { unit: 'kg' })
      const [review, ...others] = proposal.points.filter((point) => point.name.startsWith('review:'))
      expect([review?.value, others]).toEqual([null, []])
      const map = decided(await asked(name, { unit: 'kg', [String(review?.name)]: 'rejected' }))
      expect(map.key).toEqual([key])
      expect(await valuesIn(name, map)).toEqual(kilograms)
    })
    test('an edited one is the same record, with its later weight', async () => {
      const [first, later] = ['reviewed-exports/odk.csv', 'reviewed-exports/odk-edited.csv']
      const map = decided(await asked(first, { 'review:ReviewState': 'rejected' }))
      const idsIn = async (name: string) => (await draftsIn(name, map)).map(({ id }) => id)
      expect(await idsIn(later)).toEqual(await idsIn(first))
      expect(await valuesIn(later, map)).toEqual([102, 60])
    })
  })

  test('names of nobody are faults, and a name of one word is a person', async () => {
    const name = 'names-of-nobody/input.csv'
    const map = decided(await asked(name))
    const rows = rowsOf(await csvTextOf(readFileSync(join(CASES, name))), compileMap(map, registry), {
      nowMs: NOW_MS,
    })
    const named = rows.flatMap(({ records }) =>
      records.map(({ draft }) => draft).filter(({ type }) => type === 'party'),
    )
    expect(named).toEqual([expect.objectContaining({ display_name: 'Nakato' })])
    const told = rows.flatMap(({ faults }) => faults).filter(({ message }) => /another row/.test(message))
    expect(told.map(({ value }) => value)).toEqual(expect.arrayContaining(['ditto', ',,', 'same as above']))
  })

  test.each([
    ['html.xls', 'a web page'],
    ['spreadsheetml.xls', 'an XML spreadsheet of an old Excel (2003)'],
    ['shapefile.zip', 'a Shapefile'],
  ])('disguised-sheets/%s is %s', async (file, what) => {
    await expect(asked(`disguised-sheets/${file}`)).rejects.toThrow(`The file is ${what}, which is not read.`)
  })

  test.each<[name: string, days: string[]]>([
    ['french', ['2026-03-02', '2026-03-13']],
    ['swahili', ['2026-03-02', '2026-03-13']],
    ['iso-zone', ['2026-11-02', '2026-11-13', '2026-11-14']],
    ['compact', ['2026-11-02', '2026-11-13', '2026-11-14']],
    ['dhis2', ['2026-11-02', '2026-11-13', '2026-11-14']],
  ])('unread-dates/%s.csv has its own days, unasked', async (file, days) => {
    const name = `unread-dates/${file}.csv`
    const map = decided(await asked(name, { unit: 'kg' }))
    expect((await timesIn(name, map)).map((time) => dayIn('Africa/Kampala', Date.parse(time)))).toEqual(days)
  })

  test('a workbook has the times of the same CSV', async () => {
    const [book, text] = ['xlsx-time/input.xlsx', 'xlsx-time/same.csv']
    const [inBook, inText] = [await asked(book), await asked(text)]
    const times = await timesIn(text, decided(inText))
    expect(times).toHaveLength(24)
    expect(await timesIn(book, decided(inBook))).toEqual(times)
  })

  test('a time just before midnight is the day that the program shows', async () => {
    const text = await csvTextOf(readFileSync(join(CASES, 'xlsx-time/almost.xlsx')))
    expect(text).toContain('\n2026-11-03,71,')
  })
})

test('the properties of plots in a file of the map are taken for what they say, and the map reads them', async () => {
  const collection = {
    type: 'FeatureCollection',
    features: [1, 2].map((n) => ({
      type: 'Feature',
      properties: { 'Member No': `R${n}`, plot: `P${n}`, name: `Hill ${n}` },
      geometry: { type: 'Point', coordinates: [32.5, n / 10] },
    })),
  }
  const bytes = Buffer.from(JSON.stringify(collection))
  const map = decided(await proposalOfFile(bytes, 'plots.geojson', { country: 'UG', crop: 'coffee_green' }))
  expect(map).toMatchObject({
    key: ['plot'],
    members: { member: { member_no: { column: 'Member No' } } },
    records: { plot: { plot_name: { column: 'name' }, country: { constant: 'UG' } } },
  })
  const { header = [] } = featureTable(strToU8(JSON.stringify(collection))) ?? {}
  expect(compileMap(map, registry).columns.every((column) => header.includes(column))).toBe(true)
})

test('hidden rows of a workbook are told, of the sheet that is read alone', async () => {
  const bytes = withParts(workbook({ A: [['x'], ['y']], B: [['x'], ['y']] }), {
    'xl/worksheets/sheet2.xml': (xml) => xml.replace('<row r="2"', '<row r="2" hidden="1"'),
  })
  expect(await workbookRemarks(bytes, { sheet: 'A' })).toEqual([])
  expect((await workbookRemarks(bytes, { sheet: 'B' })).map(englishWords().tell)).toEqual([
    '1 hidden row is read like the others: row 2.',
  ])
})
