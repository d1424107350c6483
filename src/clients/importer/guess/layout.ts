import { given, must, nonEmpty } from '../../../base/typed.ts'
import { withRemedy } from '../../../words/fault.ts'
import type { Message } from '../../../words/message.ts'
import { columnName, readRecords } from '../../sheets/csv.ts'
import { ImportFault } from '../../sheets/fault.ts'
import { areHeadings, joinedHeadings } from '../../sheets/headings.ts'
import { normalized } from '../../sheets/meaning.ts'
import { type Across, downwards } from '../../sheets/sheet.ts'
import { type SheetText, textOfRows } from '../../sheets/spreadsheet.ts'
import type { ImportMap } from '../map.ts'
import { footersOf, withFooters } from './footers.ts'
import { linesBelow, remarksOn } from './remarks.ts'
import { datesOf, isOfOtherCalendar } from './styles.ts'

/** Finds the layout of a sheet: where its header is, and which rows are not records. */

export interface Layout {
  readonly csv: NonNullable<ImportMap['csv']>
  /** Lines of titles and headings above the rows. */
  readonly lines: number
  /** Named as in the header; Column 1 and so on if there is no header. */
  readonly columns: readonly LaidOutColumn[]
  readonly skip: NonNullable<ImportMap['skip']>
  /** Without skipped rows. */
  readonly rowCount: number
  /** Rows below those that were examined. */
  readonly furtherRows: number
  readonly hasHeader: boolean
  /** What a person should know about the cells before they choose what each column is. */
  readonly remarks: readonly Message[]
  /** The sheet through its first rows, as an import reads it by `csv`. */
  readonly beginning: SheetText
}

