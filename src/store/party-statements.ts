import { typeCode } from '../domain/types/index.ts'
import { both } from './behind.ts'
import type { Db } from './open.ts'
import { ROLE } from './record-tables.ts'

/** What is said of parties: their `party` records, found by whom they are about and who asserts them. */
export class PartyStatements {
  readonly #about
  readonly #by
  readonly #described
  readonly #numbers

  constructor(db: Db) {
    this.#about = db
      .prepare<[number, number, number], number>(
        'SELECT seq FROM party_statement WHERE party = ? AND asserted_by IN (?, ?)',
      )
      .pluck()
    this.#by = db
      .prepare<[string, number], number>(
        `SELECT s.seq FROM json_each(?) j
         CROSS JOIN party_statement s ON s.party = j.value AND s.asserted_by = ?`,
      )
      .pluck()
    this.#described = db
      .prepare<number[], number>(
        `SELECT DISTINCT p.n FROM (${both(
          'record_party',
          (from) => `SELECT seq FROM ${from} WHERE party = ? AND type = ? AND role & ${ROLE.asserter} <> 0`,
        )}) u
         CROSS JOIN entry e ON e.seq = u.seq
         CROSS JOIN party p ON p.id = unhex(e.body ->> '$.party', '-')`,
      )
      .pluck()
    this.#numbers = db
      .prepare<[string], [number, number]>(
        `SELECT m.seq, m.party FROM json_each(?) j CROSS JOIN member_number m ON m.member_no = j.value`,
      )
      .raw()
  }

  /** Seqs of those about a party by itself or by the cooperative. */
  about(party: number, cooperative: number): number[] {
    return this.#about.all(party, party, cooperative)
  }

  /** Seqs of one asserter's about these parties, or that say of another that it is one of these. */
  by(asserter: number, parties: readonly number[]): number[] {
    return this.#by.all(JSON.stringify(parties), asserter)
  }

  /** The parties that one asserter's are about. The work follows from these records alone. */
  describedBy(asserter: number): number[] {
    const asked = [asserter, typeCode('party')]
    return this.#described.all(...asked, ...asked)
  }

  /** The parties to which the cooperative's own have ever given one of these member numbers. */
  withNumbers(memberNos: readonly string[]): { seq: number; party: number }[] {
    return this.#numbers.all(JSON.stringify(memberNos)).map(([seq, party]) => ({ seq, party }))
  }
}
