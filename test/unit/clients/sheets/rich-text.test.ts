import { describe, expect, test } from 'vitest'
import { plainText } from '../../../../src/clients/sheets/rich-text.ts'
import { csvTextOf } from '../../../../src/clients/sheets/spreadsheet.ts'
import { workbookRemarks } from '../../../../src/clients/sheets/workbook-remarks.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { FIRST_SHEET, withParts, workbook } from '../../../support/clients/workbook.ts'

/** Cells of a workbook whose parts look different. */

const run = (text: string, look: 'struck' | 'raised' | 'plain' = 'plain') => ({
  text,
  isStruck: look === 'struck',
  isRaised: look === 'raised',
})

describe('rich text', () => {
  test.each([
    ['a corrected weight', [run('80', 'struck'), run('85')], '85', 'changed'],
    ['a footnote at a weight', [run('80'), run('1', 'raised')], '80', 'changed'],
    [
      'a footnote with a sign at a name',
      [run('Grace Nakato'), run('*)', 'raised')],
      'Grace Nakato',
      'changed',
    ],
    ['a corrected name', [run('Sarah', 'struck'), run(' Grace Nakato')], ' Grace Nakato', 'changed'],
    ['a square metre', [run('Area (m'), run('2', 'raised'), run(')')], 'Area (m²)', 'changed'],
    ['an ordinal', [run('2'), run('nd', 'raised'), run(' March')], '2nd March', undefined],
    ['a cell that is struck as a whole', [run('80', 'struck'), run(' ', 'plain')], '80 ', 'struck'],
    ['a space that is struck', [run('8'), run(' ', 'struck'), run('kg')], '8kg', undefined],
    ['bold beside plain', [run('Weight '), run('(kg)')], 'Weight (kg)', undefined],
  ])('%s', (_what, runs, text, is) => {
    const read = plainText(runs)
    expect([read.texts.join(''), read.is]).toEqual([text, is])
  })
})

/** A workbook whose sheet has these cells instead of those written `@0`, `@1` ... */
const rich = (rows: readonly (readonly (string | number)[])[], cells: readonly string[]): Uint8Array =>
  withParts(workbook({ Ledger: rows }), {
    [FIRST_SHEET]: (sheet) =>
      cells.reduce((xml, cell, i) => xml.replace(`<t xml:space="preserve">@${i}</t>`, cell), sheet),
  })
const STRUCK = (text: string) => `<r><rPr><b/><strike/></rPr><t>${text}</t></r>`
const told = async (bytes: Uint8Array) => (await workbookRemarks(bytes, {}, 1)).map(englishWords().tell)

describe('a workbook with rich text', () => {
  const bytes = rich(
    [
      ['Farmer', 'Kg'],
      ['Grace', '@0'],
      ['@1', 60],
      ['@2', '@3'],
    ],
    [
      `${STRUCK('80')}<r><t>85</t></r>`,
      '<r><t>Sarah</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r>',
      STRUCK('John'),
      STRUCK('7 &lt; 8'),
    ],
  )

  test('leaves out what is struck through beside what is not', async () => {
    expect(await csvTextOf(bytes)).toBe('Farmer,Kg\nGrace,85\nSarah,60\nJohn,7 < 8\n')
  })

  test('names the cells that this changed, and the row that is struck as a whole', async () => {
    expect(await told(bytes)).toEqual([
      '1 row that is struck through is read like the others: row 4.',
      'In 2 cells, what is struck through or is the mark of a footnote is left out: B2, A3.',
    ])
  })

  test('does so for texts that cells share', async () => {
    const whole = withParts(workbook({ Ledger: [['Kg'], ['@0'], [60]] }), {
      [FIRST_SHEET]: (xml) => xml.replace(/<c r="A2"[^>]*>.*?<\/c>/, '<c r="A2" t="s"><v>1</v></c>'),
      'xl/sharedStrings.xml': `<sst><si/><si><r><rPr><strike val="1"/></rPr><t>80</t></r><r><rPr><strike val="0"/></rPr><t>85</t></r></si></sst>`,
      'xl/_rels/workbook.xml.rels': (xml) =>
        xml.replace(
          '</Relationships>',
          '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        ),
    })
    expect(await csvTextOf(whole)).toBe('Kg\n85\n60\n')
    expect(await told(whole)).toEqual([expect.stringContaining('left out: A2.')])
  })
})

test('cells that a font strikes through, merged cells and errors are named', async () => {
  const rows = [
    ['Farmer', 'Kg'],
    ['Grace', 80],
    ['Sarah', 5],
    ['John', 6],
  ]
  const bytes = withParts(workbook({ Ledger: rows }), {
    [FIRST_SHEET]: (xml) =>
      xml
        .replace('<c r="B2">', '<c r="B2" s="1">')
        .replace('<c r="B3"><v>5</v>', '<c r="B3" t="e"><v>#REF!</v>')
        .replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:A4"/></mergeCells>',
        ),
    'xl/styles.xml':
      '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
  })
  expect(await told(bytes)).toEqual([
    '1 cell that is struck through is read like the others: B2.',
    'The text or day of merged cells is read in each row that they cover: A2:A4.',
    expect.stringMatching(/^1 cell has an error of the spreadsheet program instead of a value: B3 \(#REF!\)/),
  ])
})

describe('times of a workbook', () => {
  const column = async (...serials: number[]) =>
    (await csvTextOf(workbook({ A: [['Date'], ...serials.map((serial) => [{ serial }])] })))
      .trim()
      .split('\n')
      .slice(1)

  test('have the second in which they were typed', async () => {
    expect(await column(46_328.749_988_4, 46_328.416_666_66)).toEqual([
      '2026-11-02 17:59:59',
      '2026-11-02 10:00:00',
    ])
  })
  test('that are just before midnight are the next day', async () => {
    expect(await column(46_328.999_999_999_8, 46_330)).toEqual(['2026-11-03', '2026-11-04'])
  })
  test('midnight among times is a time; among days it is the day', async () => {
    expect(await column(46_328, 46_328.5, 46_328.25)).toEqual([
      '2026-11-02 00:00:00',
      '2026-11-02 12:00:00',
      '2026-11-02 06:00:00',
    ])
    expect(await column(46_328, 46_329, 46_328.25)).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-02 06:00:00',
    ])
  })
})
