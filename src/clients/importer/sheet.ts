import { looksLikeFormula } from '../../text/csv.ts'
import { type RawRow, readTable, type Table } from './csv.ts'
import type { ImportMap } from './map.ts'

/** Reads sheets, and files of rejected rows. */

/** Columns that a rejects file adds. */
export const ROW_COLUMN = 'granary_row'
export const FAULT_COLUMN = 'granary_fault'
export const OWN_COLUMNS: readonly string[] = [ROW_COLUMN, FAULT_COLUMN]

/** Takes away the apostrophe that `harmless` put before a cell. */
const asInSheet = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula(cell) ? cell.slice(1) : cell

/**
 * Reads a sheet, or a rejects file without its added columns.
 * @throws {ImportFault} when the rows cannot be separated
 */
export function readSheet(text: string, dialect?: ImportMap['csv']): Table {
  const table = readTable(text, dialect, (header) => header.includes(FAULT_COLUMN))
  if (!table.header.includes(FAULT_COLUMN)) return table
  const restored = ({ row, cells }: RawRow): RawRow => ({ row, cells: cells.map(asInSheet) })
  return { ...table, header: table.header.map(asInSheet), rows: table.rows.map(restored) }
}
