import { randomFillSync } from 'node:crypto'
import { idText } from '../../domain/id.ts'
import { sha256 } from '../../domain/sha256.ts'
import type { Db } from '../file/open.ts'
import type { ClockWatch } from '../jobs/clock-watch.ts'
import type { Tree } from './tree.ts'

/** The values from which an entry's leaf is made (contract §14), 32 bytes each. */
export interface Seal {
  readonly salt: Buffer
  readonly digest: Buffer
}

/** The sequence shared by observations, inferences and acts. Adds each entry to the tree as a leaf. */
export class Log {
  readonly #newest: () => number
  readonly #byId
  readonly #idOf
  readonly #tree: Tree
  readonly #clock: Pick<ClockWatch, 'check'>
  #next: number | null = null
  /** The size read from the file; used until the first number is taken, then derived from `#next`. */
  #size: number | null = null
  #salts = Buffer.alloc(0)

  constructor(db: Db, tree: Tree, clock: Pick<ClockWatch, 'check'>) {
    this.#tree = tree
    this.#clock = clock
    const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM entry').pluck()
    this.#newest = () => newest.get() ?? 0
    this.#byId = db.prepare<[string], number>("SELECT 1 FROM entry WHERE id = unhex(?, '-')").pluck()
    this.#idOf = db.prepare<[number], Buffer>('SELECT id FROM entry WHERE seq = ?').pluck()
  }

  /** Takes the next number. Call inside a job of the writer. @throws {Problem} clock_in_doubt */
  next(): number {
    this.#clock.check()
    this.#next ??= this.#newest() + 1
    return this.#next++
  }

  /** Number of entries. */
  get size(): number {
    if (this.#next !== null) return this.#next - 1
    this.#size ??= this.#newest()
    return this.#size
  }

  /** The newest number taken since the start or the last rollback; null if there is none. */
  get newestTaken(): number | null {
    return this.#next === null ? null : this.#next - 1
  }

  /** Whether the id is in use, for any kind of entry. */
  has(id: string): boolean {
    return this.#byId.get(id) !== undefined
  }

  /** The id of the entry with this number; null if there is none. */
  idOf(seq: number): string | null {
    const id = this.#idOf.get(seq)
    return id === undefined ? null : idText(id)
  }

  /** Call after a rollback: the numbers taken are free again. */
  forget(): void {
    this.#next = null
    this.#size = null
    this.#tree.forget()
  }

  /**
   * Adds the entry to the tree as a leaf. Call in the job that appends it, before its row is written.
   * @param json the canonical JSON of the entry
   */
  seal(seq: number, json: string): Seal {
    // Random bytes are drawn 8 KiB at a time: a draw per entry would cost more than its hash.
    if (this.#salts.length < 32) this.#salts = randomFillSync(Buffer.allocUnsafe(8192))
    const seal = { salt: this.#salts.subarray(0, 32), digest: sha256(json) }
    this.#salts = this.#salts.subarray(32)
    this.#tree.add(seq, seal.salt, seal.digest)
    return seal
  }
}
