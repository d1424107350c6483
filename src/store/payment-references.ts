import { typeCode } from '../domain/types/index.ts'
import type { Db } from './open.ts'

// Written as in `schema.sql`, or the index is not used.
const REFERENCE = `upper(replace(json_extract(body, '$.reference'), ' ', ''))`
const NAMED = `SELECT seq FROM entry WHERE kind = ${typeCode('payment')} AND ${REFERENCE} = ?`

/** The most payments found for one number: anyone can record payments with a number that others used. */
const MOST_OF_ONE = 64

/** Finds payments by the operator's number, by an index: an operator's file has many thousand lines. */
export class PaymentReferences {
  readonly #byOne
  readonly #byAnybody

  constructor(db: Db) {
    const found = (sql: string) => db.prepare<(string | number)[], number>(sql).pluck()
    this.#byOne = found(`${NAMED} AND asserted_by = ? LIMIT ${MOST_OF_ONE}`)
    this.#byAnybody = found(`${NAMED} LIMIT ${MOST_OF_ONE}`)
  }

  /**
   * Returns payments with one of these numbers, in any version: those that the party asserted, and of others as many as
   * a bound allows.
   * @param keys from `referenceKey`
   */
  seqs(keys: readonly string[], party: number): number[] {
    return [...new Set(keys.flatMap((key) => [...this.#byOne.all(key, party), ...this.#byAnybody.all(key)]))]
  }
}
