import { describe, expect, test } from 'vitest'
import { csvTextOf } from '../../../../src/clients/sheets/spreadsheet.ts'
import { workbook } from '../../../support/clients/workbook.ts'

/** A sheet as people have it becomes the text that a CSV of it would have. */

const ROWS = [
  ['Date', 'Farmer', 'kg'],
  [{ serial: 46_201 }, 'Nakato, Grace', 120.5],
  [],
  [{ serial: 46_201.5 }, ' "Müthoni" <x> & co', { formula: '0.1+0.2', value: 0.30000000000000004 }],
  [null, '=1+1', true],
]

describe('a workbook (XLSX)', () => {
  test('gives its cells as text, each in its own row of the sheet', async () => {
    expect(await csvTextOf(workbook({ Ledger: ROWS }))).toBe(
      [
        'Date,Farmer,kg',
        '2026-06-28,"Nakato, Grace",120.5',
        ',,',
        '2026-06-28 12:00:00," ""Müthoni"" <x> & co",0.3',
        ',=1+1,TRUE',
        '',
      ].join('\n'),
    )
  })
  test('is read with the separator of the map, as its file of rejected rows will be', async () => {
    expect(await csvTextOf(workbook({ Ledger: [['a', 'b']] }), { delimiter: ';' })).toBe('a;b\n')
  })
  test('with several sheets, the map must name one', async () => {
    const two = workbook({ '2025': [['a']], '2026': [['b']], Empty: [] })
    await expect(csvTextOf(two)).rejects.toThrow('several sheets with rows: "2025", "2026"')
    expect(await csvTextOf(two, { sheet: '2026' })).toBe('b\n')
    await expect(csvTextOf(two, { sheet: '2027' })).rejects.toThrow('no sheet "2027"')
    expect(await csvTextOf(workbook({ Only: [['a']], Empty: [] }))).toBe('a\n')
  })
})

test.each([
  ['big-endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ['little-endian', (text: string) => Buffer.from(text, 'utf16le')],
])('UTF-16, %s, is read', async (_what, encoded) => {
  expect(await csvTextOf(encoded('\uFEFFFarmer\tkg\nMüthoni\t5\n'))).toBe('Farmer\tkg\nMüthoni\t5\n')
})

test.each([
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /old Excel \(XLS\)/],
  ['a ZIP of something else', Buffer.from('UEsDBBQAAAAAAAAA', 'base64'), /is not an Excel workbook/],
  ['half a workbook', workbook({ a: [['b']] }).slice(0, 300), /is not an Excel workbook/],
  ['letters cut in two', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00), /starts as UTF-16/],
])('%s is refused with what to do', async (_what, bytes, words) => {
  await expect(csvTextOf(bytes)).rejects.toThrow(words)
  await expect(csvTextOf(bytes)).rejects.toMatchObject({ remedy: expect.stringContaining('CSV UTF-8') })
})
