import { deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import type { ImportFault } from '../../../../src/clients/sheets/fault.ts'
import { csvTextOf, sheetNames } from '../../../../src/clients/sheets/spreadsheet.ts'
import { unpacked } from '../../../../src/clients/sheets/workbook.ts'
import { checkMarkup, MarkupCounts } from '../../../../src/clients/sheets/workbook-markup.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'
import { withParts as changed, FIRST_SHEET, workbook } from '../../../support/clients/workbook.ts'

/** Workbooks that are small as files, and large or endless as what they unpack to. */

const PLAIN = workbook({
  Ledger: [
    ['Farmer', 'kg'],
    ['Nakato', 5],
  ],
})
const withParts = (parts: Readonly<Record<string, string>>): Uint8Array => changed(PLAIN, parts)
const withRows = (rows: string) =>
  withParts({
    [FIRST_SHEET]: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  })

test('what a spreadsheet program writes is read as before', async () => {
  expect(await csvTextOf(PLAIN)).toBe('Farmer,kg\nNakato,5\n')
  // Control characters are no XML, and some programs write them.
  const odd = withRows(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a\x0bb &gt;</t></is></c></row><row r="1048576"/>',
  )
  expect(await csvTextOf(odd)).toBe('a\x0bb >\n')
  // Some write lengths of 64 bits.
  expect(await csvTextOf(large(PLAIN))).toBe('Farmer,kg\nNakato,5\n')
})

describe('a workbook that would grow too much is refused, with what to do', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['unpacked, as its directory says', () => lying(100, 129 * 1024 * 1024), /more than 128 MiB/],
    [
      'a cell far from the others',
      () =>
        withRows(
          '<row r="1"><c r="A1"><v>1</v></c></row><row r="900000"><c r="XFD900000"><v>1</v></c></row>',
        ),
      /2,000,000 cells between .* row 900000, column 16384/,
    ],
    [
      'many sheets, each with a far cell',
      () => {
        const rows = '<a><row r="100000"><c r="E100000"><v>1</v></c></row></a>'
        return withParts({ '1.xml': rows, '2.xml': rows, '3.xml': rows, '4.xml': rows, '5.xml': rows })
      },
      /2,000,000 cells/,
    ],
    [
      'rows without cells',
      () =>
        withParts(
          Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`${n}.xml`, '<a><row r="1048576"/></a>'])),
        ),
      /rows/,
    ],
    ['sheets', () => withParts({ 'a.xml': `<a>${'<x:sheet/>'.repeat(1_001)}</a>` }), /1,000 sheets/],
    ['nesting', () => withParts({ 'a.xml': '<a>'.repeat(101) }), /100 levels of nested elements/],
    [
      'parts',
      () => withParts(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`${n}.txt`, '']))),
      /5,?000 parts/,
    ],
  ])('%s', async (_what, bytes, words) => {
    const file = bytes()
    const fault = await sheetNames(file).catch((error: ImportFault) => error)
    expect(fault).toMatchObject({
      message: expect.stringMatching(words),
      remedy: expect.stringContaining('CSV UTF-8'),
    })
  })

  test.each([
    ['elements', 'elements', 7_999_990, '<b/>', '8,000,000 elements'],
    ['texts', 'si', 999_990, '<si/>', '1,000,000 different texts'],
    ['empty cells', 'c', 3_999_990, '<c r="A1"/>', '4,000,000 cells'],
  ] as const)('%s, counted over all its parts', (_what, kind, before, one, words) => {
    const counted = new MarkupCounts()
    if (kind === 'elements') counted.elements = before
    else counted.tags.set(kind, before)
    expect(checkMarkup(strToU8(`<a>${one.repeat(5)}</a>`), counted)).toBeNull()
    const fault = checkMarkup(strToU8(`<a>${one.repeat(10)}</a>`), counted)
    expect(WORDS.tell(must(fault))).toContain(words)
  })
})

describe('what no spreadsheet program writes is called damaged', () => {
  test.each<[string, () => Uint8Array]>([
    ['a directory that says less than unpacks', () => lying(50 * 1024 * 1024, 100)],
    ['a directory that says more than unpacks', () => lying(100, 200)],
    ['a cell beyond the last column', () => withRows('<row r="1"><c r="XFE1"><v>1</v></c></row>')],
    ['a cell beyond the last row', () => withRows('<row r="1048577"><c r="A1048577"><v>1</v></c></row>')],
    ['a column of many letters', () => withRows('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>')],
    ['the same under another name', () => withRows('<x:row r="1"><x:c y:r="ZZZZZZ1"><v>1</v></x:c></x:row>')],
    ['the same behind a sign', () => withRows('<row r="1"><c a=">" r="&#90;ZZZZZ1"><v>1</v></c></row>')],
    ['XML that is none', () => withParts({ [FIRST_SHEET]: '<worksheet><sheetData>' })],
    ['a directory beyond the file', () => PLAIN.subarray(PLAIN.length - 40)],
    ['a directory that begins nowhere', () => PLAIN.map((byte, at) => (at >= PLAIN.length - 6 ? 255 : byte))],
  ])('%s', (_what, bytes) => {
    expect(() => unpacked(bytes())).toThrow(/not an Excel workbook \(XLSX\), or it is damaged/)
  })
})

/** A workbook one of whose parts has another length than its directory says. */
function lying(bytes: number, said: number): Uint8Array {
  const file = Buffer.from(zipSync({ 'a.xml': new Uint8Array(0) }, { level: 9 }))
  const packed = deflateRawSync(Buffer.alloc(bytes, ' '))
  const head = file.subarray(0, 35)
  const directory = Buffer.from(file.subarray(file.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))))
  directory.writeUInt16LE(8, 10)
  directory.writeUInt32LE(packed.length, 20)
  directory.writeUInt32LE(said, 24)
  directory.writeUInt32LE(head.length + packed.length, directory.length - 6)
  return Buffer.concat([head, packed, directory])
}

/** The same workbook, with the lengths and places of its parts in 64 bits. */
function large(file: Uint8Array): Uint8Array {
  const view = Buffer.from(file)
  const end = view.length - 22
  const begin = view.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = begin; at < end; ) {
    const length = 46 + view.readUInt16LE(at + 28) + view.readUInt16LE(at + 30)
    const entry = Buffer.from(view.subarray(at, at + length))
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [to, from] of [
      [4, 24],
      [12, 20],
      [20, 42],
    ] as const) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), to)
      entry.writeUInt32LE(0xffffffff, from)
    }
    entry.writeUInt16LE(entry.readUInt16LE(30) + 28, 30)
    entries.push(entry, extra)
    at += length
  }
  const directory = Buffer.concat(entries)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(BigInt(view.readUInt16LE(end + 10)), 32)
  record.writeBigUInt64LE(BigInt(directory.length), 40)
  record.writeBigUInt64LE(BigInt(begin), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(begin + directory.length), 8)
  const last = Buffer.from(view.subarray(end))
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([view.subarray(0, begin), directory, record, locator, last])
}
