import { type RecordRow, type StoredRecord, storedRecord } from './stored-record.ts'

/**
 * Records are kept parsed, for what is read again and again: rows never change. What is kept is bounded by the length
 * of its JSON (parsed and rendered it takes some five times that), and the few very long ones are not kept at all.
 */
const KEPT_CHARACTERS = 5 * 1024 * 1024
const LONGEST_KEPT = 8 * 1024
/** So many records are known to have been read before, or half as many. */
const SEEN = 16 * 1024

const NONE: ReadonlyMap<number, StoredRecord> = new Map()

/**
 * Records by their place in the log. One is kept when it is read again before long: most are read once, and to keep all of
 * them would cost the collector more than it costs to read them.
 */
export class KnownRecords {
  readonly #kept = new Newest<StoredRecord>(KEPT_CHARACTERS)
  readonly #seen = new Newest<true>(SEEN)
  #held = NONE

  get(seq: number): StoredRecord | undefined {
    return this.#kept.get(seq) ?? this.#held.get(seq)
  }

  /** The record of a row: the known one, or a new one that may be kept. */
  keep(row: RecordRow): StoredRecord {
    const known = this.get(row[0])
    if (known !== undefined) return known
    const record = storedRecord(row)
    const { seq, json } = record
    if (json.length > LONGEST_KEPT) return record
    if (this.#seen.get(seq)) this.#kept.add(seq, record, json.length)
    else this.#seen.add(seq, true, 1)
    return record
  }

  /** Has these at hand, until others are held. */
  hold(records: readonly StoredRecord[]): void {
    this.#held = new Map(records.map((record) => [record.seq, record]))
  }

  forget(): void {
    this.#kept.forget()
    this.#held = NONE
  }
}

/** The newest by number, up to a weight, and at least those of half of it: the older half is let go at once. */
class Newest<T> {
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
