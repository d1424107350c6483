import { type RecordRow, type StoredRecord, storedRecord } from './stored-record.ts'

/**
 * The limit of the cache, as the total length of the records' JSON; in memory they take about twice that.
 * Rows never change, so cached records stay valid. Very long records are not cached.
 */
const KEPT_CHARACTERS = 20 * 1024 * 1024
export const LONGEST_KEPT = 8 * 1024
/** The number of slots that note which records were read before; a power of two. */
const SEEN = 64 * 1024

/** The newest values, between half and all of a weight limit; the older half is dropped at once. */
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

/**
 * A cache of records by seq. A record is cached when it is soon read a second time: most are read once, and
 * caching all would cost more in garbage collection than reading them again.
 */
export class KnownRecords extends Newest<StoredRecord> {
  /** The seq read last, by its last bits. */
  readonly #seen = new Float64Array(SEEN)

  constructor() {
    super(KEPT_CHARACTERS)
  }

  /** Returns the record of a row: the cached one, or a new one, which may be added to the cache. */
  keep(row: RecordRow): StoredRecord {
    const known = this.get(row[0])
    if (known !== undefined) return known
    const record = storedRecord(row)
    const { seq, json } = record
    if (json.length > LONGEST_KEPT) return record
    const place = seq % SEEN
    if (this.#seen[place] === seq) this.add(seq, record, json.length)
    else this.#seen[place] = seq
    return record
  }
}
