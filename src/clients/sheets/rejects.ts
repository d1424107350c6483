import { existsSync } from 'node:fs'
import { readRegular } from '../../base/read-regular.ts'
import { must } from '../../base/typed.ts'
import { replaceOperatorFile } from '../../cli/operator-files.ts'
import { cellOf } from '../../text/csv.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { type RawRow, type Table, writeTable } from './csv.ts'
import type { RowFault } from './fault.ts'
import { FAULT_COLUMN, OWN_COLUMNS, ROW_COLUMN } from './own-columns.ts'

/**
 * Writes the refused rows to a file with the same header, to be corrected and imported again. The added
 * columns are the first ones, so that a row with too many cells keeps all of them. Cells are safe to open in
 * a spreadsheet program; the next import reads the original ones.
 */
export function rejectsCsv(
  { tell }: Words,
  table: Table,
  rejected: readonly { readonly row: RawRow; readonly faults: readonly RowFault[] }[],
): string {
  const kept = table.header.flatMap((name, i) => (OWN_COLUMNS.includes(name) ? [] : [i]))
  const rowAt = table.header.indexOf(ROW_COLUMN)
  function* lines(): Iterable<readonly string[]> {
    yield [ROW_COLUMN, FAULT_COLUMN, ...kept.map((i) => must(table.header[i]))]
    for (const { row, faults } of rejected)
      yield [
        originalRow(row.cells[rowAt]) ?? String(row.row),
        faults.map((fault) => tell(faultSentences(fault))).join(' '),
        // A row that is too short stays short: with added empty cells, the next import would accept it.
        ...kept.flatMap((i) => row.cells[i] ?? []),
        ...row.cells.slice(table.header.length),
      ]
  }
  return writeTable(table, lines(), cellOf)
}

/** Returns the original number of a row that is refused again. */
const originalRow = (cell: string | undefined): string | undefined =>
  cell !== undefined && /^\d{1,9}$/.test(cell.trim()) ? cell.trim() : undefined

/** Returns a fault as sentences. */
export function faultSentences({ column, value, message: fault, remedy, also }: RowFault): Message {
  const what = { fault, remedy }
  const others = also && { ...what, count: also.length, rows: { examples: also.map(String) } }
  if (column === '') return others ? message('import.theRowAlso', others) : message('import.theRow', what)
  const cell = value === '' ? column : message('import.cell', { column, value })
  return others
    ? message('import.theCellAlso', { ...others, cell })
    : message('import.theCell', { ...what, cell })
}

/**
 * Returns a file next to the imported one. Never an existing one with other rows, which someone may be
 * working on.
 */
export function defaultRejects(file: string, text: string): string {
  const base = file.replace(/(\.rejects(-\d+)?)?\.csv$/i, '')
  for (let n = 1; ; n++) {
    const name = `${base}.rejects${n === 1 ? '' : `-${n}`}.csv`
    if (name !== file && (!existsSync(name) || readRegular(name).toString() === text)) return name
  }
}

export function saveRejects(file: string, text: string): void {
  try {
    replaceOperatorFile(file, text)
  } catch {
    throw new OperatorFault(...withRemedy('import.notWritable', { file }))
  }
}
