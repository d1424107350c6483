import type { Db } from '../file/open.ts'
import type { Records } from '../log/records.ts'
import type { Parties } from '../tables/parties.ts'
import { AuditIndex } from './audit-index.ts'
import {
  AUDIT_COLUMNS,
  type AuditEntry,
  type AuditRow,
  auditHash,
  FIRST_HASH,
  type NumberedEntry,
  type PackedEntries,
  packEntry,
  unpackEntries,
} from './audit-row.ts'
import { AuditRuns } from './audit-runs.ts'
import { Concerned } from './concerned.ts'

interface Head {
  readonly n: number
  readonly at: number
  readonly hash: Buffer
}

/** Entries read at once while the index is loaded. */
const ENTRIES_AT_ONCE = 8_192

/**
 * The audit log, its hash chain (contract §14) and its index. An entry can be read as soon as it is appended.
 * At the end of a transaction its entries become one row (`seal`), and are durable with the commit.
 */
export class Audit {
  readonly index: AuditIndex
  readonly #db: Db
  readonly #runs = new AuditRuns()
  readonly #insert
  readonly #newest
  readonly #rowWith
  readonly #rowsAfter
  readonly #atOf
  readonly #hashAt
  readonly #noteAppend: () => void
  /** The newest row; null until it is loaded. */
  #head: Head | null = null
  /** The entries of the current transaction, packed, and their time. */
  #unsealed: string[] = []
  #at = 0

