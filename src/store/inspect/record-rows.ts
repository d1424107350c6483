import type { Db } from '../open.ts'
import type { Cell } from '../record-rows.ts'
import { BYTES, RECORD_TABLES, type RecordTable } from '../record-tables.ts'

/** The tables that follow from records, for inspection; ids and hashes are hexadecimal. */

const ROWS_AT_ONCE = 2_048
/** Less than every number. */
const LEAST = -Number.MAX_SAFE_INTEGER

const value = (column: string): string => (BYTES.has(column) ? "unhex(?, '-')" : '?')

/** Every row of a table in key order, in slices; no statement stays open between slices. */
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

/** Number of such rows in the table now; of record parties, the rows that include this role. */
export function timesThere(db: Db, table: RecordTable, cells: readonly Cell[]): number {
  const conditions = RECORD_TABLES[table].columns.map((column) =>
    column === 'role' ? 'role & ? <> 0' : `${column} = ${value(column)}`,
  )
  return db
    .prepare<Cell[], number>(`SELECT count(*) FROM ${table} WHERE ${conditions.join(' AND ')}`)
    .pluck()
    .get(...cells) as number
}
