import { must } from '../../base/typed.ts'
import { cellOf } from '../../text/csv.ts'
import { type Table, writeTable } from './csv.ts'
import type { RowFault } from './fault.ts'
import { FAULT_COLUMN, OWN_COLUMNS, ROW_COLUMN } from './own-columns.ts'
import type { RejectedRow } from './tally.ts'

/**
 * The refused rows in a file with the same header, to be corrected and imported again. Our columns come
 * first, so that a row with too many cells keeps them all. Cells are safe to look at; the next import reads
 * what the sheet had.
 */
export function rejectsCsv(table: Table, rejected: readonly RejectedRow[]): string {
  const kept = table.header.flatMap((name, i) => (OWN_COLUMNS.includes(name) ? [] : [i]))
  const rowAt = table.header.indexOf(ROW_COLUMN)
  function* lines(): Iterable<readonly string[]> {
    yield [ROW_COLUMN, FAULT_COLUMN, ...kept.map((i) => must(table.header[i]))]
    for (const { row, faults } of rejected)
      yield [
        originalRow(row.cells[rowAt]) ?? String(row.row),
        faults.map(sentence).join(' '),
        // A row that is too short stays short: padded, it would pass the next time.
        ...kept.flatMap((i) => row.cells[i] ?? []),
        ...row.cells.slice(table.header.length),
      ]
  }
  return writeTable(table, lines(), cellOf)
}

/** A row rejected again keeps its original number. */
const originalRow = (cell: string | undefined): string | undefined =>
  cell !== undefined && /^\d{1,9}$/.test(cell.trim()) ? cell.trim() : undefined

/** A fault as a sentence. */
function sentence({ column, value, message, remedy, also }: RowFault): string {
  const what = column === '' ? 'The row' : `${column}${value === '' ? '' : ` “${value}”`}`
  const others = also === undefined ? '' : ` (${also.length === 1 ? 'row' : 'rows'} ${also.join(', ')})`
  return `${what} ${message}${others}. ${remedy}`
}
