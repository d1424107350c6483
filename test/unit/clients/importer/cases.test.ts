import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import type { Meaning } from '../../../../src/clients/importer/guess/meanings.ts'
import type { Choices } from '../../../../src/clients/importer/guess/points.ts'
import type { Proposal } from '../../../../src/clients/importer/guess/propose.ts'
import type { ImportMap } from '../../../../src/clients/importer/map.ts'
import { readBoundary } from '../../../../src/clients/outlines/boundary.ts'
import { featureTable } from '../../../../src/clients/outlines/features.ts'
import { readOutline } from '../../../../src/clients/outlines/outline-cell.ts'
import { readRecords } from '../../../../src/clients/sheets/csv.ts'
import { csvTextOf } from '../../../../src/clients/sheets/spreadsheet.ts'
import { workbookRemarks } from '../../../../src/clients/sheets/workbook-remarks.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { decided, proposalOfFile } from '../../../support/clients/importer/proposal.ts'
import { registry, rowsOf } from '../../../support/clients/importer/support.ts'
import { workbook } from '../../../support/clients/workbook.ts'

/** Whole files as people have them, as the command and the page propose to read them. */

const CASES = join(
  resolve(import.meta.dirname, '../../../..', process.env.GRANARY_REAL_DATA ?? '../shared/data'),
  'cases',
)
const asked = async (
  name: string,
  choices: Choices = {},
  columns: Readonly<Record<string, Meaning>> = {},
): Promise<Proposal> =>
  proposalOfFile(readFileSync(join(CASES, name)), name, { as_of: '2026-06-01', ...choices }, columns)
const draftsIn = async (name: string, map: ImportMap) =>
  rowsOf(await csvTextOf(readFileSync(join(CASES, name)), map.csv), compileMap(map, registry)).flatMap(
    ({ records }) => records.map(({ draft }) => draft).filter(({ type }) => type === 'delivery'),
  )
const valuesIn = async (name: string, map: ImportMap) =>
  (await draftsIn(name, map)).map(({ quantity }) => (quantity as { value: number }).value)

describe.skipIf(!existsSync(CASES))('files as people have them (skipped without GRANARY_REAL_DATA)', () => {
  test('commas: is 1,250 a thousand?', async () => {
    const map = decided(await asked('commas.csv', { mark: 'thousands' }))
    expect(await valuesIn('commas.csv', map)).toEqual([1250, 98])
  })

  test('mixed dates: turned round where somebody says so', async () => {
    const map = decided(await asked('mixed-dates.xlsx', { days: 'D/M/YYYY, YYYY-D-M' }))
    expect(
      (await draftsIn('mixed-dates.xlsx', map)).map(({ occurred_at }) => String(occurred_at).slice(0, 10)),
    ).toEqual(['2026-04-03', '2026-04-05', '2026-04-13', '2026-04-27'])
  })

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

  test('a register with a column for each day', async () => {
    const map = decided(await asked('pivot.csv', { days: 'D/M/YYYY', unit: 'kg' }))
    expect(await valuesIn('pivot.csv', map)).toEqual([10, 12.5, 20, 7])
  })

  test.each(['compact', 'dhis2', 'french', 'iso-zone', 'swahili'])(
    'days that cannot be read are left to a person, never put on one day: %s',
    async (name) => {
      const { columns, points } = await asked(`unread-dates/${name}.csv`)
      const [day] = columns
      expect(day?.meaning).toBe(day?.dates === null ? null : 'date')
      expect(points.map((point) => point.name)).not.toContain('day')
      const read = await asked(`unread-dates/${name}.csv`, {}, { [day?.name ?? '']: 'date' })
      expect(read.points.map((point) => point.name)).not.toContain('day')
    },
  )

  test('a price may be of one kilogram or of the whole; prices that contradict each other are shown', async () => {
    const tell = englishWords().tell
    const why = ({ columns }: Proposal, name: string) =>
      columns.filter((column) => column.name === name).map((one) => [one.meaning, tell(one.why)])
    expect(why(await asked('price-without-per/input.csv'), 'Price')).toEqual([
      [null, 'of one kilogram, of one unit, or of the whole?'],
    ])
    const both = await asked('price-without-per/rate-and-amount.csv')
    for (const name of ['Rate', 'Amount'])
      expect(why(both, name)).toEqual([[null, 'two columns of prices do not agree']])
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
  const parts = unzipSync(workbook({ A: [['x'], ['y']], B: [['x'], ['y']] }))
  const path = 'xl/worksheets/sheet2.xml'
  const hidden = strFromU8(parts[path] as Uint8Array).replace('<row r="2"', '<row r="2" hidden="1"')
  const bytes = zipSync({ ...parts, [path]: strToU8(hidden) })
  expect(await workbookRemarks(bytes, { sheet: 'A' })).toEqual([])
  expect((await workbookRemarks(bytes, { sheet: 'B' })).map(englishWords().tell)).toEqual([
    '1 hidden row is read like the others: row 2.',
  ])
})