  /** @param isWritten false if the index is updated in memory only */
  constructor(db: Db, records: Records, parties: Parties, noteAppend: () => void, isWritten = true) {
    this.index = new AuditIndex(
      db,
      records,
      parties,
      new Concerned(db, parties),
      noteAppend,
      (index) => this.#loadIndex(index),
      isWritten,
    )
    this.#db = db
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO audit (first_n, last_n, at, log_size, entries, hash) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#newest = db.prepare<[], Head>(
      'SELECT last_n AS n, at, hash FROM audit ORDER BY last_n DESC LIMIT 1',
    )
    this.#rowWith = db.prepare<[number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n >= ? ORDER BY last_n LIMIT 1`,
    )
    this.#rowsAfter = db.prepare<[number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n > ? ORDER BY last_n`,
    )
    this.#atOf = db
      .prepare<[number], number>('SELECT at FROM audit WHERE last_n >= ? ORDER BY last_n LIMIT 1')
      .pluck()
    this.#hashAt = db.prepare<[number], Buffer>('SELECT hash FROM audit WHERE last_n = ?').pluck()
  }

  /**
   * Appends an entry. A refusal repeated by the same credential is only counted (`AuditRuns`). The time of
   * entries never goes back, so that entries can be found by time. Call inside a transaction.
   */
  append(atMs: number, entry: AuditEntry): void {
    if (!this.#db.inTransaction)
      throw new Error('an entry of the audit log was appended outside a transaction')
    // Called before anything is cached: if the entry cannot be written, the whole transaction is rolled back.
    this.#noteAppend()
    const before = this.#runs.take(entry)
    if (before === 'counted') {
      this.#syncAsForAnEntry()
      return
    }
    if (before !== null) this.#write(atMs, before)
    this.#write(atMs, entry)
  }

  /** Whether repetitions are counted that the log does not show yet. */
  get isCounting(): boolean {
    return !this.#runs.isEmpty
  }

  /** Writes the counts of refusals repeated since their last entry. Call inside a transaction. */
  writeCounts(atMs: number): void {
    for (const entry of this.#runs.end()) {
      this.#noteAppend()
      this.#write(atMs, entry)
    }
  }

  /** Call after a commit. @returns whether repetitions are counted that the log does not show yet */
  committed(): boolean {
    return this.#runs.committed()
  }

  /**
   * Makes the commit write a page and wait for the disk, as an entry would: the time of a reply must not
   * reveal whether the reason of a refusal has changed. The page written is the file's first one, with the
   * same content.
   */
  #syncAsForAnEntry(): void {
    this.#db.pragma(`application_id = ${this.#db.pragma('application_id', { simple: true })}`)
  }

  #write(atMs: number, entry: AuditEntry): void {
    this.index.ready()
    const { n, at } = this.#newestRow()
    this.#at = Math.max(atMs, this.#at, at)
    this.#unsealed.push(packEntry(entry))
    this.index.add(n + this.#unsealed.length, entry)
  }

  /**
   * Writes the entries of the current transaction, if any, as one row. Call it at the end of the transaction.
   * @param logSize number of the log's newest entry
   */
  seal(logSize: number): void {
    const packed = this.#unsealedEntries()
    if (packed === null) return
    const { firstN, lastN, at, entries } = packed
    const hash = auditHash(this.#newestRow().hash, { ...packed, logSize })
    this.#insert.run(firstN, lastN, at, logSize, entries, hash)
    this.#head = { n: lastN, at, hash }
    this.#unsealed = []
  }

  #unsealedEntries(): PackedEntries | null {
    const count = this.#unsealed.length
    if (count === 0) return null
    const { n } = this.#newestRow()
    return { firstN: n + 1, lastN: n + count, at: this.#at, entries: `[${this.#unsealed.join(',')}]` }
  }

  /** Number of entries, including those of the current transaction. */
  get size(): number {
    return this.#newestRow().n + this.#unsealed.length
  }

  /** The last number and the hash of the newest row; 0 and zero bytes before the first. */
  get head(): { readonly n: number; readonly hash: Buffer } {
    return this.#newestRow()
  }

  /** The hash of the row that ends with this entry. */
  hashAt(n: number): Buffer | undefined {
    return this.#hashAt.get(n)
  }

  /** At most `count` entries after this one, oldest first. */
  after(n: number, count: number): NumberedEntry[] {
    return this.#readAfter(n, count, unpackEntries)
  }

  #readAfter(n: number, count: number, unpack: typeof unpackEntries): NumberedEntry[] {
    const found: NumberedEntry[] = []
    for (const packed of this.#packedAfter(n)) {
      for (const entry of unpack(packed)) if (entry.n > n) found.push(entry)
      if (found.length >= count) return found.slice(0, count)
    }
    return found
  }

  /** Returns the entries with these numbers, by number. */
  entries(ns: readonly number[]): Map<number, NumberedEntry> {
    const found = new Map<number, NumberedEntry>()
    let together: NumberedEntry[] = []
    for (const n of [...ns].sort((a, b) => a - b)) {
      if (n > (together.at(-1)?.n ?? 0)) together = this.#entriesBeside(n)
      const entry = together[n - (together[0]?.n ?? 0)]
      if (entry !== undefined) found.set(n, entry)
    }
    return found
  }

  /** All entries of the commit that contains this one. */
  #entriesBeside(n: number): NumberedEntry[] {
    const packed = this.#rowWith.get(n) ?? this.#unsealedEntries()
    return packed === null ? [] : unpackEntries(packed)
  }

  *#packedAfter(n: number): Generator<PackedEntries> {
    yield* this.#rowsAfter.iterate(n)
    const unsealed = this.#unsealedEntries()
    if (unsealed !== null) yield unsealed
  }

  /** Number of the first entry at or after an instant; one beyond the newest if there is none. */
  firstSince(atMs: number): number {
    let [low, high] = [1, this.size + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#atOf.get(middle) ?? this.#at) >= atMs) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Passes to the index the entries that are in none of its chunks; they fill less than one chunk. */
  #loadIndex(index: AuditIndex): void {
    let n = index.lastIndexed
    let entries: readonly NumberedEntry[]
    do {
      entries = this.#readAfter(n, ENTRIES_AT_ONCE, unpackReadable)
      for (const entry of entries) {
        index.add(entry.n, entry)
        n = entry.n
      }
    } while (entries.length === ENTRIES_AT_ONCE)
  }

  /** Call after a rollback. */
  forget(): void {
    this.#head = null
    this.#unsealed = []
    this.#at = 0
    this.#runs.forget()
    this.index.forget()
  }

  #newestRow(): Head {
    this.#head ??= this.#newest.get() ?? { n: 0, at: 0, hash: FIRST_HASH }
    return this.#head
  }
}

/** A damaged row must not keep the service from starting; "granary verify" reports it. */
function unpackReadable(packed: PackedEntries): NumberedEntry[] {
  try {
    return unpackEntries(packed)
  } catch {
    return []
  }
}
