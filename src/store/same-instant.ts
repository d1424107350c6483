import { typeCode } from '../domain/types/index.ts'
import { both } from './behind.ts'
import type { Db } from './open.ts'
import type { RecordOutline } from './stored-record.ts'

/** What one party states of one instant: looked for with most records, and seldom found. */

/** Of its canonical JSON: within a text, a quotation mark would have a backslash before it. */
const IS_OF_AN_INSTANT = `instr(o.body, '"occurred_at_precision":"instant"') > 0`

/** SQL: whether `o` is a harvest or delivery, known to the instant, whose asserter has a part in another of that instant. */
export const IS_AT_ONCE = `(o.kind IN (${typeCode('harvest')}, ${typeCode('delivery')}) AND ${IS_OF_AN_INSTANT} AND EXISTS (${both(
  'record_party',
  (from) => `SELECT 1 FROM ${from} r
    WHERE r.party = o.asserted_by AND r.type = o.kind AND r.occurred_at = o.occurred_at AND r.seq <> o.seq`,
)}))`

export class SameInstant {
  readonly #seqs

  constructor(db: Db) {
    this.#seqs = db
      .prepare<number[], number>(
        `${both(
          'record_party',
          (from) => `SELECT seq FROM ${from} WHERE party = ? AND type = ? AND occurred_at = ?`,
        )} LIMIT ?`,
      )
      .pluck()
  }

  /** Numbers of records in which a party has a part, of the type and instant of this one. @param most rows that are read */
  seqs({ type, occurredAtMs }: RecordOutline, party: number, most: number): number[] {
    const place = [party, typeCode(type), occurredAtMs]
    // A party may have several roles.
    return [...new Set(this.#seqs.all(...place, ...place, most))]
  }
}
