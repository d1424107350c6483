import { CsvError } from 'csv-parse/sync'
import { must } from '../../base/typed.ts'
import { quotedCell } from '../../text/csv.ts'
import { csvCells } from '../../text/csv-cells.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { ImportFault } from './fault.ts'
import { joinedHeadings } from './headings.ts'
import { utf16Of } from './map-file.ts'
import type { Dialect } from './map-shape.ts'
import { ownDelimiter } from './own-columns.ts'

/** Reads and writes CSV. Rows have the numbers that a spreadsheet program shows. */

/** Larger than any ledger that people keep by hand. Larger files can be split by year. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

export interface RawRow {
  /**
   * The row number in a spreadsheet: the header is 1, blank lines count, and line breaks in quoted cells do
   * not.
   */
  readonly row: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly RawRow[]
  readonly delimiter: string
  /** Whether the file starts with a byte order mark: the program that made it expects one. */
  readonly hasMark: boolean
}

/**
 * Decodes a file. A UTF-8 byte order mark takes precedence over the map: a rejects file is always UTF-8.
 * @throws {ImportFault} with the line of the first undecodable byte
 */
export function decodeCsv(bytes: Uint8Array, dialect?: Dialect): string {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  const [first, second, third] = bytes
  const wide = utf16Of(bytes)
  if (wide !== null) return utf16(bytes, wide)
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf
  const asWindows = () => new TextDecoder('windows-1252').decode(bytes)
  const isOwn = ownDelimiter(new TextDecoder('windows-1252').decode(bytes.subarray(0, 100_000))) !== null
  if (dialect?.encoding === 'windows-1252' && !isMarked && !isOwn) return asWindows()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Granary writes a rejects file as UTF-8, but an old Excel may have saved it since.
    if (isOwn) return asWindows()
    throw new ImportFault(
      ...withRemedy(
        'import.file.letters',
        { line: lineOfFirstFault(bytes) },
        { setting: '"csv": { "encoding": "windows-1252" }' },
      ),
    )
  }
}

/** Decodes "Unicode text", as old spreadsheet programs save it. */
function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new ImportFault(...withRemedy('import.file.utf16'))
  }
}

function lineOfFirstFault(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let from = 0
  // No UTF-8 sequence contains a line break, so each line can be tried alone.
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
    try {
      decoder.decode(bytes.subarray(from, at))
    } catch {
      return line
    }
    from = at + 1
    line++
  }
  return line
}

export const tooLarge = () =>
  new ImportFault(...withRemedy('import.file.tooLarge', { most: MAX_FILE_BYTES / 1024 / 1024 }))

/** Normalizes a column's name for comparison. */
export const columnName = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** @throws {ImportFault} if the rows cannot be separated */
export function readTable(text: string, dialect: Dialect = {}): Table {
  if (text.length > MAX_FILE_BYTES) throw tooLarge()
  const delimiter = dialect.delimiter ?? ','
  const records = readRecords(text, delimiter)
  const skipped = dialect.skip_lines ?? 0
  const headings = dialect.header === undefined ? (dialect.header_rows ?? 1) : 0
  const [upper = [], lower = []] = records.slice(skipped)
  const names = headings === 2 ? joinedHeadings(upper, lower) : (dialect.header ?? upper)
  const header = names.map(columnName)
  const first = skipped + headings
  if (header.every((name) => name === '')) throw new ImportFault(...withRemedy('import.file.noHeader'))
  const rows: RawRow[] = []
  for (let i = first; i < records.length; i++) {
    const cells = must(records[i])
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row: i + 1, cells })
  }
  return { header, rows, delimiter, hasMark: text.startsWith('\uFEFF') }
}

/** @throws {ImportFault} if the cells cannot be separated */
export function readRecords(text: string, delimiter: string): string[][] {
  try {
    return csvCells(text, delimiter)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const near = typeof error.lines === 'number' ? { line: error.lines } : null
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new ImportFault(
        message('import.file.openQuote'),
        near === null
          ? message('import.file.openQuote.remedy')
          : message('import.file.openQuoteNear.remedy', near),
      )
    throw new ImportFault(
      near === null ? message('import.file.quote') : message('import.file.quoteNear', near),
      message('import.file.quote.remedy'),
    )
  }
}

/**
 * Writes rows as the program that made the table does. Also quotes cells with other usual delimiters: in
 * another country, the same program would start a new cell at one.
 * @param shown transforms a cell
 */
export function writeTable(
  table: Pick<Table, 'delimiter' | 'hasMark'>,
  rows: Iterable<readonly string[]>,
  shown: (cell: string) => string = (cell) => cell,
): string {
  const lines: string[] = []
  for (const cells of rows) lines.push(cells.map((cell) => quotedCell(shown(cell))).join(table.delimiter))
  return `${table.hasMark ? '\uFEFF' : ''}${lines.join('\n')}\n`
}
