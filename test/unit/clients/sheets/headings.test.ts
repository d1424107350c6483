import { describe, expect, test } from 'vitest'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { meaningsOf } from '../../../../src/clients/importer/guess/meanings.ts'
import { joinedHeadings } from '../../../../src/clients/sheets/headings.ts'
import { readSheet } from '../../../../src/clients/sheets/sheet.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'

/** Headings in two rows. */

const DAYS = '2/11/2026,Grace Nakato,122,2,120\n13/11/2026,Sarah Akello,81,1,80\n'

test.each([
  ['a merged heading', ['Date', 'Weight (kg)', '', ''], ['', 'Gross', 'Tare', 'Net']],
  ['a repeated one', ['Date', 'Weight (kg)', 'Weight (kg)', 'Weight (kg)'], ['', 'Gross', 'Tare', 'Net']],
])('%s belongs to each column below it', (_what, upper, lower) => {
  expect(joinedHeadings(upper, lower)).toEqual([
    'Date',
    'Weight (kg) / Gross',
    'Weight (kg) / Tare',
    'Weight (kg) / Net',
  ])
})
test('a heading without a second one ends the one before it', () => {
  expect(joinedHeadings(['Weight', '', 'Farmer', ''], ['Gross', 'Net', '', 'Phone'])).toEqual([
    'Weight / Gross',
    'Weight / Net',
    'Farmer',
    'Phone',
  ])
})

describe('a sheet', () => {
  const namesIn = (sheet: string) => layoutOf(sheet).columns.map(({ name }) => name)

  test.each([
    ['merged', `Date,Farmer,Weight (kg),,\n,,Gross,Tare,Net\n${DAYS}`],
    ['repeated', `Date,Farmer,Weight (kg),Weight (kg),Weight (kg)\n,,Gross,Tare,Net\n${DAYS}`],
    ['below a title', `Kasese centre,,,,\nDate,Farmer,Weight (kg),,\n,,Gross,Tare,Net\n${DAYS}`],
  ])('with headings in two rows, %s, has its net as the quantity', (_what, sheet) => {
    const layout = layoutOf(sheet)
    expect(meaningsOf(layout).map(({ name, meaning }) => `${name}: ${meaning}`)).toEqual([
      'Date: date',
      'Farmer: name',
      'Weight (kg) / Gross: note',
      'Weight (kg) / Tare: note',
      'Weight (kg) / Net: weight',
    ])
    expect([layout.rowCount, layout.csv.header_rows]).toEqual([2, 2])
    const read = readSheet(sheet, layout.csv)
    expect(read.header).toEqual(layout.columns.map(({ name }) => name))
    expect(read.rows.map(({ cells }) => cells[4])).toEqual(['120', '80'])
    expect(read.rows[0]?.row).toBe(layout.lines + 1)
  })

  test('whose second row cannot be one of headings says which columns are not read', () => {
    const { remarks } = layoutOf(`Date,Farmer,Weight (kg),,\n1/6/2026,Mary,5,6,7\n${DAYS}`)
    expect(remarks.map(WORDS.tell)).toEqual([
      '2 columns have cells but no heading, such as 6, 7, and are not read. Write headings in one row above all columns.',
    ])
  })
  test('with more columns in the lower row than in the upper one', () => {
    const rows = '1/6/2026,Grace,1,2,3,4,5,6\n2/6/2026,Sarah,1,2,3,4,5,6\n'
    expect(
      namesIn(`Date,Farmer,Morning,,,Evening,,\n,,Gross,Tare,Net,Gross,Tare,Net\n${rows}`).slice(2, 6),
    ).toEqual(['Morning / Gross', 'Morning / Tare', 'Morning / Net', 'Evening / Gross'])
  })
  test('with units below its headings', () => {
    expect(
      namesIn('Date,Farmer,Weight,Price\n,,(kg),UGX\n1/6/2026,Grace,12,5\n2/6/2026,Sarah,13,6\n'),
    ).toEqual(['Date', 'Farmer', 'Weight / (kg)', 'Price / UGX'])
  })
  test.each([
    [
      'whose first row is at fault',
      'Date,Farmer,,Kg\n,Grace,Nakato,\n1/6/2026,Sarah,Akello,12\n2/6/2026,Mary,Nakato,13\n',
    ],
    ['with a remark below its headings', 'Date,Farmer,Kg\nMorning,,\n1/6/2026,Sarah,12\n2/6/2026,Mary,13\n'],
    ['whose rows are complete', 'Date,Farmer,Farmer,Kg\nx,Grace,Nakato,y\n1/6/2026,Sarah,Akello,12\n'],
    ['of one heading and a row', 'Date,Farmer,,Kg\n,Grace,Akello,\n'],
  ])('%s has one row of headings', (_what, sheet) => {
    expect(layoutOf(sheet).csv.header_rows).toBeUndefined()
  })
})
