import { sha256 } from '../domain/sha256.ts'
import { AuditIndex } from './audit-index.ts'
import { AuditRuns } from './audit-runs.ts'
import { Concerned } from './concerned.ts'
import type { Db } from './open.ts'
import type { Parties } from './parties.ts'
import type { Records } from './records.ts'
import { packSeqs, unpackSeqs } from './varints.ts'

export interface AuditEntry {
  /** Seq of the credential used; null for the operator and for nobody. */
  readonly credential: number | null
  readonly action: string
  readonly purpose?: string
  /** `disclosed`, `done`, or the true reason of a refusal. Never shown to the caller. */
  readonly outcome: string
  readonly detail?: object
  /** Seqs of the records concerned. */
  readonly records?: readonly number[]
}

export interface AuditRow {
  readonly n: number
  readonly at: number
  readonly credential: number | null
  readonly action: string
  readonly purpose: string | null
  readonly outcome: string
  readonly detail: string | null
  readonly records: Buffer | null
  readonly hash: Buffer
}

interface Head {
  readonly n: number
  readonly at: number
  readonly hash: Buffer
}

const FIRST_HASH = Buffer.alloc(32)
const NO_RECORDS: readonly number[] = []
/** Entries read at once for the index. */
const ROWS_AT_ONCE = 8_192

/** The audit log, its hash chain (contract §14) and its index. An entry is durable with the commit it stands in. */
export class Audit {
  readonly index: AuditIndex
  readonly #db: Db
  readonly #runs = new AuditRuns()
  readonly #insert
  readonly #newest
  readonly #after
  readonly #entries
  readonly #at
  readonly #noteAppend: () => void
  #head: Head | null = null

  /** @param isWritten false: the index is not brought up to date on the disk, only in memory */
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
      `INSERT INTO audit (n, at, credential, action, purpose, outcome, detail, records, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#newest = db.prepare<[], Head>('SELECT n, at, hash FROM audit ORDER BY n DESC LIMIT 1')
    this.#after = db.prepare<[number, number], AuditRow>('SELECT * FROM audit WHERE n > ? ORDER BY n LIMIT ?')
    this.#entries = db.prepare<[string], AuditRow>(
      'SELECT a.* FROM json_each(?) j CROSS JOIN audit a ON a.n = j.value',
    )
    this.#at = db.prepare<[number], number>('SELECT at FROM audit WHERE n = ?').pluck()
  }

  /**
   * Writes an entry; of a refusal that follows on the same one, by the same credential, only the number (`AuditRuns`).
   * The time of an entry never goes back, so that entries can be found by it.
   */
  append(atMs: number, entry: AuditEntry): void {
    // Before anything is remembered of it: if it cannot be written, all of the transaction is undone.
    this.#noteAppend()
    const before = this.#runs.take(entry)
    if (before === 'counted') {
      this.#syncAsForAnEntry()
      return
    }
    if (before !== null) this.#write(atMs, before)
    this.#write(atMs, entry)
  }

  /** Whether refusals were counted of which an entry may have to be written. */
  get isCounting(): boolean {
    return !this.#runs.isEmpty
  }

  /** Writes how often refusals were repeated since their last entry. Inside a transaction. */
  writeCounts(atMs: number): void {
    for (const entry of this.#runs.end()) {
      this.#noteAppend()
      this.#write(atMs, entry)
    }
  }

  /** After a commit. */
  committed(): void {
    this.#runs.committed()
  }

  /**
   * Makes the commit write a page and wait for the disk, as an entry would: the time of an answer must not tell whether
   * the reason of a refusal has changed since the last one. The file's first page is written as it is.
   */
  #syncAsForAnEntry(): void {
    this.#db.pragma(`application_id = ${this.#db.pragma('application_id', { simple: true })}`)
  }

  #write(atMs: number, entry: AuditEntry): void {
    this.index.ready()
    const head = this.#newestEntry()
    const at = Math.max(atMs, head.at)
    const n = head.n + 1
    const purpose = entry.purpose ?? null
    const detail = entry.detail === undefined ? null : JSON.stringify(entry.detail)
    const seqs = entry.records ?? NO_RECORDS
    const records = seqs.length === 0 ? null : packSeqs(seqs)
    const hash = auditHash(head.hash, {
      n,
      at,
      credential: entry.credential,
      action: entry.action,
      purpose,
      outcome: entry.outcome,
      detail,
      records,
    })
    this.#insert.run(n, at, entry.credential, entry.action, purpose, entry.outcome, detail, records, hash)
    this.#head = { n, at, hash }
    this.index.add(n, entry)
  }

  /** Entries so far; they are numbered from 1 without a gap. */
  get size(): number {
    return this.#newestEntry().n
  }

  /** The newest entry's number and hash; 0 and zero bytes before the first. */
  get head(): { readonly n: number; readonly hash: Buffer } {
    return this.#newestEntry()
  }

  /** Entries after this one, oldest first. */
  after(n: number, count: number): AuditRow[] {
    return this.#after.all(n, count)
  }

  /** These entries, in no particular order. */
  entries(ns: readonly number[]): AuditRow[] {
    return ns.length === 0 ? [] : this.#entries.all(JSON.stringify(ns))
  }

  /** Number of the first entry of this instant or later; one beyond the newest when there is none. */
  firstSince(atMs: number): number {
    let [low, high] = [1, this.size + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#at.get(middle) as number) >= atMs) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Gives the index what no chunk of it holds: less than one chunk. */
  #loadIndex(index: AuditIndex): void {
    let n = index.lastIndexed
    let rows: AuditRow[]
    do {
      rows = this.#after.all(n, ROWS_AT_ONCE)
      for (const row of rows) {
        index.add(row.n, { ...row, records: row.records === null ? NO_RECORDS : unpackSeqs(row.records) })
        n = row.n
      }
    } while (rows.length === ROWS_AT_ONCE)
  }

  forget(): void {
    this.#head = null
    this.#runs.forget()
    this.index.forget()
  }

  #newestEntry(): Head {
    this.#head ??= this.#newest.get() ?? { n: 0, at: 0, hash: FIRST_HASH }
    return this.#head
  }
}

/**
 * SHA-256 over the hash before and the canonical JSON of the row as an array (RFC 8785: an array of numbers,
 * text and null is written as ECMAScript writes it).
 */
export function auditHash(previous: Buffer, row: Omit<AuditRow, 'hash'>): Buffer {
  const text = JSON.stringify([
    row.n,
    row.at,
    row.credential,
    row.action,
    row.purpose,
    row.outcome,
    row.detail,
    row.records === null ? null : row.records.toString('base64'),
  ])
  return sha256(Buffer.concat([previous, Buffer.from(text)]))
}
