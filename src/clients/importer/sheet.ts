import { type RawRow, readTable, type Table } from './csv.ts'
import type { ImportMap } from './map.ts'

/** Reads sheets, and makes cells of rejects files safe. */

/** Columns that a rejects file adds. */
export const ROW_COLUMN = 'granary_row'
export const FAULT_COLUMN = 'granary_fault'
export const OWN_COLUMNS: readonly string[] = [ROW_COLUMN, FAULT_COLUMN]

/** Start of a formula in a spreadsheet (OWASP, "CSV Injection"; wide signs too), after any apostrophes. */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/
const PLAIN = /^[-+](\d+([.,]\d+)*)?$/

/**
 * Puts an apostrophe before a cell that looks like a formula and is not a number, so that a spreadsheet shows it as text.
 * `asInSheet` removes it.
 */
export const harmless = (cell: string): string =>
  FORMULA.test(cell) && !PLAIN.test(cell) ? `'${cell}` : cell

const asInSheet = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/**
 * Reads a sheet, or a rejects file without its added columns.
 * @throws {ImportFault} when the rows cannot be separated
 */
export function readSheet(text: string, dialect?: ImportMap['csv']): Table {
  const table = readTable(text, dialect)
  if (!table.header.includes(FAULT_COLUMN)) return table
  const restored = ({ row, cells }: RawRow): RawRow => ({ row, cells: cells.map(asInSheet) })
  return { ...table, header: table.header.map(asInSheet), rows: table.rows.map(restored) }
}
