import type { Db } from '../file/open.ts'
import { quotedTable } from '../file/quick-check.ts'

/** SQLite's own check of its pages, table by table, so that each statement is short. */

/** The most faults listed for one table; SQLite does not count more either. */
const MOST = 100

export const tableNames = (db: Db): string[] =>
  db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()

/** Returns the faults of a table and its indexes, in SQLite's words. */
export function pageFaults(db: Db, table: string): string[] {
  const said = db.pragma(`integrity_check(${quotedTable(table)})`) as { integrity_check: string }[]
  return said.map((row) => row.integrity_check).filter((text) => text !== 'ok')
}

export interface DanglingReference {
  readonly rowid: number | null
  readonly parent: string
}

/** Rows that name a missing row of another table. */
export function danglingReferences(db: Db, table: string): { found: DanglingReference[]; count: number } {
  const rows = db.pragma(`foreign_key_check(${quotedTable(table)})`) as DanglingReference[]
  return { found: rows.slice(0, MOST), count: rows.length }
}
