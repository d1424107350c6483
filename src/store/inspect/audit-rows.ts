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

/** The audit log and its index, in the order of their entries. Read-only. */
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

  /** The last indexed entry; 0: there is none. */
  lastIndexed(): number {
    return this.#lastIndexed.get() as number
  }

  /** The newest entry; 0 if there is none. */
  newest(): number {
    return this.#newest.get() as number
  }

  /** First entries of chunks that have rows in the index but do not exist. */
  strayRows(): number[] {
    return this.#stray.all()
  }

  /** The rows of a chunk: kind and neighbours, with the entries in hex. */
  indexed(firstN: number): Map<string, string> {
    return indexRows(this.#db, firstN)
  }

  /**
   * The rows that a chunk should have, made from the log by the index itself.
   * @returns null if the chunk should end with another entry
   * @throws {Error} if the entries name something that is not there
   */
  reindexed({ firstN, lastN }: IndexChunk, records: Records, parties: Parties): Map<string, string> | null {
    const scratch = new Database(':memory:')
    try {
      scratch.pragma('foreign_keys = OFF')
      for (const table of INDEX_TABLES) scratch.exec(table)
      // So that the next chunk of the index begins where this one does.
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
        `SELECT kind || ' ' || neighbours, hex(entries) FROM audit_index WHERE first_n = ?`,
      )
      .raw()
      .all(firstN),
  )
