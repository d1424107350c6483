import Database from 'better-sqlite3'
import schemaSql from '../../../schema.sql'
import type { AuditRow } from '../audit.ts'
import { AuditIndex, type IndexChunk } from '../audit-index.ts'
import { Concerned } from '../concerned.ts'
import type { Db } from '../open.ts'
import type { Parties } from '../parties.ts'
import type { Records } from '../records.ts'
import { unpackSeqs } from '../varints.ts'

type Columns = [
  n: number,
  at: number,
  credential: number | null,
  action: string,
  purpose: string | null,
  outcome: string,
  detail: string | null,
  records: Buffer | null,
  hash: Buffer,
]

/** The two tables of the index, as a fresh file has them. */
const INDEX_TABLES = schemaSql.match(/^CREATE TABLE audit_(chunk|index) [\s\S]*?;/gm) ?? []

const nothing = () => {}

const NO_RECORDS: readonly number[] = []

/** The audit log and its index, in the order of their entries. Reads alone. */
export class AuditRows {
  readonly #db: Db
  readonly #rows
  readonly #hashAt
  readonly #atOf
  readonly #chunks
  readonly #lastIndexed
  readonly #newest
  readonly #stray

  constructor(db: Db) {
    this.#db = db
    this.#rows = db
      .prepare<[number, number], Columns>(
        `SELECT n, at, credential, action, purpose, outcome, detail, records, hash FROM audit
         WHERE n BETWEEN ? AND ? ORDER BY n`,
      )
      .raw()
    this.#hashAt = db.prepare<[number], Buffer>('SELECT hash FROM audit WHERE n = ?').pluck()
    this.#atOf = db.prepare<[number], number>('SELECT at FROM audit WHERE n = ?').pluck()
    this.#lastIndexed = db.prepare<[], number>('SELECT coalesce(max(last_n), 0) FROM audit_chunk').pluck()
    this.#newest = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM audit').pluck()
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

  rows(from: number, through: number): AuditRow[] {
    return this.#rows
      .all(from, through)
      .map(([n, at, credential, action, purpose, outcome, detail, records, hash]) => ({
        n,
        at,
        credential,
        action,
        purpose,
        outcome,
        detail,
        records,
        hash,
      }))
  }

  hashOf(n: number): Buffer | undefined {
    return this.#hashAt.get(n)
  }

  atOf(n: number): number | undefined {
    return this.#atOf.get(n)
  }

  /** In their order. Some forty bytes for each thousands of entries. */
  chunks(throughN: number): IndexChunk[] {
    return this.#chunks.all(throughN)
  }

  /** Entries that the index should hold and does not are after this one; 0: it holds none. */
  lastIndexed(): number {
    return this.#lastIndexed.get() as number
  }

  /** The newest entry; 0: there is none. */
  newest(): number {
    return this.#newest.get() as number
  }

  /** Where rows of the index say that a chunk begins, and none does. */
  strayRows(): number[] {
    return this.#stray.all()
  }

  /** The rows that stand in the index for a chunk: kind, about, entries. */
  indexed(firstN: number): Map<string, string> {
    return indexRows(this.#db, firstN)
  }

  /**
   * The rows that the index should have for a chunk, as the program's own index makes them of the log.
   * @returns null when the program would have ended the chunk with another entry
   * @throws {Error} when what the entries name cannot be followed
   */
  reindexed({ firstN, lastN }: IndexChunk, records: Records, parties: Parties): Map<string, string> | null {
    const scratch = new Database(':memory:')
    try {
      scratch.pragma('foreign_keys = OFF')
      for (const table of INDEX_TABLES) scratch.exec(table)
      // So that the index takes the next chunk to begin where this one does.
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
      for (const row of this.rows(firstN, lastN))
        index.add(row.n, { ...row, records: row.records === null ? NO_RECORDS : unpackSeqs(row.records) })
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
