import { type RawRow, readTable, type Table } from './csv.ts'
import type { ImportMap } from './map.ts'

/** A sheet as it comes in, or as its refused rows go out. */

/** Columns a rejects file has beside those of the sheet. */
export const ROW_COLUMN = 'granary_row'
export const FAULT_COLUMN = 'granary_fault'
export const OWN_COLUMNS: readonly string[] = [ROW_COLUMN, FAULT_COLUMN]

/** What makes a spreadsheet treat a cell as a formula (OWASP, "CSV Injection"; the wide signs too), after any apostrophes. */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/
const PLAIN = /^[-+](\d+([.,]\d+)*)?$/

/**
 * The cell with an apostrophe in front if it begins like a formula and is no plain number: a spreadsheet then shows it and
 * computes nothing. `asInSheet` removes the apostrophe again.
 */
export const harmless = (cell: string): string =>
  FORMULA.test(cell) && !PLAIN.test(cell) ? `'${cell}` : cell

const asInSheet = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/**
 * A sheet, or a rejects file with the cells that its sheet had.
 * @throws {ImportFault} when no row can be told from the next
 */
export function readSheet(text: string, dialect?: ImportMap['csv']): Table {
  const table = readTable(text, dialect)
  if (!table.header.includes(FAULT_COLUMN)) return table
  const restored = ({ row, cells }: RawRow): RawRow => ({ row, cells: cells.map(asInSheet) })
  return { ...table, header: table.header.map(asInSheet), rows: table.rows.map(restored) }
}
