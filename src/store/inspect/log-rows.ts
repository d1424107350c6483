import type { ActKind } from '../acts.ts'
import type { Db } from '../open.ts'
import type { RecordRow } from '../stored-record.ts'

export type InferenceRow = [
  seq: number,
  id: string,
  assertedBy: number,
  depth: number,
  subjectsResolved: number,
  occurredAt: number,
  receivedAt: number,
  body: string,
]

export type ActRow = [seq: number, id: string, kind: ActKind, receivedAt: number, body: string]

/** Bytes of a salt and a digest. */
export const SEAL_BYTES = 64

/** The three tables that share the log's sequence. */
const LOG_TABLES = ['observation', 'inference', 'act'] as const
export type LogTable = (typeof LOG_TABLES)[number]

/** The entries of the log by their place, a slice at a time, and the stored hashes of its tree. Reads alone. */
export class LogRows {
  readonly #observations
  readonly #inferences
  readonly #acts
  readonly #seals: Readonly<Record<LogTable, (from: number, through: number) => Buffer | null>>
  readonly #seal
  readonly #subtrees
  readonly #receivedAt
  readonly #bytes
  readonly #actById
  readonly #actBySeq
  readonly #entryById
  readonly #kindOf

  constructor(db: Db) {
    this.#observations = db
      .prepare<[number, number], RecordRow>(
        `SELECT seq, hex(id), type, asserted_by, on_behalf_of, root, depth, said_recorded_at, occurred_at, received_at,
           body FROM observation WHERE seq BETWEEN ? AND ? ORDER BY seq`,
      )
      .raw()
    this.#inferences = db
      .prepare<[number, number], InferenceRow>(
        `SELECT seq, hex(id), asserted_by, depth, subjects_resolved, occurred_at, received_at, body
         FROM inference WHERE seq BETWEEN ? AND ? ORDER BY seq`,
      )
      .raw()
    this.#acts = db
      .prepare<[number, number], ActRow>(
        `SELECT seq, hex(id), kind, received_at, body FROM act WHERE seq BETWEEN ? AND ? ORDER BY seq`,
      )
      .raw()
    this.#seals = Object.fromEntries(
      LOG_TABLES.map((table) => {
        const statement = db
          .prepare<[number, number], Buffer | null>(
            `SELECT CAST(group_concat(salt || digest, '') AS BLOB)
             FROM (SELECT salt, digest FROM ${table} WHERE seq BETWEEN ? AND ? ORDER BY seq)`,
          )
          .pluck()
        return [table, (from: number, through: number) => statement.get(from, through) ?? null]
      }),
    ) as Record<LogTable, (from: number, through: number) => Buffer | null>
    this.#seal = db
      .prepare<{ seq: number }, Buffer>(
        `SELECT CAST(salt || digest AS BLOB) FROM observation WHERE seq = :seq UNION ALL
         SELECT CAST(salt || digest AS BLOB) FROM inference WHERE seq = :seq UNION ALL
         SELECT CAST(salt || digest AS BLOB) FROM act WHERE seq = :seq`,
      )
      .pluck()
    this.#subtrees = db
      .prepare<[number, number, number], [number, Buffer]>(
        'SELECT n, hash FROM subtree WHERE level = ? AND n BETWEEN ? AND ?',
      )
      .raw()
    this.#receivedAt = db
      .prepare<{ seq: number }, number>(
        `SELECT received_at FROM observation WHERE seq = :seq UNION ALL
         SELECT received_at FROM inference WHERE seq = :seq UNION ALL
         SELECT received_at FROM act WHERE seq = :seq`,
      )
      .pluck()
    this.#bytes = db
      .prepare<{ seq: number }, Buffer>(
        `SELECT CAST(body AS BLOB) FROM observation WHERE seq = :seq UNION ALL
         SELECT CAST(body AS BLOB) FROM inference WHERE seq = :seq UNION ALL
         SELECT CAST(body AS BLOB) FROM act WHERE seq = :seq`,
      )
      .pluck()
    this.#actById = db
      .prepare<[string], [number, ActKind]>("SELECT seq, kind FROM act WHERE id = unhex(?, '-')")
      .raw()
    this.#actBySeq = db
      .prepare<[number], [string, ActKind, number, string]>(
        'SELECT hex(id), kind, received_at, body FROM act WHERE seq = ?',
      )
      .raw()
    this.#kindOf = db.prepare<{ seq: number }, { readonly table: LogTable; readonly kind: string }>(
      `SELECT 'observation' AS "table", 'record' AS kind FROM observation WHERE seq = :seq UNION ALL
       SELECT 'inference', 'prediction' FROM inference WHERE seq = :seq UNION ALL
       SELECT 'act', kind FROM act WHERE seq = :seq`,
    )
    this.#entryById = db
      .prepare<{ id: string }, number>(
        `SELECT seq FROM observation WHERE id = unhex(:id, '-') UNION ALL
         SELECT seq FROM inference WHERE id = unhex(:id, '-') UNION ALL
         SELECT seq FROM act WHERE id = unhex(:id, '-')`,
      )
      .pluck()
  }

  /** Without salts and digests, like the others. */
  observations(from: number, through: number): RecordRow[] {
    return this.#observations.all(from, through)
  }

  inferences(from: number, through: number): InferenceRow[] {
    return this.#inferences.all(from, through)
  }

  acts(from: number, through: number): ActRow[] {
    return this.#acts.all(from, through)
  }

  /**
   * Salts and digests of a table's entries, one after the other in their order: a Buffer for each would cost as much as
   * all the rest of its row. One of another length leaves the ones behind it out of place.
   */
  seals(table: LogTable, from: number, through: number): Buffer | null {
    return this.#seals[table](from, through)
  }

  /** Salt and digest of one entry, whatever their length. */
  seal(seq: number): Buffer | undefined {
    return this.#seal.get({ seq })
  }

  /** The stored hashes of one level, by their place in it. */
  subtrees(level: number, from: number, through: number): Map<number, Buffer> {
    return new Map(this.#subtrees.all(level, from, through))
  }

  /** Undefined where there is no such entry. */
  receivedAtMs(seq: number): number | undefined {
    return this.#receivedAt.get({ seq })
  }

  /** The very bytes of a body. Text that is no UTF-8 reads like other text that is. */
  bodyBytes(seq: number): Buffer | undefined {
    return this.#bytes.get({ seq })
  }

  actById(id: string): { readonly seq: number; readonly kind: ActKind } | undefined {
    const row = this.#actById.get(id)
    return row && { seq: row[0], kind: row[1] }
  }

  /** Its id as hexadecimal digits. */
  actBySeq(seq: number) {
    const row = this.#actBySeq.get(seq)
    return row && { id: row[0], kind: row[1], receivedAtMs: row[2], json: row[3] }
  }

  /** In which table an entry is, and what it is called; undefined where there is none. */
  kindOf(seq: number): { readonly table: LogTable; readonly kind: string } | undefined {
    return this.#kindOf.get({ seq })
  }

  /** Every entry of this id, in whatever namespace: one, unless somebody has been at it. */
  entriesOfId(id: string): number[] {
    return this.#entryById.all({ id })
  }
}
