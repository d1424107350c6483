import { type Table, writeTable } from './csv.ts'
import type { RowFault } from './fault.ts'
import { FAULT_COLUMN, harmless, OWN_COLUMNS, ROW_COLUMN } from './sheet.ts'
import type { RejectedRow } from './tally.ts'

/**
 * The refused rows as a file of the same header, to be corrected and imported again. Our columns stand first, so that a
 * row with too many cells keeps every one of them. Cells are the sheet's own; what a spreadsheet would work out stands
 * behind an apostrophe, which an import takes away again.
 */
export function rejectsCsv(table: Table, rejected: readonly RejectedRow[]): string {
  const kept = table.header.flatMap((name, i) => (OWN_COLUMNS.includes(name) ? [] : [i]))
  const rowAt = table.header.indexOf(ROW_COLUMN)
  function* lines(): Iterable<readonly string[]> {
    yield [ROW_COLUMN, FAULT_COLUMN, ...kept.map((i) => table.header[i] as string)]
    for (const { row, faults } of rejected)
      yield [
        originalRow(row.cells[rowAt]) ?? String(row.row),
        faults.map(sentence).join(' '),
        // A row that is too short stays so: padded, it would look whole the next time.
        ...kept.flatMap((i) => row.cells[i] ?? []),
        ...row.cells.slice(table.header.length),
      ]
  }
  return writeTable(table, lines(), harmless)
}

/** A row that was rejected before keeps the number it had in the sheet it came from. */
const originalRow = (cell: string | undefined): string | undefined =>
  cell !== undefined && /^\d{1,9}$/.test(cell.trim()) ? cell.trim() : undefined

/** One fault in words. */
export function sentence({ column, value, message, remedy, also }: RowFault): string {
  const what = column === '' ? 'The row' : `${column}${value === '' ? '' : ` “${value}”`}`
  const others = also === undefined ? '' : ` (${also.length === 1 ? 'row' : 'rows'} ${also.join(', ')})`
  return `${what} ${message}${others}. ${remedy}`
}
