import Database from 'better-sqlite3'
import schemaSql from '../../../schema.sql'
import { AuditIndex, type IndexChunk } from '../audit/audit-index.ts'
import { Concerned } from '../audit/concerned.ts'
import type { Db } from '../file/open.ts'
import type { Inspection } from './inspection.ts'

/** SQL that creates the two tables of the index. */
const INDEX_TABLES = schemaSql.match(/^CREATE TABLE audit_(chunk|index) [\s\S]*?;/gm) ?? []

/** The chunks of the audit log's index, in order: some forty bytes for thousands of entries each. */
export const chunksOf = (db: Db, throughN: number): IndexChunk[] =>
  db
    .prepare<[number], IndexChunk>(
      'SELECT first_n AS firstN, last_n AS lastN FROM audit_chunk WHERE last_n <= ? ORDER BY first_n',
    )
    .all(throughN)

/** The first entries of chunks that do not exist although the index has rows for them. */
export const strayChunks = (db: Db): number[] =>
  db
    .prepare<[], number>(
      `SELECT DISTINCT first_n FROM audit_index i
       WHERE NOT EXISTS (SELECT 1 FROM audit_chunk c WHERE c.first_n = i.first_n) LIMIT 100`,
    )
    .pluck()
    .all()

/** The rows of a chunk: kind and neighbours as the key, the entries in hex as the value. */
export const indexRows = (db: Db, firstN: number): Map<string, string> =>
  new Map(
    db
      .prepare<[number], [string, string]>(
        `SELECT kind || ' ' || neighbours, hex(entries) FROM audit_index WHERE first_n = ?`,
      )
      .raw()
      .all(firstN),
  )

/**
 * Returns the rows that a chunk should have, made from the log by the code of the index.
 * @returns null if the chunk should end with another entry, or if its entries name something that does not
 * exist
 */
export function remadeRows(
  inspection: Inspection,
  { firstN, lastN }: IndexChunk,
): Map<string, string> | null {
  const { db, audit, records, parties } = inspection
  const scratch = new Database(':memory:')
  const nothing = () => {}
  try {
    scratch.pragma('foreign_keys = OFF')
    for (const table of INDEX_TABLES) scratch.exec(table)
    // Makes the next chunk of the index start where this one starts.
    scratch.prepare('INSERT INTO audit_chunk (first_n, last_n) VALUES (0, ?)').run(firstN - 1)
    const index = new AuditIndex(scratch, records, parties, new Concerned(db, parties), nothing, nothing)
    index.ready()
    // One transaction locks the file once, instead of once per record that is looked up.
    db.transaction(() => {
      for (const entry of audit.after(firstN - 1, lastN - firstN + 1)) index.add(entry.n, entry)
    })()
    return index.lastIndexed === lastN ? indexRows(scratch, firstN) : null
  } catch {
    return null
  } finally {
    scratch.close()
  }
}