export interface LaidOutColumn {
  readonly name: string
  /** Trimmed: one for each row. */
  readonly inRows: readonly string[]
  /** Those that are not empty. */
  readonly cells: readonly string[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Enough to recognise how values are written. The dry run finds mistakes in later rows. */
const MOST_ROWS = 20_000
const MOST_TITLES = 30
/** More columns than in any sheet that people fill in. */
const MOST_COLUMNS = 500
/** Only this part of a cell is examined; the import reads the whole cell. */
const LONGEST_CELL = 1_000
const LONGEST_HEADING = 300
/** Some are totals or remarks, which become nothing. */
const FIRST_ROWS = 8
export const TOTALS: readonly string[] = [
  'total',
  'totals',
  'sub total',
  'sub-total',
  'subtotal',
  'grand total',
  'sum',
  'jumla',
  'totaux',
]

/** @throws {ImportFault} if the sheet has no rows, too many columns or a very long heading */
export function layoutOf(text: string, csv: NonNullable<ImportMap['csv']> = {}): Layout {
  const delimiter = bestDelimiter(text)
  const records = readRecords(text, delimiter)
  const rows = withoutEmptyEnds(records.slice(0, MOST_ROWS))
  const width = usualWidth(rows)
  const top = rows.findIndex((cells) => filled(cells) >= Math.max(1, Math.ceil(width * 0.6)))
  if (top === -1 || top > MOST_TITLES) throw new ImportFault(...withRemedy('import.file.noRows'))
  if (Math.max(width, must(rows[top]).length) > MOST_COLUMNS)
    throw new ImportFault(...withRemedy('import.file.columns', { count: width }, { most: MOST_COLUMNS }))
  if (must(rows[top]).some((cell) => cell.length > LONGEST_HEADING))
    throw new ImportFault(...withRemedy('import.file.longHeading', { row: top + 1, most: LONGEST_HEADING }))
  const { first, start, headings } = headingsAt(rows, top)
  const across = daysAcross(first)
  const hasHeader =
    across !== undefined || first.every((cell) => !/^[\d\s.,/:+-]+$/.test(cell) || !/\d/.test(cell))
  const written = hasHeader ? first : Array.from({ length: width }, (_, i) => `Column ${i + 1}`)
  const filledRows = rows
    .slice(start + (hasHeader ? headings : 0))
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const table = { header: written, rows: filledRows.map((cells, row) => ({ row, cells })) }
  const { header: names, rows: read } = across === undefined ? table : downwards(table, across)
  const below = read.map(({ cells }) => cells)
  const isWhole = records.length === rows.length && across === undefined
  const totals = skipsOf(names, below)
  const others = below.filter((cells) => !isSkipped(names, totals, cells))
  const footers = isWhole ? footersOf(names, others, width) : []
  const skip = withFooters(totals, footers)
  const kept = below.filter((cells) => !isSkipped(names, skip, cells))
  return {
    csv: {
      ...csv,
      ...given({
        delimiter: delimiter === ',' ? undefined : delimiter,
        skip_lines: start || undefined,
        header_rows: headings === 1 ? undefined : headings,
        header: hasHeader ? undefined : [...names],
        across,
      }),
    },
    lines: start + (hasHeader ? headings : 0),
    columns: names.map((name, i) => {
      const inRows = kept.map((cells) => cells[i]?.slice(0, LONGEST_CELL).trim() ?? '')
      return { name, inRows, cells: inRows.filter((cell) => cell !== '') }
    }),
    skip,
    rowCount: kept.length,
    furtherRows: records.length - rows.length,
    hasHeader,
    remarks: [...linesBelow(footers), ...remarksOn(names, kept)],
    beginning: beginningOf(
      rows.slice(0, start + (hasHeader ? headings : 0) + FIRST_ROWS),
      delimiter,
      csv,
      names,
    ),
  }
}

/** Leaves out the columns at the end that no row has anything in: spreadsheet programs write thousands of them. */
function withoutEmptyEnds(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const used = rows.reduce(
    (most, cells) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  return rows.map((cells) => (cells.length > used ? cells.slice(0, used) : cells))
}

function beginningOf(
  rows: readonly (readonly string[])[],
  delimiter: string,
  { every_sheet: isJoined }: NonNullable<ImportMap['csv']>,
  names: readonly string[],
): SheetText {
  // The rows of joined sheets have no header row of their own.
  const text = textOfRows(isJoined ? rows.slice(1) : rows, delimiter)
  return { text, ...given({ header: isJoined ? names : undefined }) }
}

/** Finds the headings, which may be in two rows: the row of most names is the upper or the lower one. */
function headingsAt(
  rows: readonly (readonly string[])[],
  top: number,
): { readonly first: readonly string[]; readonly start: number; readonly headings: 1 | 2 } {
  for (const start of [top, top - 1]) {
    const [upper = [], lower = []] = start < 0 ? [] : rows.slice(start)
    const below = rows.slice(start + 2, start + 2 + MOST_BELOW).filter((cells) => filled(cells) > 0)
    // A title has one cell.
    if (filled(upper) > 1 && areHeadings(upper, lower, below))
      return { first: joinedHeadings(upper, lower).map(columnName), start, headings: 2 }
  }
  return { first: must(rows[top]).map(columnName), start: top, headings: 1 }
}

/** Rows that show which columns are filled. */
const MOST_BELOW = 200

/** A register has a column for each day. With fewer days than this, headings are dates only by chance. */
const FEWEST_DAYS = 3

function daysAcross(names: readonly string[]): Across | undefined {
  const dates = datesOf(names.filter((name) => name !== ''))
  if (dates === null || dates.readCount < FEWEST_DAYS) return undefined
  // Nobody is asked whether headings are of another calendar.
  if (dates.formats.some(isOfOtherCalendar)) return undefined
  const formats = [...new Set([...dates.formats, ...(dates.instead ?? [])])]
  return { formats, day: 'Day of the column', amount: 'Quantity of that day' }
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/** Returns the delimiter with which the most rows have the same number of cells, and more than one. */
function bestDelimiter(text: string): (typeof DELIMITERS)[number] {
  const beginning = text.split(/\r\n|\n|\r/, 200)
  const scores = DELIMITERS.map((sign) => {
    const widths = beginning.filter((line) => line.trim() !== '').map((line) => line.split(sign).length)
    const usual = mostFrequent(widths)
    return usual < 2 ? 0 : widths.filter((width) => width === usual).length * Math.log2(usual + 1)
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ','
}

/** Rows of one cell are titles and footers where others are wider. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const widths = rows.map(filled).filter((width) => width > 0)
  const wider = widths.filter((width) => width > 1)
  return mostFrequent(wider.length > 0 ? wider : widths)
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const n of numbers) counts.set(n, (counts.get(n) ?? 0) + 1)
  return [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0] ?? 0
}

/** Returns rules that skip rows with totals and remarks, for the columns in which these start. */
function skipsOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): NonNullable<ImportMap['skip']> {
  return names.flatMap((column, i) => {
    const cells = new Set(rows.map((cells) => normalized(cells[i] ?? '')))
    const words = TOTALS.filter((word) => cells.has(word) || cells.has(`${word}:`))
    const beginning = [
      ...words
        .filter((word) => [...cells].some((cell) => cell.startsWith(`${word}:`)))
        .map((word) => `${word}:`),
      ...(i === 0 && [...cells].some((cell) => cell.startsWith('#')) ? ['#'] : []),
    ]
    if (column === '' || words.length + beginning.length === 0) return []
    return [{ column, ...given({ words: nonEmpty(words), beginning: nonEmpty(beginning) }) }]
  })
}

const isSkipped = (
  names: readonly string[],
  skip: NonNullable<ImportMap['skip']>,
  cells: readonly string[],
): boolean =>
  skip.some(({ column, words = [], beginning = [] }) => {
    const cell = normalized(cells[names.indexOf(column)] ?? '')
    return words.includes(cell) || beginning.some((start) => cell.startsWith(start))
  })
