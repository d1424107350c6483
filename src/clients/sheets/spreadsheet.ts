import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { decodeCsv, MAX_FILE_BYTES, tooLarge, writeTable } from './csv.ts'
import { ImportFault } from './fault.ts'
import { isOfFeatures } from './map-file.ts'
import type { Dialect } from './map-shape.ts'
import { type MergedFigure, mergedIn, type SheetCell, type Spread, spread } from './merged.ts'
import { refuseOther } from './other-files.ts'
import { FAULT_COLUMN, ownDelimiter } from './own-columns.ts'
import { withPlainTexts } from './rich-text.ts'
import { figuresDownwards, readSheet } from './sheet.ts'
import { isZip, SAVE_AS, unpacked } from './workbook.ts'
import { sheetParts } from './workbook-sheets.ts'

/**
 * Reads CSV files and Excel workbooks. The cells of a workbook become the text that they would have in a CSV
 * file.
 */

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
  return lineText(sheetOf(await sheetsOf(bytes), dialect?.sheet)?.data ?? [], dialect?.delimiter ?? ',')
}

/** Returns rows that were read as the text that they are read from again. */
export const textOfRows = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  writeTable({ delimiter, hasMark: false }, rows)

const lineText = (rows: Sheet['data'], delimiter: string): string => textOfRows(rowsAsText(rows), delimiter)

interface Sheet {
  readonly sheet: string
  /** With the texts and days of merged cells in each of their rows. */
  readonly data: readonly (readonly SheetCell[])[]
  readonly merged: Spread
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly Sheet[]> {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  refuseOther(bytes)
  // Loaded only for workbooks, so that the program starts faster.
  const { default: readXlsx } = await import('read-excel-file/universal')
  const { zipSync } = await import('fflate')
  const parts = unpacked(bytes)
  const { buffer, byteOffset, byteLength } = zipSync(plain(parts), { level: 0 })
  try {
    const whole = buffer.slice(byteOffset, byteOffset + byteLength)
    const read = (await readXlsx(whole, { trim: false })) as readonly Omit<Sheet, 'merged'>[]
    const merged = mergedInSheets(parts)
    return read.map(({ sheet, data }) => {
      const made = spread(data, merged.get(sheet) ?? [])
      return { sheet, data: made.rows, merged: made }
    })
  } catch {
    throw new ImportFault(message('import.file.damaged'), SAVE_AS)
  }
}

type Parts = Readonly<Record<string, Uint8Array>>

const hasMerged = (parts: Parts): boolean =>
  Object.values(parts).some((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes('mergeCell'),
  )

/** Returns the merged cells of each sheet that has some. */
function mergedInSheets(parts: Parts): ReadonlyMap<string, ReturnType<typeof mergedIn>> {
  if (!hasMerged(parts)) return new Map()
  const text = (name: string) => new TextDecoder().decode(parts[name] ?? new Uint8Array())
  return new Map(sheetParts(text).map(({ name, part }) => [name, mergedIn(text(part))]))
}

/** Returns how the merged cells of each sheet are read; none if there are none. */
export async function spreadsIn(bytes: Uint8Array): Promise<ReadonlyMap<string, Spread>> {
  if (!hasMerged(unpacked(bytes))) return new Map()
  return new Map((await sheetsOf(bytes)).map(({ sheet, merged }) => [sheet, merged]))
}

/** Leaves out of the cells what is struck through in them. */
function plain(parts: Parts): Record<string, Uint8Array> {
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
    .map(({ sheet, data, merged }) => {
      const text = lineText(data, delimiter)
      const own = { ...rest, delimiter }
      return { sheet, figures: figuresIn(text, merged.figures, own), ...readSheet(text, own) }
    })
  const header = [...new Set([SHEET_COLUMN, ...parts.flatMap((part) => part.header)])]
  const all = parts.flatMap((part) => part.rows.map((raw) => ({ part, ...raw })))
  const rows = all.map(({ part, cells }) =>
    header.map((name) => (name === SHEET_COLUMN ? part.sheet : (cells[part.header.indexOf(name)] ?? ''))),
  )
  const figures = new Map(parts.map((part) => [part, Map.groupBy(part.figures, ({ row }) => row)]))
  const merged = all.flatMap(({ part, row }, i) =>
    (figures.get(part)?.get(row) ?? []).map((one) => ({
      ...{ ...one, row: i + 1, column: header.indexOf(part.header[one.column] ?? '') },
    })),
  )
  return { header, text: textOfRows(rows), ...ifAny(merged) }
}

const SHEET_COLUMN = 'Sheet'

export interface SheetText {
  readonly text: string
  /** The header of a text without a header row. */
  readonly header?: readonly string[]
  /** Figures of cells that are merged over several rows of the text. */
  readonly merged?: readonly MergedFigure[]
}

/** Returns the text with its header as the first row. */
export const headed = ({ header = [], text }: SheetText): string => `${textOfRows([header])}${text}`

/**
 * Returns the rows that the map reads: of a file, of one sheet, or of all sheets.
 * @throws {ImportFault} if the file cannot be read
 */
export async function sheetText(bytes: Uint8Array, dialect?: Dialect): Promise<SheetText> {
  if (!isWorkbook(bytes) || isOfFeatures(bytes)) return { text: await csvTextOf(bytes, dialect) }
  const sheets = await sheetsOf(bytes)
  if (dialect?.every_sheet && !sheets.some(isOfRejects)) return everySheet(bytes, dialect)
  const only = sheetOf(sheets, dialect?.sheet)
  const text = lineText(only?.data ?? [], dialect?.delimiter ?? ',')
  return { text, ...ifAny(figuresIn(text, only?.merged.figures ?? [], dialect ?? {})) }
}

/** Returns the figures in the columns of the rows that are read. @param text a sheet as a CSV file has it */
function figuresIn(
  text: string,
  figures: readonly MergedFigure[],
  { across, ...dialect }: Dialect,
): readonly MergedFigure[] {
  return figures.length === 0 || across === undefined || ownDelimiter(text) !== null
    ? figures
    : figuresDownwards(text, { ...dialect, across }, figures)
}

const ifAny = (merged: readonly MergedFigure[]) => (merged.length === 0 ? {} : { merged })

/** Returns the figures of merged cells in the rows that the map reads. */
export const mergedFigures = async (bytes: Uint8Array, dialect: Dialect): Promise<readonly MergedFigure[]> =>
  isWorkbook(bytes) && hasMerged(unpacked(bytes)) ? ((await sheetText(bytes, dialect)).merged ?? []) : []

/** Returns the names of the sheets that have rows. */
export const sheetNames = async (bytes: Uint8Array): Promise<string[]> =>
  (await sheetsOf(bytes)).filter(({ data }) => data.length > 0).map(({ sheet }) => sheet)

/**
 * Returns the rows of the sheet to read. If several sheets have rows, the map must name one. In a rejects
 * file, the sheet may have any name.
 */
function sheetOf(sheets: readonly Sheet[], named: string | undefined): Sheet | undefined {
  const own = sheets.find(isOfRejects)
  if (own !== undefined) return own
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
  return only
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
