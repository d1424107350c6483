import { describe, expect, test } from 'vitest'
import { layoutOf } from '../../../../src/clients/importer/guess/layout.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'

/** Titles above a table, and lines below it. */

const BOOK = `Chama cha Ushirika Kilimo,,,,,,,,,,
Kituo: Mwika,,,,,,,,,,
,,,,,,,,,,
Na.,Tarehe,Jina la mkulima,Namba ya mwanachama,Kijiji,Uzito (kg),,,Bei kwa kilo,Malipo,Sahihi
,,,,,Jumla,Gunia,Halisi,,,
1,2/11/2026,Neema Mushi,BC-014,Mwika,122,2,120,3500,420000,x
2,13/11/2026,Asha Moshi,BC-015,,81,1,80,3500,280000,
3,14/11/2026,Asha Koshi,BC-016,,81,1,80,,,
4,15/11/2026,Asha Moshi,BC-015,Mwika,81,1,80,3500,280000,
5,16/11/2026,Asha Koshi,BC-016,,81,1,80,,280000,
6,17/11/2026,Asha Moshi,BC-015,Mwika,81,1,80,3500,280000,x
,,Jumla,,,507,7,500,,,
Imeandaliwa na: Katibu,,,,,,,,,,
Imepitishwa na: Mwenyekiti,,,,,,,,,,
`

describe('a table between titles and footers', () => {
  test('whose rows have different numbers of cells', () => {
    const { csv, columns, skip, rowCount, remarks } = layoutOf(BOOK)
    expect(csv).toEqual({ skip_lines: 3, header_rows: 2 })
    expect(columns.map(({ name }) => name).slice(4, 9)).toEqual([
      'Kijiji',
      'Uzito (kg) / Jumla',
      'Uzito (kg) / Gunia',
      'Uzito (kg) / Halisi',
      'Bei kwa kilo',
    ])
    expect(rowCount).toBe(6)
    expect(skip).toEqual([
      { column: 'Jina la mkulima', words: ['jumla'] },
      { column: 'Na.', beginning: ['imeandaliwa na:', 'imepitishwa na:'] },
    ])
    expect(remarks.map(WORDS.tell)).toEqual([
      '2 lines below the table are no row and left out: Imeandaliwa na: Katibu, Imepitishwa na: Mwenyekiti.',
    ])
  })

  test.each([
    [
      'a title and two rows',
      'Our book,,,\nMwika,,,\nJune,,,\nDate,Farmer,Kg,Price\n1/6/2026,Mary,5,6\n2/6/2026,Asha,,7\n',
    ],
    ['lines to sign on', 'Book,,,\nDate,Farmer,Kg,Price\n1/6/2026,Mary,5,6\n2/6/2026,Asha,,7\n______,,,\n'],
    [
      'lines below days',
      'Book,,,\nDate,Farmer,Kg,Price\n1/6/2026,Mary,5,6\n2/6/2026,Asha,,7\nThe secretary,,,\n',
    ],
  ])('with %s', (_what, sheet) => {
    const { columns, rowCount } = layoutOf(sheet)
    expect([columns.map(({ name }) => name).join(), rowCount]).toEqual(['Date,Farmer,Kg,Price', 2])
  })

  test.each([
    ['a person of a list', 'Name,Phone,Village\nMary,0772123456,Mwika\nAsha,0772123457,Moshi\nNeema,,\n', 3],
    ['a weight alone', 'Date,Farmer,Kg\n1/6/2026,Mary,5\n2/6/2026,Asha,6\n,,7\n', 3],
    ['a farmer alone', 'Farmer,Date,Kg\nMary,1/6/2026,5\nAsha,2/6/2026,6\nNeema,,\n', 3],
  ])('%s in the last row is no footer', (_what, sheet, rows) => {
    const { rowCount, skip, remarks } = layoutOf(sheet)
    expect([rowCount, skip, remarks]).toEqual([rows, [], []])
  })

  test('a list of one column stays one', () => {
    expect(layoutOf('Name\nMary\nAsha\n').columns[0]?.cells).toEqual(['Mary', 'Asha'])
  })
})
