import { describe, expect, test } from 'vitest'
import { decodeCsv } from '../../../../src/clients/sheets/csv.ts'
import { rejectsCsv } from '../../../../src/clients/sheets/rejects.ts'
import { csvTextOf, sheetText } from '../../../../src/clients/sheets/spreadsheet.ts'
import { decided, proposalOfFile } from '../../../support/clients/importer/proposal.ts'
import { planOf, rowsOf, small, WORDS } from '../../../support/clients/importer/support.ts'
import { type WorkbookCell, workbook } from '../../../support/clients/workbook.ts'

/** Files that come back from a spreadsheet program, and workbooks with a sheet for each month. */

const SHEET = 'Farm,Day,Weight\nMüthoni,13/2/2026,many\nRio,3/2/2026,5 lumps\n'
const rejects = (): string => {
  const plan = planOf(SHEET)
  return rejectsCsv(
    WORDS,
    plan.table,
    [...plan.rows()].map((row) => ({ row, faults: row.faults })),
  )
}
const corrected = (): string => rejects().replace(',many\n', ',60 kg\n').replace(',5 lumps\n', ',5 kg\n')
/** As a program of another country writes it. */
const withSemicolons = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/"[^"]*"|,/g, (part) => (part === ',' ? ';' : part)))
    .join('\n')
const windows = (text: string) => Buffer.from(text, 'latin1')
const madeOf = (text: string, map = small()) =>
  rowsOf(text, map).map(({ records, faults }) =>
    faults.length > 0
      ? faults.map(({ message }) => message)
      : String(records.at(-1)?.draft.occurred_at).slice(0, 10),
  )

describe('rejected rows that a spreadsheet program saved', () => {
  test.each([
    ['as they were', (text: string) => Buffer.from(text)],
    ['with semicolons', (text: string) => Buffer.from(withSemicolons(text))],
    [
      'with tabs, as UTF-16',
      (text: string) => Buffer.from(`\uFEFF${withSemicolons(text).replaceAll(';', '\t')}`, 'utf16le'),
    ],
    ['with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['as windows-1252', windows],
  ])('%s come back in, whatever the map says of its own file', (_how, saved) => {
    for (const encoding of ['utf-8', 'windows-1252'] as const) {
      const csv = { encoding, delimiter: '|', skip_lines: 4, sheet: 'Ledger' } as const
      const text = decodeCsv(saved(corrected()), csv)
      expect(text).toContain('Müthoni')
      expect(madeOf(text, small({ csv }))).toEqual(['2026-02-13', '2026-02-03'])
    }
  })

  test('as a workbook with a sheet of another name', async () => {
    const rows: WorkbookCell[][] = corrected()
      .trim()
      .split('\n')
      .map((line) => line.match(/("[^"]*"|[^,])+/g) as string[])
    const text = await csvTextOf(workbook({ 'small.rejects': rows }), { sheet: 'Ledger' })
    expect(madeOf(text)).toEqual(['2026-02-13', '2026-02-03'])
  })

  test.each(['2026-02-13', '13.02.2026'])('with 13/2/2026 changed to %s', (day) => {
    expect(madeOf(corrected().replace('13/2/2026', day))).toEqual(['2026-02-13', '2026-02-03'])
  })

  test.each(['D/M/EEEE', 'D/M/BBBB'])('with days of another calendar are at fault: %s', (format) => {
    const map = small({ dates: { day: { column: 'Day', formats: [format] } } })
    const [first] = madeOf(corrected().replace('13/2/2026', '2018-02-13'), map)
    expect(first).toEqual(['does not match the date formats of the map'])
  })

  test('with days that may have been turned round are at fault again, not guessed', () => {
    const text = corrected().replace('Rio,3/2/2026', 'Rio,2026-03-02')
    expect(madeOf(text)).toEqual(['2026-02-13', ['does not match the date formats of the map']])
  })
})

describe('a sheet for each month', () => {
  const MONTHS = workbook({
    March: [
      ['Receipt', 'Date', 'Name', 'Kg'],
      ['1', { serial: 46_084 }, 'Akello', 10],
    ],
    April: [
      ['Receipt', 'Date', 'Name', 'Kg'],
      ['2', { serial: 46_115 }, 'Okot', 12],
    ],
    Empty: [],
  })
  test('is one table with the name of the sheet', async () => {
    expect(await sheetText(MONTHS, { every_sheet: true })).toEqual({
      header: ['Sheet', 'Receipt', 'Date', 'Name', 'Kg'],
      text: 'March,1,2026-03-03,Akello,10\nApril,2,2026-04-03,Okot,12\n',
    })
  })

  test('with a column for each day too', async () => {
    const across = { formats: ['D/M/YYYY'], day: 'Day', amount: 'Kg' }
    const days = workbook({
      March: [
        ['Name', '1/3/2026', '2/3/2026'],
        ['Akello', 10, null],
      ],
      April: [
        ['Name', '1/4/2026', '2/4/2026'],
        ['Akello', null, 12],
      ],
    })
    expect((await sheetText(days, { every_sheet: true, across })).text).toBe(
      'March,Akello,1/3/2026,10\nApril,Akello,2/4/2026,12\n',
    )
  })

  test('is proposed where the sheets are alike', async () => {
    const map = decided(await proposalOfFile(Buffer.from(MONTHS), 'months.xlsx', { sheet: 'every_sheet' }))
    expect(map.csv).toEqual({ every_sheet: true })
    expect(map.dates?.day?.column).toBe('Date')
  })
})
