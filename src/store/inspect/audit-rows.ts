import Database from 'better-sqlite3'
import schemaSql from '../../../schema.sql'
import { AuditIndex, type IndexChunk } from '../audit-index.ts'
import { AUDIT_COLUMNS, type AuditRow, unpackEntries } from '../audit-row.ts'
import { Concerned } from '../concerned.ts'
import type { Db } from '../open.ts'
import type { Parties } from '../parties.ts'
import type { Records } from '../records.ts'

/** SQL for the two tables of the index. */
const INDEX_TABLES = schemaSql.match(/^CREATE TABLE audit_(chunk|index) [\s\S]*?;/gm) ?? []

const nothing = () => {}

/** The audit log and its index, in the order of their entries. Only reads. */
export class AuditRows {
  readonly #db: Db
  readonly #rows
  readonly #before
  readonly #from
  readonly #hashAt
  readonly #chunks
  readonly #lastIndexed
  readonly #newest
  readonly #stray

  constructor(db: Db) {
    this.#db = db
    this.#rows = db.prepare<[number, number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n BETWEEN ? AND ? ORDER BY last_n`,
    )
    this.#before = db.prepare<[number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n >= 1 AND last_n < ? ORDER BY last_n DESC LIMIT 1`,
    )
    this.#from = db.prepare<[number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n >= ? ORDER BY last_n`,
    )
    this.#hashAt = db.prepare<[number], Buffer>('SELECT hash FROM audit WHERE last_n = ?').pluck()
    this.#lastIndexed = db.prepare<[], number>('SELECT coalesce(max(last_n), 0) FROM audit_chunk').pluck()
    this.#newest = db.prepare<[], number>('SELECT coalesce(max(last_n), 0) FROM audit').pluck()
    this.#stray = db
      .prepare<[], number>(
        `SELECT DISTINCT first_n FROM audit_index i
         WHERE NOT EXISTS (SELECT 1 FROM audit_chunk c WHERE c.first_n = i.first_n) LIMIT 100`,
      )
      .pluck()
    this.#chunks = db.prepare<[number], IndexChunk>(
      'SELECT first_n AS firstN, last_n AS lastN FROM audit_chunk WHERE last_n <= ? ORDER BY first_n',
    )
  }

  /** Rows whose last entry is in this range. */
  rows(from: number, through: number): AuditRow[] {
    return this.#rows.all(from, through)
  }

  /** The newest row that ends before this entry. */
  before(n: number): AuditRow | undefined {
    return this.#before.get(n)
  }

  /** The hash of the row that ends with this entry. */
  hashOf(n: number): Buffer | undefined {
    return this.#hashAt.get(n)
  }

  /** In order. Each covers thousands of entries and takes about forty bytes. */
  chunks(throughN: number): IndexChunk[] {
    return this.#chunks.all(throughN)
  }

  /** The last entry in the index; 0 if the index is empty. */
  lastIndexed(): number {
    return this.#lastIndexed.get() as number
  }

  /** The newest entry; 0 if there is none. */
  newest(): number {
    return this.#newest.get() as number
  }

  /** First entries named by rows of the index although no chunk begins there. */
  strayRows(): number[] {
    return this.#stray.all()
  }

  /** The stored index rows of a chunk: kind and about, then entries. */
  indexed(firstN: number): Map<string, string> {
    return indexRows(this.#db, firstN)
  }

  /**
   * The index rows that a chunk should have, made from the log by the program's own index.
   * @returns null if the program would have ended the chunk with another entry
   * @throws {Error} if the entries name something that does not exist
   */
  reindexed({ firstN, lastN }: IndexChunk, records: Records, parties: Parties): Map<string, string> | null {
    const scratch = new Database(':memory:')
    try {
      scratch.pragma('foreign_keys = OFF')
      for (const table of INDEX_TABLES) scratch.exec(table)
      // Makes the index begin its next chunk where this one begins.
      if (firstN > 1)
        scratch.prepare('INSERT INTO audit_chunk (first_n, last_n) VALUES (1, ?)').run(firstN - 1)
      const index = new AuditIndex(
        scratch,
        records,
        parties,
        new Concerned(this.#db, parties),
        nothing,
        nothing,
      )
      index.ready()
      for (const row of this.#from.iterate(firstN)) {
        for (const entry of unpackEntries(row))
          if (entry.n >= firstN && entry.n <= lastN) index.add(entry.n, entry)
        if (row.lastN >= lastN) break
      }
      return index.lastIndexed === lastN ? indexRows(scratch, firstN) : null
    } finally {
      scratch.close()
    }
  }
}

const indexRows = (db: Db, firstN: number): Map<string, string> =>
  new Map(
    db
      .prepare<[number], [string, string]>(
        `SELECT kind || ' ' || about, hex(entries) FROM audit_index WHERE first_n = ?`,
      )
      .raw()
      .all(firstN),
  )
