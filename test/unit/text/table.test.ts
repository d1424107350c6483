import { describe, expect, test } from 'vitest'
import { partsOfTable, textOf } from '../../../src/text/parts.ts'
import type { Column } from '../../../src/text/table.ts'
import { COLUMNS, widthOf, wrap } from '../../../src/text/wrap.ts'

const linesOf = (columns: readonly Column[], ...rows: string[][]) => {
  const { head, rows: parts } = partsOfTable(columns, rows, '  ')
  return textOf([head, ...parts])
    .trimEnd()
    .split('\n')
}

describe('a column that narrows', () => {
  const columns: readonly Column[] = [
    { title: 'How', narrows: true },
    { title: 'Kilograms', align: 'right' },
  ]

  test('is as wide as its text where the table fits the page', () => {
    expect(linesOf(columns, ['exact unit', '1.00'])).toEqual([
      '  How         Kilograms',
      '  ----------  ---------',
      '  exact unit       1.00',
    ])
  })

  test('wraps its text and its title where the table would be too wide, so that no figure is cut', () => {
    const figure = '9'.repeat(70)
    const title = 'How the kilograms were found'
    const lines = linesOf(
      [{ ...columns[0], title, narrows: true }, columns[1] as Column],
      ['not by the factor that it states', figure],
    )
    expect(lines).toEqual([
      `  How the kilograms were      ${'Kilograms'.padStart(70)}`,
      '  found',
      `  ${'-'.repeat(26)}  ${'-'.repeat(70)}`,
      `  not by the factor that it   ${figure}`,
      '  states',
    ])
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(COLUMNS)
  })
})

describe('columns that share what is left', () => {
  const columns: readonly Column[] = [
    { title: 'Reader', gives: true },
    { title: 'Why', narrows: true },
    { title: 'Month' },
  ]

  test('one that needs less leaves the rest to the other', () => {
    const [, rule] = linesOf(columns, ['r'.repeat(20), 'because '.repeat(20), 'Jan 2026'])
    const widths = rule?.trim().split('  ')
    expect(widths?.map(({ length }) => length)).toEqual([20, 66, 8])
  })

  test('nothing of two long names is lost, so that two readers do not look alike', () => {
    const [first, second] = ['Cooperative'.repeat(8), `${'\u4e2d'.repeat(50)}\u00a0Bank`]
    const why = 'because of it '.repeat(20)
    const lines = linesOf(columns, [first, why, 'Jan 2026'], [second, why, 'Feb 2026'])
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(COLUMNS)
    const said = lines.map((line) => line.replace(/because.*/, '').replaceAll(' ', '')).join('')
    for (const name of [first, second]) expect(said).toContain(name.replace('\u00a0', ''))
  })
})

test.each([
  ['1,234,567,890.55', ['1,234,56', '7,890.55']],
  ['UGX\u00a01,500,000', ['UGX', '1,500,00', '0']],
  ['1\u00a0234\u00a0567,55', ['1 234', '567,55']],
  ['-12\u00a0500\u00a0000\u00a0UGX', ['-12 500', '000 UGX']],
])('the figure %j that is longer than a line goes on in the next, in every language', (figure, lines) => {
  expect(wrap(figure, '', '', 8)).toEqual(lines)
})
