import { type RecordType, typeCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'
import { both } from '../jobs/behind.ts'
import type { RecordOutline, StoredRecord } from '../log/stored-record.ts'

/** Finds records of one party and instant. Most reads search for them, and few find any. */

const TYPES: readonly RecordType[] = ['harvest', 'delivery']

/** Safe on canonical JSON: a quotation mark within a text would have a backslash before it. */
const IS_OF_AN_INSTANT = `instr(o.body, '"occurred_at_precision":"instant"') > 0`

const HAS_ANOTHER = `EXISTS (${both(
  'record_party',
  (from) => `SELECT 1 FROM ${from} r
    WHERE r.party = o.asserted_by AND r.type = o.kind AND r.occurred_at = o.occurred_at AND r.seq <> o.seq`,
)})`

/** SQL: whether `o` is a harvest or delivery at an instant whose asserter has a part in another one then. */
export const IS_AT_ONCE = `(o.kind IN (${TYPES.map(typeCode).join(', ')}) AND ${IS_OF_AN_INSTANT} AND ${HAS_ANOTHER})`

/** Whether to search for other records of the same instant, for a record whose body is parsed. */
export const mayBeAtOnce = ({ type, body }: StoredRecord): boolean =>
  TYPES.includes(type) && body.occurred_at_precision === 'instant'

export class SameInstant {
  readonly #seqs
  readonly #withAnother

  constructor(db: Db) {
    this.#seqs = db
      .prepare<number[], number>(
        `${both(
          'record_party',
          (from) => `SELECT seq FROM ${from} WHERE party = ? AND type = ? AND occurred_at = ?`,
        )} LIMIT ?`,
      )
      .pluck()
    this.#withAnother = db
      .prepare<[string], number>(
        `SELECT o.seq FROM json_each(?) j CROSS JOIN entry o ON o.seq = j.value WHERE ${HAS_ANOTHER}`,
      )
      .pluck()
  }

  /** Returns those records whose asserter has a part in another record of the same type and time. */
  withAnother(seqs: readonly number[]): number[] {
    return seqs.length === 0 ? [] : this.#withAnother.all(JSON.stringify(seqs))
  }

  /** Seqs of records of this type and instant in which a party has a part. @param most the most rows read */
  seqs({ type, occurredAtMs }: RecordOutline, party: number, most: number): number[] {
    const place = [party, typeCode(type), occurredAtMs]
    // A party may have several roles.
    return [...new Set(this.#seqs.all(...place, ...place, most))]
  }
}
