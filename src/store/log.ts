import { randomFillSync } from 'node:crypto'
import { sha256 } from '../domain/sha256.ts'
import type { Db } from './open.ts'
import type { Tree } from './tree.ts'

/** What makes an entry a leaf (contract §14), 32 bytes each. */
export interface Seal {
  readonly salt: Buffer
  readonly digest: Buffer
}

/** The one sequence that observations, inferences and acts share, and what makes each entry a leaf of its tree. */
export class Log {
  readonly #newest: () => number
  readonly #tree: Tree
  #next: number | null = null
  /** Read from the file; the next number tells more, once there is one. */
  #size: number | null = null
  #salts = Buffer.alloc(0)

  constructor(db: Db, tree: Tree) {
    this.#tree = tree
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
    if (this.#next !== null) return this.#next - 1
    this.#size ??= this.#newest()
    return this.#size
  }

  /** The newest entry appended since the start or the last rollback; null where there is none. */
  get newestTaken(): number | null {
    return this.#next === null ? null : this.#next - 1
  }

  /** After a rollback the numbers taken are free again. */
  forget(): void {
    this.#next = null
    this.#size = null
    this.#tree.forget()
  }

  /**
   * Makes the entry of this number a leaf, in the job that appends it and before its row is written.
   * @param json its canonical JSON
   */
  seal(seq: number, json: string): Seal {
    const seal = { salt: this.#salt(), digest: sha256(json) }
    this.#tree.add(seq, seal.salt, seal.digest)
    return seal
  }

  /** 32 random bytes; drawn by the kilobyte, because one draw an entry costs more than the entry's hash. */
  #salt(): Buffer {
    if (this.#salts.length < 32) this.#salts = randomFillSync(Buffer.allocUnsafe(8192))
    const salt = this.#salts.subarray(0, 32)
    this.#salts = this.#salts.subarray(32)
    return salt
  }
}
