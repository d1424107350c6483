import type { Db } from '../open.ts'
import type { Cell } from '../record-rows.ts'
import { BYTES, RECORD_TABLES, type RecordTable } from '../record-tables.ts'

/** Stored rows of the tables that follow from records; ids and hashes as hexadecimal digits. */

const ROWS_AT_ONCE = 2_048
/** Less than every number. */
const LEAST = -Number.MAX_SAFE_INTEGER

const value = (column: string): string => (BYTES.has(column) ? "unhex(?, '-')" : '?')

/** Every row of a table in the order of its key, in slices; nothing stays open between two slices. */
export function* recordRows(db: Db, table: RecordTable): Generator<readonly (readonly Cell[])[]> {
  const { columns, key } = RECORD_TABLES[table]
  const keys: readonly string[] = columns.slice(0, key)
  const order = keys.join(', ')
  const read = columns.map((column) => (BYTES.has(column) ? `hex(${column})` : column))
  const next = db
    .prepare<Cell[], Cell[]>(
      `SELECT ${read.join(', ')} FROM ${table} WHERE (${order}) > (${keys.map(value).join(', ')})
       ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}`,
    )
    .raw()
  let place: Cell[] = keys.map((column) => (BYTES.has(column) || column === 'member_no' ? '' : LEAST))
  for (;;) {
    const rows = next.all(...place)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return
    place = last.slice(0, key)
  }
}

/** How often a row is in its table now; for a record party, the rows with this role. */
export function timesThere(db: Db, table: RecordTable, cells: readonly Cell[]): number {
  const conditions = RECORD_TABLES[table].columns.map((column) =>
    column === 'role' ? 'role & ? <> 0' : `${column} = ${value(column)}`,
  )
  return db
    .prepare<Cell[], number>(`SELECT count(*) FROM ${table} WHERE ${conditions.join(' AND ')}`)
    .pluck()
    .get(...cells) as number
}
