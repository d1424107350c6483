import { decodeCsv, MAX_FILE_BYTES, tooLarge, writeTable } from './csv.ts'
import { ImportFault } from './fault.ts'
import type { ImportMap } from './map.ts'
import { isOfFeatures } from './plots/features.ts'
import { SAVE_AS, unpacked } from './workbook.ts'

/** Reads the file as people have it: CSV, or an Excel workbook, whose cells become the text that a CSV of it would have. */

type Cell = string | number | boolean | Date | null

/** XLSX is a ZIP file (ECMA-376, part 2); XLS an OLE compound file ([MS-CFB] 2.2). */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

const beginsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, i) => bytes[i] === byte)

export const isWorkbook = (bytes: Uint8Array): boolean => beginsWith(bytes, ZIP)

/**
 * The file as CSV text.
 * @throws {ImportFault} when it cannot be read
 */
export async function csvTextOf(bytes: Uint8Array, dialect?: ImportMap['csv']): Promise<string> {
  if (beginsWith(bytes, OLE)) throw new ImportFault('The file is of an old Excel (XLS).', SAVE_AS)
  if (isOfFeatures(bytes))
    throw new ImportFault(
      'The file is GeoJSON or KML, and no map says what its properties mean.',
      'Write a map for it: packaging/examples/plots.map.json is one to start from. Then import with --map.',
    )
  if (!isWorkbook(bytes)) return decodeCsv(bytes, dialect)
  const rows = sheetOf(await sheetsOf(bytes), dialect?.sheet)
  const lines = rows.map((row) => row.map(textOf))
  return writeTable({ delimiter: dialect?.delimiter ?? ',', hasMark: false }, lines)
}

interface Sheet {
  readonly sheet: string
  readonly data: readonly (readonly Cell[])[]
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly Sheet[]> {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  // Loaded for workbooks alone: a start need not wait for it.
  const { default: readXlsx } = await import('read-excel-file/universal')
  const { buffer, byteOffset, byteLength } = unpacked(bytes)
  try {
    const whole = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    return (await readXlsx(whole, { trim: false })) as readonly Sheet[]
  } catch {
    throw new ImportFault('The file is no Excel workbook (XLSX), or it is damaged.', SAVE_AS)
  }
}

/** The sheets that have rows. */
export const sheetNames = async (bytes: Uint8Array): Promise<string[]> =>
  (await sheetsOf(bytes)).filter(({ data }) => data.length > 0).map(({ sheet }) => sheet)

/** Guesses nothing: of several sheets with rows the map names one. */
function sheetOf(sheets: readonly Sheet[], named: string | undefined): Sheet['data'] {
  const names = sheets.map(({ sheet }) => `"${sheet}"`).join(', ')
  const chosen =
    named === undefined
      ? sheets.filter(({ data }) => data.length > 0)
      : sheets.filter(({ sheet }) => sheet === named)
  const [only, another] = chosen
  if (named !== undefined && only === undefined)
    throw new ImportFault(
      `The workbook has no sheet "${named}".`,
      `Its sheets are ${names}; correct "csv": { "sheet": ... } in the map.`,
    )
  if (another !== undefined)
    throw new ImportFault(
      `The workbook has several sheets with rows: ${names}.`,
      'Name one in the map: "csv": { "sheet": "..." }.',
    )
  return only?.data ?? []
}

/** A day without a time stays a day; figures have the fifteen digits that Excel shows. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  const [day = '', time = ''] = cell.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}
