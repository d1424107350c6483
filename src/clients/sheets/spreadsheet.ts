import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { decodeCsv, MAX_FILE_BYTES, tooLarge, writeTable } from './csv.ts'
import { ImportFault } from './fault.ts'
import { isOfFeatures } from './map-file.ts'
import type { Dialect } from './map-shape.ts'
import { refuseOther } from './other-files.ts'
import { FAULT_COLUMN } from './own-columns.ts'
import { withPlainTexts } from './rich-text.ts'
import { readSheet } from './sheet.ts'
import { isZip, SAVE_AS, unpacked } from './workbook.ts'

/**
 * Reads CSV files and Excel workbooks. The cells of a workbook become the text that they would have in a CSV
 * file.
 */

type SheetCell = string | number | boolean | Date | null

/** XLS is an OLE compound file ([MS-CFB] 2.2). */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

export const isWorkbook = isZip

/** Returns the file as CSV text. @throws {ImportFault} if it cannot be read */
export async function csvTextOf(bytes: Uint8Array, dialect?: Dialect): Promise<string> {
  refuseOther(bytes)
  if (OLE.every((byte, i) => bytes[i] === byte))
    throw new ImportFault(message('import.file.oldExcel'), SAVE_AS)
  if (isOfFeatures(bytes)) throw new ImportFault(...withRemedy('import.file.ofFeatures'))
  if (!isWorkbook(bytes)) return decodeCsv(bytes, dialect)
  return lineText(sheetOf(await sheetsOf(bytes), dialect?.sheet), dialect?.delimiter ?? ',')
}

/** Returns rows that were read as the text that they are read from again. */
export const textOfRows = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  writeTable({ delimiter, hasMark: false }, rows)

const lineText = (rows: Sheet['data'], delimiter: string): string => textOfRows(rowsAsText(rows), delimiter)

interface Sheet {
  readonly sheet: string
  readonly data: readonly (readonly SheetCell[])[]
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly Sheet[]> {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  refuseOther(bytes)
  // Loaded only for workbooks, so that the program starts faster.
  const { default: readXlsx } = await import('read-excel-file/universal')
  const { zipSync } = await import('fflate')
  const { buffer, byteOffset, byteLength } = zipSync(plain(unpacked(bytes)), { level: 0 })
  try {
    const whole = buffer.slice(byteOffset, byteOffset + byteLength)
    return (await readXlsx(whole, { trim: false })) as readonly Sheet[]
  } catch {
    throw new ImportFault(message('import.file.damaged'), SAVE_AS)
  }
}

/** Leaves out of the cells what is struck through in them. */
function plain(parts: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> {
  const isRich = (part: Uint8Array) => {
    const whole = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    return whole.includes('strike') || whole.includes('vertAlign')
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) =>
      HAS_TEXTS.test(name) && isRich(part)
        ? [name, new TextEncoder().encode(withPlainTexts(new TextDecoder().decode(part)).xml)]
        : [name, part],
    ),
  )
}

/** The parts with the texts of cells; styles also name what is struck through. */
const HAS_TEXTS = /sharedStrings[^/]*\.xml$|worksheets\/[^/]*\.xml$/i

const isOfRejects = ({ data }: Sheet): boolean => data[0]?.includes(FAULT_COLUMN) ?? false

/**
 * Joins the rows of all sheets, such as one for each month, one below the other, with the name of the sheet.
 */
async function everySheet(bytes: Uint8Array, dialect: Dialect): Promise<SheetText> {
  const { delimiter = ',', sheet: _, every_sheet: __, ...rest } = dialect
  const parts = (await sheetsOf(bytes))
    .filter(({ data }) => data.length > 0)
    .map(({ sheet, data }) => ({ sheet, ...readSheet(lineText(data, delimiter), { ...rest, delimiter }) }))
  const header = [...new Set([SHEET_COLUMN, ...parts.flatMap((part) => part.header)])]
  const rows = parts.flatMap((part) =>
    part.rows.map(({ cells }) =>
      header.map((name) => (name === SHEET_COLUMN ? part.sheet : (cells[part.header.indexOf(name)] ?? ''))),
    ),
  )
  return { header, text: textOfRows(rows) }
}

const SHEET_COLUMN = 'Sheet'

export interface SheetText {
  readonly text: string
  /** The header of a text without a header row. */
  readonly header?: readonly string[]
}

/** Returns the text with its header as the first row. */
export const headed = ({ header = [], text }: SheetText): string => `${textOfRows([header])}${text}`

/**
 * Returns the rows that the map reads: of a file, of one sheet, or of all sheets.
 * @throws {ImportFault} if the file cannot be read
 */
export async function sheetText(bytes: Uint8Array, dialect?: Dialect): Promise<SheetText> {
  if (!dialect?.every_sheet || !isWorkbook(bytes)) return { text: await csvTextOf(bytes, dialect) }
  return (await sheetsOf(bytes)).some(isOfRejects)
    ? { text: await csvTextOf(bytes, dialect) }
    : everySheet(bytes, dialect)
}

/** Returns the names of the sheets that have rows. */
export const sheetNames = async (bytes: Uint8Array): Promise<string[]> =>
  (await sheetsOf(bytes)).filter(({ data }) => data.length > 0).map(({ sheet }) => sheet)

/**
 * Returns the rows of the sheet to read. If several sheets have rows, the map must name one. In a rejects
 * file, the sheet may have any name.
 */
function sheetOf(sheets: readonly Sheet[], named: string | undefined): Sheet['data'] {
  const own = sheets.find(isOfRejects)
  if (own !== undefined) return own.data
  const names = { examples: sheets.map(({ sheet }) => `"${sheet}"`) }
  const chosen =
    named === undefined
      ? sheets.filter(({ data }) => data.length > 0)
      : sheets.filter(({ sheet }) => sheet === named)
  const [only, another] = chosen
  if (named !== undefined && only === undefined)
    throw new ImportFault(
      ...withRemedy(
        'import.file.noSheet',
        { sheet: named },
        { sheets: names, setting: '"csv": { "sheet": ... }' },
      ),
    )
  if (another !== undefined)
    throw new ImportFault(
      ...withRemedy('import.file.severalSheets', { sheets: names }, { setting: '"csv": { "sheet": "..." }' }),
    )
  return only?.data ?? []
}

/**
 * Returns cells as text. A day without a time stays a day, unless it stands among times: there it is midnight. Numbers
 * have the fifteen digits that Excel shows.
 */
function rowsAsText(rows: Sheet['data']): string[][] {
  const counts: { dates: number; times: number }[] = []
  for (const row of rows)
    row.forEach((cell, i) => {
      if (!(cell instanceof Date)) return
      counts[i] ??= { dates: 0, times: 0 }
      counts[i].dates++
      if (hasTime(toSecond(cell))) counts[i].times++
    })
  const isOfTimes = counts.map(({ dates, times }) => times > 0 && times > dates / 2)
  return rows.map((row) => row.map((cell, i) => textOf(cell, isOfTimes[i] ?? false)))
}

/** A serial number has its time as a share of the day, which is seldom exact. */
const toSecond = (date: Date): Date => new Date(Math.round(date.getTime() / 1_000) * 1_000)
const hasTime = (date: Date): boolean => date.getTime() % 86_400_000 !== 0

function textOf(cell: SheetCell, isOfTimes: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  const written = toSecond(cell)
  const [day = '', time = ''] = written.toISOString().split('T')
  return isOfTimes || hasTime(written) ? `${day} ${time.slice(0, 8)}` : day
}
