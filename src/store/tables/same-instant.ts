import { type RecordType, typeCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'
import type { Behind } from '../jobs/behind.ts'
import type { RecordOutline, StoredRecord } from '../log/stored-record.ts'

/** Finds records of one party and instant. Most reads search for them, and few find any. */

const TYPES: readonly RecordType[] = ['harvest', 'delivery']

const HAS_ANOTHER = `EXISTS (SELECT 1 FROM record_party r
  WHERE r.party = o.asserted_by AND r.type = o.kind AND r.occurred_at = o.occurred_at AND r.seq <> o.seq)`

/**
 * SQL: whether `o` is a harvest or delivery whose asserter has, in the file, a part in another one of the same time. Whether the
 * time is an instant is known once the body is parsed: searching its text would cost more than this.
 */
export const IS_WITH_ANOTHER = `(o.kind IN (${TYPES.map(typeCode).join(', ')}) AND ${HAS_ANOTHER})`

/** Whether to search for other records of the same instant, for a record whose body is parsed. */
export const mayBeAtOnce = ({ type, body }: StoredRecord): boolean =>
  TYPES.includes(type) && body.occurred_at_precision === 'instant'

export class SameInstant {
  readonly #behind: Behind
  readonly #seqs
  readonly #withAnother

  constructor(db: Db, behind: Behind) {
    this.#behind = behind
    this.#seqs = db
      .prepare<number[], number>(
        'SELECT seq FROM record_party WHERE party = ? AND type = ? AND occurred_at = ? LIMIT ?',
      )
      .pluck()
    this.#withAnother = db
      .prepare<[string], [seq: number, asserter: number, type: number, occurredAt: number, has: number]>(
        `SELECT o.seq, o.asserted_by, o.kind, o.occurred_at, ${HAS_ANOTHER}
         FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value`,
      )
      .raw()
  }

  /** Returns those records whose asserter has a part in another record of the same type and time. */
  withAnother(seqs: readonly number[]): number[] {
    if (seqs.length === 0) return []
    return this.#withAnother
      .all(JSON.stringify(seqs))
      .filter(([seq, by, type, at, has]) => has === 1 || this.#hasAnother(seq, by, type, at))
      .map(([seq]) => seq)
  }

  /** Whether the asserter of the record has, in memory, a part in another one of the same type and time. */
  isWithAnother({ seq, assertedBy, type, occurredAtMs }: RecordOutline): boolean {
    return this.#hasAnother(seq, assertedBy, typeCode(type), occurredAtMs)
  }

  /** Seqs of records of this type and instant in which a party has a part. @param most the most rows read */
  seqs({ type, occurredAtMs }: RecordOutline, party: number, most: number): number[] {
    const found = this.#seqs.all(party, typeCode(type), occurredAtMs, most)
    const inMemory: number[] = []
    const left = most - found.length
    if (left > 0) this.#each(party, typeCode(type), occurredAtMs, (seq) => inMemory.push(seq) >= left)
    // A party may have several roles.
    return [...new Set([...found, ...inMemory])]
  }

  #hasAnother(seq: number, party: number, type: number, occurredAt: number): boolean {
    return this.#each(party, type, occurredAt, (other) => other !== seq)
  }

  #each(party: number, type: number, occurredAt: number, see: (seq: number) => boolean): boolean {
    let isSeen = false
    this.#behind.walk('record_party', [party, type, occurredAt, ''], true, (numbers, row) => {
      if (numbers[row + 2] !== occurredAt) return true
      isSeen = see(numbers[row + 5] as number)
      return isSeen
    })
    return isSeen
  }
}
