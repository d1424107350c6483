import { actOfCode, INFERENCE_KIND } from '../entry-kinds.ts'
import type { Db } from '../open.ts'

/** An entry of any kind; columns that its kind does not use are null. */
export type EntryRow = [
  seq: number,
  id: string,
  kind: number,
  assertedBy: number | null,
  onBehalfOf: number | null,
  root: number | null,
  depth: number | null,
  saidRecordedAt: number | null,
  occurredAt: number | null,
  receivedAt: number,
  body: string,
]
/** The columns that some kinds do not use, by their position in the row. */
const OPTIONAL = {
  3: 'asserted_by',
  4: 'on_behalf_of',
  5: 'root',
  6: 'depth',
  7: 'said_recorded_at',
  8: 'occurred_at',
} as const

/** Bytes of a salt and a digest. */
export const SEAL_BYTES = 64

export const classOf = (kind: number): 'records' | 'inferences' | 'acts' =>
  kind < INFERENCE_KIND ? 'records' : kind === INFERENCE_KIND ? 'inferences' : 'acts'

/** The name of an entry for readers. */
export const nounOf = (kind: number): string =>
  kind < INFERENCE_KIND ? 'record' : kind === INFERENCE_KIND ? 'prediction' : (actOfCode(kind) ?? 'act')

/** Columns with a value in this entry that its kind does not use. */
export function idleColumns(row: EntryRow): string[] {
  const used = row[2] === INFERENCE_KIND ? [3, 8] : []
  return Object.entries(OPTIONAL)
    .filter(([place]) => !used.includes(Number(place)) && row[Number(place)] !== null)
    .map(([, column]) => column)
}

/** The entries of the log by number, a slice at a time, and the stored hashes of its tree. Read-only. */
export class LogRows {
  readonly #entries
  readonly #seals
  readonly #seal
  readonly #subtrees
  readonly #receivedAt
  readonly #bytes
  readonly #kindOf

  constructor(db: Db) {
    this.#entries = db
      .prepare<[number, number], EntryRow>(
        `SELECT seq, hex(id), kind, asserted_by, on_behalf_of, root, depth, said_recorded_at, occurred_at, received_at,
           body FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq`,
      )
      .raw()
    this.#seals = db
      .prepare<[number, number], Buffer | null>(
        `SELECT CAST(group_concat(salt || digest, '') AS BLOB)
         FROM (SELECT salt, digest FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq)`,
      )
      .pluck()
    this.#seal = db
      .prepare<[number], Buffer>('SELECT CAST(salt || digest AS BLOB) FROM entry WHERE seq = ?')
      .pluck()
    this.#subtrees = db
      .prepare<[number, number, number], [number, Buffer]>(
        'SELECT n, hash FROM subtree WHERE level = ? AND n BETWEEN ? AND ?',
      )
      .raw()
    this.#receivedAt = db.prepare<[number], number>('SELECT received_at FROM entry WHERE seq = ?').pluck()
    this.#bytes = db.prepare<[number], Buffer>('SELECT CAST(body AS BLOB) FROM entry WHERE seq = ?').pluck()
    this.#kindOf = db.prepare<[number], number>('SELECT kind FROM entry WHERE seq = ?').pluck()
  }

  /** Without salts and digests. */
  entries(from: number, through: number): EntryRow[] {
    return this.#entries.all(from, through)
  }

  /**
   * Salts and digests of entries, joined in order: a Buffer for each would cost as much as the rest of its row. One of the
   * wrong length shifts those after it.
   */
  seals(from: number, through: number): Buffer | null {
    return this.#seals.get(from, through) ?? null
  }

  /** Salt and digest of one entry, of any length. */
  seal(seq: number): Buffer | undefined {
    return this.#seal.get(seq)
  }

  /** The stored hashes of one level, by their place in the level. */
  subtrees(level: number, from: number, through: number): Map<number, Buffer> {
    return new Map(this.#subtrees.all(level, from, through))
  }

  /** Undefined where there is no such entry. */
  receivedAtMs(seq: number): number | undefined {
    return this.#receivedAt.get(seq)
  }

  /** The exact bytes of a body: as text, invalid UTF-8 could look like valid text. */
  bodyBytes(seq: number): Buffer | undefined {
    return this.#bytes.get(seq)
  }

  /** Undefined where there is no such entry. */
  kindOf(seq: number): number | undefined {
    return this.#kindOf.get(seq)
  }
}
