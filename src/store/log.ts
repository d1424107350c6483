import { hash, randomFillSync } from 'node:crypto'
import type { Db } from './open.ts'

/**
 * The one sequence that observations, inferences and acts share, and what makes each entry a leaf: salt and digest
 * (contract §14).
 */
export class Log {
  readonly #newest: () => number
  #next: number | null = null
  #salts = Buffer.alloc(0)

  constructor(db: Db) {
    const newest = db
      .prepare(
        `SELECT max(coalesce((SELECT max(seq) FROM observation), 0), coalesce((SELECT max(seq) FROM inference), 0),
           coalesce((SELECT max(seq) FROM act), 0))`,
      )
      .pluck()
    this.#newest = () => newest.get() as number
  }

  /** Takes the next number of the sequence. Only inside a job of the writer. */
  next(): number {
    this.#next ??= this.#newest() + 1
    return this.#next++
  }

  /** Entries so far. */
  get size(): number {
    return this.#next === null ? this.#newest() : this.#next - 1
  }

  /** After a rollback the numbers taken are free again. */
  forget(): void {
    this.#next = null
  }

  /** 32 random bytes; drawn by the kilobyte, because one draw an entry costs more than the entry's hash. */
  salt(): Buffer {
    if (this.#salts.length < 32) this.#salts = randomFillSync(Buffer.allocUnsafe(8192))
    const salt = this.#salts.subarray(0, 32)
    this.#salts = this.#salts.subarray(32)
    return salt
  }
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}
