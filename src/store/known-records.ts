import { type RecordRow, StoredRecord } from './stored-record.ts'

/**
 * Records are kept parsed, for what is read again and again: rows never change. What is kept is bounded by the length
 * of its JSON (parsed and rendered it takes some five times that), and the few very long ones are not kept at all.
 */
const REMEMBERED_CHARACTERS = 6 * 1024 * 1024
const LONGEST_REMEMBERED = 8 * 1024

/** Records by their place in the log. Of too many, the one that was kept first is let go first. */
export class KnownRecords {
  readonly #known = new Map<number, StoredRecord>()
  /** One for all: each new one would begin with the gaps that those let go have left, thousands of them. */
  #oldest = this.#known.values()
  #characters = 0

  get(seq: number): StoredRecord | undefined {
    return this.#known.get(seq)
  }

  /** The record of a row: the known one, or a new one that is kept. */
  keep(row: RecordRow): StoredRecord {
    const known = this.#known.get(row[0])
    if (known !== undefined) return known
    const record = new StoredRecord(row)
    if (record.json.length > LONGEST_REMEMBERED) return record
    this.#known.set(record.seq, record)
    this.#characters += record.json.length
    while (this.#characters > REMEMBERED_CHARACTERS) this.#letGo(this.#oldest.next().value as StoredRecord)
    return record
  }

  forget(): void {
    this.#known.clear()
    this.#oldest = this.#known.values()
    this.#characters = 0
  }

  #letGo({ seq, json }: StoredRecord): void {
    this.#known.delete(seq)
    this.#characters -= json.length
  }
}
