import { must } from '../../base/typed.ts'
import type { Db } from './open.ts'

/** A quick check for damage: all pages of a small database, the small tables of a large one. */

/** A file up to this length is checked completely, which takes some seconds on a slow disk. */
const WHOLE_BYTES = 256 * 1024 * 1024
/** In a longer file, tables with more rows than this are skipped. */
const ROWS = 20_000

export interface QuickLook {
  /** SQLite's message about the first fault, which contains no stored values; null if there is no fault. */
  readonly damage: string | null
  readonly tables: number
  /** The number of tables that were checked. */
  readonly looked: number
}

/** Checks the database. @param isOver called between tables; true ends the check */
export function quickLook(db: Db, isOver: () => boolean): QuickLook {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
  const pageBytes = Number(db.pragma('page_size', { simple: true }))
  if (Number(db.pragma('page_count', { simple: true })) * pageBytes <= WHOLE_BYTES)
    return { damage: damageIn(db, 'quick_check(1)'), tables: tables.length, looked: tables.length }
  let looked = 0
  for (const table of tables) {
    if (isOver()) break
    if (!isSmall(db, table)) continue
    const damage = damageIn(db, `quick_check(${quotedTable(table)})`)
    looked++
    if (damage !== null) return { damage, tables: tables.length, looked }
  }
  return { damage: null, tables: tables.length, looked }
}

/** Quotes a table name for SQL: a table that someone added may have any name. */
export const quotedTable = (name: string): string => `"${name.replaceAll('"', '""')}"`

const isSmall = (db: Db, table: string): boolean =>
  must(
    db
      .prepare<[number], number>(`SELECT count(*) FROM (SELECT 1 FROM ${quotedTable(table)} LIMIT ?)`)
      .pluck()
      .get(ROWS + 1),
  ) <= ROWS

function damageIn(db: Db, check: string): string | null {
  const found = String(db.pragma(check, { simple: true }))
  return found === 'ok' ? null : found
}
