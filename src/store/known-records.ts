import { type RecordRow, type StoredRecord, storedRecord } from './stored-record.ts'

/**
 * A cache of records, which is sound because rows never change. It is bounded by the length of their JSON (with what is kept
 * beside it, they take some two times that); very long records are not kept.
 */
const KEPT_CHARACTERS = 20 * 1024 * 1024
export const LONGEST_KEPT = 8 * 1024
/** Places to note that a record was read before; a power of two. */
const SEEN = 64 * 1024

/**
 * Records by number. A record is kept when it is read a second time before long: most are read once, and keeping all would
 * cost more in garbage collection than reading them does.
 */
export class KnownRecords {
  readonly #kept = new Newest<StoredRecord>(KEPT_CHARACTERS)
  /** By the last bits of its number, the record read last. */
  readonly #seen = new Float64Array(SEEN)

  get(seq: number): StoredRecord | undefined {
    return this.#kept.get(seq)
  }

  /** The record of a row: the known one, or a new one that may be kept. */
  keep(row: RecordRow): StoredRecord {
    const known = this.get(row[0])
    if (known !== undefined) return known
    const record = storedRecord(row)
    const { seq, json } = record
    if (json.length > LONGEST_KEPT) return record
    const place = seq % SEEN
    if (this.#seen[place] === seq) this.#kept.add(seq, record, json.length)
    else this.#seen[place] = seq
    return record
  }

  forget(): void {
    this.#kept.forget()
  }
}

/** The newest values, up to a weight and at least half of it; the older half is dropped at once. */
export class Newest<T> {
  readonly #half: number
  #weight = 0
  #newer = new Map<number, T>()
  #older = new Map<number, T>()

  constructor(most: number) {
    this.#half = most / 2
  }

  get(n: number): T | undefined {
    return this.#newer.get(n) ?? this.#older.get(n)
  }

  add(n: number, value: T, weight: number): void {
    if (this.#weight + weight > this.#half) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#weight = 0
    }
    this.#newer.set(n, value)
    this.#weight += weight
  }

  forget(): void {
    this.#newer = new Map()
    this.#older = new Map()
    this.#weight = 0
  }
}
