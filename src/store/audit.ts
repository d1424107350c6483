import { createHash } from 'node:crypto'
import type { Db } from './open.ts'

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

const FIRST_HASH = Buffer.alloc(32)
const NO_RECORDS: readonly number[] = []

/** The audit log and its hash chain (contract §14). An entry is durable with the commit it stands in. */
export class Audit {
  readonly #insert
  readonly #newest
  readonly #all
  readonly #noteAppend: () => void
  #head: { n: number; hash: Buffer } | null = null

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      `INSERT INTO audit (n, at, credential, action, purpose, outcome, detail, records, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#newest = db.prepare<[], { n: number; hash: Buffer }>(
      'SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1',
    )
    this.#all = db.prepare<[number], AuditRow>('SELECT * FROM audit WHERE n > ? ORDER BY n')
  }

  append(at: number, entry: AuditEntry): void {
    this.#head ??= this.#newest.get() ?? { n: 0, hash: FIRST_HASH }
    const n = this.#head.n + 1
    const purpose = entry.purpose ?? null
    const detail = entry.detail === undefined ? null : JSON.stringify(entry.detail)
    const seqs = entry.records ?? NO_RECORDS
    const records = seqs.length === 0 ? null : packSeqs(seqs)
    const hash = auditHash(this.#head.hash, {
      n,
      at,
      credential: entry.credential,
      action: entry.action,
      purpose,
      outcome: entry.outcome,
      detail,
      records,
    })
    this.#noteAppend()
    this.#insert.run(n, at, entry.credential, entry.action, purpose, entry.outcome, detail, records, hash)
    this.#head = { n, hash }
  }

  after(n: number): IterableIterator<AuditRow> {
    return this.#all.iterate(n)
  }

  forget(): void {
    this.#head = null
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
  return createHash('sha256').update(previous).update(text).digest()
}

/** Seqs as zigzag varints of their differences: a page of neighbours costs a byte or two each. */
export function packSeqs(seqs: readonly number[]): Buffer {
  const bytes: number[] = []
  let previous = 0
  for (const seq of seqs) {
    const difference = seq - previous
    previous = seq
    let rest = difference >= 0 ? difference * 2 : -difference * 2 - 1
    while (rest >= 128) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

export function unpackSeqs(packed: Uint8Array): number[] {
  const seqs: number[] = []
  let previous = 0
  let rest = 0
  let scale = 1
  for (const byte of packed) {
    rest += (byte % 128) * scale
    scale *= 128
    if (byte >= 128) continue
    previous += rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2
    seqs.push(previous)
    rest = 0
    scale = 1
  }
  return seqs
}
