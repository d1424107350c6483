import { message } from '../../words/message.ts'
import { columnName, type RawRow, type Table } from '../sheets/csv.ts'
import { type RowFault, rowFault, shown } from '../sheets/fault.ts'
import { MapFault } from '../sheets/map-shape.ts'
import { ownDelimiter } from '../sheets/own-columns.ts'
import { indexOf, readSheet } from '../sheets/sheet.ts'
import type { CompiledMap } from './compiled-map.ts'
import { mergedRows } from './merged-rows.ts'
import { ownParties } from './party-keys.ts'
import { readingReturned } from './returned-dates.ts'
import type { Lack, RowContext, SheetRow } from './row.ts'
import { rowKeys } from './row-keys.ts'
import { RowReader } from './row-reader.ts'
import { type RowReading, readRow } from './rows.ts'
import { Survey } from './survey.ts'

/**
 * Determines what each row of a file becomes. Pure: writes nothing, and the order of the rows does not
 * matter.
 */

/** A row, whose records are none if a comparison with other rows shows faults. */
export interface PlannedRow extends RowReading {
  readonly row: number
  /** Identifies the row; its records' ids follow from it. Null if the row has none. */
  readonly key: string | null
  /** The row's original cells. */
  readonly cells: readonly string[]
}

export interface ImportPlan {
  readonly table: Table
  /** Index of each column. */
  readonly index: ReadonlyMap<string, number>
  /** Without blank rows and skipped rows. */
  readonly rowCount: number
  /** The number of rows that the map skips, such as totals. */
  readonly leftOut: number
  /** The names of each party that the sheet writes in several ways. */
  readonly spellings: readonly (readonly string[])[]
  /** Lazy, so that a large file is never in memory as records. */
  rows(): Iterable<PlannedRow>
}

/**
 * @param text the decoded file
 * @param header the columns of a text without a header row
 * @throws {ImportFault} if the rows cannot be separated, or the file lacks columns of the map
 * @throws {MapFault} if the map's day is in the future
 */
export function planImport(
  text: string,
  given: CompiledMap,
  context: Omit<RowContext, 'ownParties'>,
  header?: readonly string[],
): ImportPlan {
  if (context.calendar.isInFuture(given.asOf))
    throw new MapFault([{ pointer: '/as_of', fault: message('import.fault.inFuture') }])
  const sheet = readSheet(text, header === undefined ? given.spec.csv : { header: [...header] })
  const { rows: filled, unclear } = mergedRows(sheet, given.spec, context.merged ?? [])
  const whole = { ...sheet, rows: filled }
  const map = ownDelimiter(text) === null ? given : readingReturned(given, whole)
  const index = indexOf(whole, map.columns)
  const cellOf = (cells: readonly string[]) => (column: string) =>
    cells[index.get(columnName(column)) ?? -1] ?? ''
  const table = { ...whole, rows: whole.rows.filter(({ cells }) => !map.isSkipped(cellOf(cells))) }
  const keyOf = rowKeys(map, index)
  const own = new Set<string>()
  const rowOf = ({ row, cells }: RawRow): SheetRow => ({
    map,
    context: { ...context, ownParties: own },
    reader: new RowReader({ map, index, tables: context.tables, row, cells, merged: unclear.get(cells) }),
  })
  const survey = new Survey(map)
  const read = ({ row, cells }: RawRow): RowReading & { readonly key: string | null } => {
    const wrong = widthFault({ row, cells }, table.header.length)
    if (wrong !== undefined) return { key: null, records: [], faults: [wrong], parties: [], lacks: NOTHING }
    const key = keyOf(cells)
    return { key, ...readRow(rowOf({ row, cells }), key ?? '') }
  }
  if (context.known.hasImported)
    for (const raw of table.rows) for (const id of ownParties(rowOf(raw))) own.add(id)
  for (const raw of table.rows) {
    const { key, parties } = read(raw)
    survey.note(raw.row, key, parties)
  }

  return {
    table,
    index,
    rowCount: table.rows.length,
    leftOut: whole.rows.length - table.rows.length,
    spellings: survey.spellings(),
    *rows() {
      for (const raw of table.rows) {
        const { key, records, faults, parties, lacks } = read(raw)
        const all = [...faults, ...survey.faultsOf(raw.row, key, parties, cellOf(raw.cells))]
        yield {
          row: raw.row,
          key,
          records: all.length > 0 ? [] : records.map((record) => survey.stated(record)),
          parties,
          faults: all,
          lacks,
          cells: raw.cells,
        }
      }
    },
  }
}

const NOTHING: ReadonlySet<Lack> = new Set()

function widthFault({ row, cells }: RawRow, width: number): RowFault | undefined {
  const isLonger = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
  if (!isLonger && cells.length >= width) return undefined
  const what = message(isLonger ? 'import.fault.moreCells' : 'import.fault.fewerCells')
  return rowFault(row, what, message('import.fault.cells.remedy'), '', shown(cells.slice(0, 4).join(' ')))
}
