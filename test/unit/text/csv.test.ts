import { expect, test } from 'vitest'
import { readTable } from '../../../src/clients/sheets/csv.ts'
import { cellOf, csvOf, sheetValue } from '../../../src/text/csv.ts'
import { deceptionIn, randomText, STRANGE } from '../../support/strange-text.ts'

/** Sheets: no cell is a formula, none deceives, and each can be read back. */

/** A spreadsheet skips what it does not show, and takes what begins with one of these for a formula. */
function startsFormula(cell: string): boolean {
  const first = [...cell].find(
    (character) => !/[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(character),
  )
  return first !== undefined && '=+-@'.includes(first.normalize('NFKC'))
}
const isNumber = (cell: string): boolean => /^[-+](\d+([.,]\d+)*)?$/.test(cell)

const BEFORE = ['', ...' \u00A0\u3000\u200B\uFEFF\u2060\u00AD\t\r\n\u2028', '\r\n', ' \u00A0\u200B ']
const SIGNS = '=+-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B'

test('whatever stands before its sign, a formula is text', () => {
  for (const before of BEFORE)
    for (const sign of SIGNS) {
      const value = `${before}${sign}HYPERLINK("x")`
      expect(startsFormula(value)).toBe(true)
      expect(startsFormula(cellOf(value)), JSON.stringify(value)).toBe(false)
      expect(sheetValue(cellOf(value))).toBe(value)
    }
})

test('any cell: no formula, nothing that deceives, and its value comes back', () => {
  const values = [...STRANGE, "'", "'=1", "''-1+2", '-1.5', '+7', "'-5", '[U+202E]', "'[U+202E]=1"]
  for (let seed = 0; seed < 5_000; seed++) values.push(randomText(seed), `${randomText(seed + 9_999)}=1`)
  for (const value of values) {
    const cell = cellOf(value)
    expect(startsFormula(cell) && !isNumber(cell), JSON.stringify(value)).toBe(false)
    expect(deceptionIn(cell.replaceAll('\r', '')), JSON.stringify(value)).toBeNull()
    expect(sheetValue(cell), JSON.stringify(value)).toBe(value)
  }
})

test('numbers stay numbers, and ordinary text stays as it is', () => {
  expect(csvOf([['-1.5', '+256', '7', 'Grace', '-']])).toBe('-1.5,+256,7,Grace,-')
})

test('a whole sheet is read back', () => {
  for (let seed = 0; seed < 500; seed++) {
    const cells = [0, 1, 2].map((i) => randomText(3 * seed + i))
    const { rows } = readTable(`a,b,c,d\n${csvOf([['x', ...cells]])}\n`)
    expect(rows[0]?.cells.slice(1).map(sheetValue), JSON.stringify(cells)).toEqual(cells)
  }
})
