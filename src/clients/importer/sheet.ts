import { sheetValue } from '../../text/csv.ts'
import { type RawRow, readTable, type Table } from './csv.ts'
import type { ImportMap } from './map.ts'

/** Reads sheets, and files of rejected rows. */

/** Columns that a rejects file adds. */
export const ROW_COLUMN = 'granary_row'
export const FAULT_COLUMN = 'granary_fault'
export const OWN_COLUMNS: readonly string[] = [ROW_COLUMN, FAULT_COLUMN]

/**
 * Reads a sheet, or a rejects file without its added columns.
 * @throws {ImportFault} when the rows cannot be separated
 */
export function readSheet(text: string, dialect?: ImportMap['csv']): Table {
  const table = readTable(text, dialect, (header) => header.includes(FAULT_COLUMN))
  if (!table.header.includes(FAULT_COLUMN)) return table
  const restored = ({ row, cells }: RawRow): RawRow => ({ row, cells: cells.map(sheetValue) })
  return { ...table, header: table.header.map(sheetValue), rows: table.rows.map(restored) }
}
