import { typeCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'

// Written as in `schema.sql`, or the index is not used.
const REFERENCE = `upper(replace(json_extract(e.body, '$.reference'), ' ', ''))`
const NAMED = `e.kind = ${typeCode('payment')} AND ${REFERENCE} = ?`
const IS_PAID_BY = `json_extract(e.body, '$.payer') = ?`

/** Versions of payments found for one number and payer: a number that more of them have identifies no transaction. */
const MOST_OF_ONE = 64
/** Statements of others found for one number. */
const MOST_OF_OTHERS = 4

/**
 * Finds payments by the operator's number, by an index: an operator's file has many thousand lines. A number is a key
 * only among payments asserted by or for the payer (contract §23), so a look-up costs what the payer and its delegates
 * wrote, whatever others wrote with the number.
 */
export class PaymentReferences {
  readonly #byOne
  readonly #forOne
  readonly #byAnybody

  constructor(db: Db) {
    const found = (sql: string) => db.prepare<(string | number)[], number>(sql).pluck()
    this.#byOne = found(
      `SELECT e.seq FROM entry e WHERE ${NAMED} AND e.asserted_by = ? AND ${IS_PAID_BY}
       ORDER BY e.seq DESC LIMIT ${MOST_OF_ONE}`,
    )
    // By delegate, under the delegation that the payment names. One whose delegation had ended at receipt is nobody's
    // word: a former delegate could otherwise occupy numbers.
    this.#forOne = found(
      `SELECT e.seq FROM delegation d CROSS JOIN entry e LEFT JOIN delegation_end x ON x.delegation = d.seq
       WHERE d.principal = ? AND ${NAMED} AND e.asserted_by = d.delegate AND e.on_behalf_of = d.principal
         AND d.seq = (SELECT m.seq FROM entry m WHERE m.id = unhex(json_extract(e.body, '$.delegation_id'), '-'))
         AND e.received_at < d.valid_until AND (x.at IS NULL OR e.received_at < x.at) AND ${IS_PAID_BY}
       ORDER BY e.seq DESC LIMIT ${MOST_OF_ONE}`,
    )
    this.#byAnybody = found(`SELECT e.seq FROM entry e WHERE ${NAMED} LIMIT ${MOST_OF_OTHERS}`)
  }

  /**
   * Returns payments of the payer with this number, in any version, that were asserted by or for one of the parties.
   * @param key from `referenceKey`
   * @param by numbers of the parties
   */
  of(key: string, payer: string, by: readonly number[]): number[] {
    const found = by.flatMap((party) => [
      ...this.#byOne.all(key, party, payer),
      ...this.#forOne.all(party, key, payer),
    ])
    return [...new Set(found)]
  }

  /** Returns a few payments with this number, by any asserter and payer: enough for a warning. */
  some(key: string): number[] {
    return this.#byAnybody.all(key)
  }
}
