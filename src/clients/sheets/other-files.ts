import { orNull } from '../../base/or-null.ts'
import { type Message, message } from '../../words/message.ts'
import { ImportFault } from './fault.ts'
import { beginningOf } from './map-file.ts'
import { isZip, namesIn, SAVE_AS } from './workbook.ts'

/** Names files that are something else than their name says, before a reader finds a fault that is not theirs. */

export type OtherFile =
  | 'web'
  | 'xmlSpreadsheet'
  | 'openDocument'
  | 'xlsb'
  | 'protected'
  | 'shapefile'
  | 'database'
  | 'document'
  | 'pdf'
  | 'picture'
  | 'archive'

/** How files begin, as Latin-1. */
const BEGINNINGS: readonly (readonly [OtherFile, RegExp | string])[] = [
  ['pdf', /^%PDF-/],
  ['picture', /^(\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0{4}|.{4}ftyp(hei|mif)|II\*\0|MM\0\*)/s],
  // ESRI Shapefile Technical Description (1998), p. 4: file code 9994.
  ['shapefile', '\0\0\x27\x0a'],
  ['database', 'SQLite format 3\0'],
  ['archive', '\x1f\x8b'],
  ['archive', '7z\xbc\xaf'],
  ['archive', 'Rar!'],
  ['document', /^\{\\rtf/],
]

/** How files begin as text. */
const TEXTS: readonly (readonly [OtherFile, RegExp])[] = [
  [
    'web',
    /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta|div|style|script|center|font|title)\b/i,
  ],
  ['web', /^(?:mime-version:|from:\s*<saved by)/i],
  ['xmlSpreadsheet', /^<[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/],
  ['openDocument', /^<[\s\S]*urn:oasis:names:tc:opendocument/],
]

/** OLE compound file ([MS-CFB] 2.2): old workbooks, old documents, and whatever Office encrypts. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const ofOle = (stream: string): Buffer => Buffer.from(stream, 'utf16le')

/** Returns what a file is, if neither sheets nor maps of plots are read from it; null otherwise. */
export function otherFile(bytes: Uint8Array): OtherFile | null {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (whole.subarray(0, 4).equals(OLE)) {
    if (whole.includes(ofOle('EncryptedPackage'))) return 'protected'
    return whole.includes(ofOle('WordDocument')) ? 'document' : null
  }
  if (isZip(bytes)) return inZip(bytes)
  const first = whole.subarray(0, 64).toString('latin1')
  const known = BEGINNINGS.find(([, start]) =>
    typeof start === 'string' ? first.startsWith(start) : start.test(first),
  )
  if (known !== undefined) return known[0]
  const text = beginningOf(bytes)
  return TEXTS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

function inZip(bytes: Uint8Array): OtherFile | null {
  // A damaged one is refused when it is read.
  const names = orNull(() => namesIn(bytes)) ?? []
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/\.shp$/i)) return 'shapefile'
  if (has(/^xl\/workbook\.bin$/)) return 'xlsb'
  if (has(/^mimetype$/) && has(/^content\.xml$/)) return 'openDocument'
  if (has(/^(word|ppt)\//)) return 'document'
  if (has(/\.kml$/i) || has(/^\[Content_Types\]\.xml$/)) return null
  return has(/\.(csv|tsv|txt|xlsx?|xlsb|ods|geojson|json|gpx|kmz|pdf|png|jpe?g|docx?)$/i) ? 'archive' : null
}

const REMEDIES: Readonly<Record<OtherFile, Message>> = {
  web: SAVE_AS,
  xmlSpreadsheet: SAVE_AS,
  openDocument: SAVE_AS,
  xlsb: SAVE_AS,
  protected: message('import.file.unprotect.remedy'),
  shapefile: message('import.file.asGeoJson.remedy'),
  database: message('import.file.asGeoJson.remedy'),
  document: message('import.file.itself.remedy'),
  pdf: message('import.file.itself.remedy'),
  picture: message('import.file.itself.remedy'),
  archive: message('import.file.unpack.remedy'),
}

/** @throws {ImportFault} that names a file which is something else */
export function refuseOther(bytes: Uint8Array): void {
  const what = otherFile(bytes)
  if (what !== null) throw new ImportFault(message('import.file.other', { what }), REMEDIES[what])
}
