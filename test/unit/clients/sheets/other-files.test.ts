import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readBoundary } from '../../../../src/clients/outlines/boundary.ts'
import { featuresIn } from '../../../../src/clients/outlines/features.ts'
import { type OtherFile, otherFile } from '../../../../src/clients/sheets/other-files.ts'
import { csvTextOf } from '../../../../src/clients/sheets/spreadsheet.ts'
import { faultsOf, small } from '../../../support/clients/importer/support.ts'
import { workbook } from '../../../support/clients/workbook.ts'

/** Files that are something else than their name says. */

const zip = (...names: readonly string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])))
const ole = (stream: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.from(stream, 'utf16le'),
  ])
const SPREADSHEET_2003 =
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'

const OTHERS: readonly (readonly [what: string, bytes: Uint8Array, is: OtherFile])[] = [
  ['a web page named .xls', strToU8('<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>'), 'web'],
  ['a table without a page', strToU8('\n <table border=1><tr><td>Date</td></tr></table>'), 'web'],
  ['a web page in UTF-16', Buffer.from('\ufeff<!DOCTYPE HTML><html>', 'utf16le'), 'web'],
  ['a web page as one file', strToU8('MIME-Version: 1.0\nContent-Type: multipart/related'), 'web'],
  ['XML Spreadsheet 2003', strToU8(SPREADSHEET_2003), 'xmlSpreadsheet'],
  ['OpenDocument', zip('mimetype', 'content.xml', 'META-INF/manifest.xml'), 'openDocument'],
  ['a binary workbook', zip('[Content_Types].xml', 'xl/workbook.bin'), 'xlsb'],
  ['a workbook with a password', ole('EncryptionInfo EncryptedPackage'), 'protected'],
  ['an old text document', ole('WordDocument'), 'document'],
  ['a text document', zip('[Content_Types].xml', 'word/document.xml'), 'document'],
  ['rich text', strToU8('{\\rtf1\\ansi Grace}'), 'document'],
  ['a Shapefile', Uint8Array.of(0, 0, 0x27, 0x0a, 0, 0, 0, 0), 'shapefile'],
  ['a packed Shapefile', zip('plots.shp', 'plots.dbf', 'plots.shx'), 'shapefile'],
  ['a GeoPackage', strToU8('SQLite format 3\0...'), 'database'],
  ['a PDF', strToU8('%PDF-1.7\n'), 'pdf'],
  ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'picture'],
  ['packed sheets', zip('june.csv', 'july.csv'), 'archive'],
]

describe('a file of another kind', () => {
  test.each(OTHERS)('%s', async (_what, bytes, is) => {
    expect(otherFile(bytes)).toBe(is)
    const fault = /^The file is an? [A-Za-z].* not read\.$/
    await expect(csvTextOf(bytes)).rejects.toThrow(fault)
    await expect(readBoundary(bytes)).rejects.toThrow(fault)
    expect(() => featuresIn(bytes)).toThrow(fault)
  })
  test.each([
    ['a CSV', strToU8('Date,Farmer\n1/6/2026,Grace\n')],
    ['a CSV of a web page as text', strToU8('Page,Text\n1,<html>\n')],
    ['an empty file', new Uint8Array()],
    ['a workbook', workbook({ A: [['x']] })],
    ['an old workbook', ole('Workbook')],
    ['GeoJSON', strToU8('{"type":"FeatureCollection","features":[]}')],
    ['KML', strToU8('<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark/></kml>')],
    ['KMZ', zip('doc.kml')],
    ['GPX', strToU8('<gpx version="1.1"></gpx>')],
    ['half a ZIP', zip('plots.shp').slice(0, 40)],
  ])('%s is none', (_what, bytes) => expect(otherFile(bytes)).toBeNull())
})

describe('map files in other encodings', () => {
  const kml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><kml><Placemark><name>Müthoni</name><Point><coordinates>32.5,0.5</coordinates></Point></Placemark></kml>`
  const gpx =
    '<?xml version="1.0" encoding="UTF-16"?><gpx><wpt lat="0.5" lon="32.5"><name>Müthoni</name></wpt></gpx>'
  test.each([
    ['ISO-8859-1', Buffer.from(kml('ISO-8859-1'), 'latin1')],
    ['windows-1252', Buffer.from(kml('windows-1252'), 'latin1')],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${kml('UTF-16')}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(kml('UTF-16'), 'utf16le')],
    ['GPX in UTF-16', Buffer.from(`\ufeff${gpx}`, 'utf16le')],
    ['UTF-8', Buffer.from(kml('UTF-8'))],
  ])('%s', (_what, bytes) => {
    expect(featuresIn(bytes)).toEqual([expect.objectContaining({ properties: { name: 'Müthoni' } })])
  })
  test.each([
    ['letters that contradict it', Buffer.from(kml('UTF-8'), 'latin1'), 'utf-8'],
    ['an encoding that nobody knows', Buffer.from(kml('klingon')), 'klingon'],
    ['GeoJSON in Latin-1', Buffer.from('{"type":"FeatureCollection","name":"Mü"}', 'latin1'), 'utf-8'],
  ])('%s are named', (_what, bytes, encoding) => {
    expect(() => featuresIn(bytes)).toThrow(new RegExp(`not ${encoding}`, 'i'))
  })
})

test('a CSV in UTF-16 without a mark is read', async () => {
  expect(await csvTextOf(Buffer.from('Farmer\tkg\nMüthoni\t5\n', 'utf16le'))).toBe('Farmer\tkg\nMüthoni\t5\n')
})

test.each(['#REF!', '#N/A', '#DIV/0!'])('%s in a cell is named as an error of the program', (cell) => {
  expect(faultsOf(`Day,Farm,Weight\n1/6/2026,Hill,${cell}\n`)).toEqual([
    '2 Weight: is an error of the spreadsheet program, not a value',
  ])
  expect(faultsOf(`Day,Farm,Weight\n1/6/2026,Hill,${cell}\n`, small({ empty: [cell] }))).toEqual([
    '2 Weight: means an empty cell',
  ])
})

test.each([
  ['+256 (0)772 123456', []],
  ['+256(0)772123456', []],
  ['+1*(2)', ['2 Farm: is a formula']],
  ['=1+1', ['2 Farm: is a formula']],
])('%s is told from a formula', (cell, faults) => {
  expect(
    faultsOf(`Day,Farm,Weight\n1/6/2026,${cell},5 kg\n`).filter((fault) => /formula/.test(fault)),
  ).toEqual(faults.map((fault) => expect.stringContaining(fault)))
})

test('a map file with hundreds of comments is told as quickly as any', () => {
  const comments = '<!-- a -->\n'.repeat(350)
  const text = (rest: string) => Buffer.from(`<?xml version="1.0"?>\n${comments}${rest}`)
  expect(otherFile(text('<kml></kml>'))).toBeNull()
  expect(otherFile(text('<html></html>'))).toBe('web')
})
