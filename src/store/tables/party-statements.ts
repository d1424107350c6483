import { typeCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'
import type { Behind } from '../jobs/behind.ts'
import { ROLE } from '../log/record-tables.ts'

/** Finds `party` records by the party that they are about and the party that asserts them. */
export class PartyStatements {
  readonly #behind: Behind
  readonly #about
  readonly #by
  readonly #described
  readonly #numbers
  readonly #phones
  readonly #withPhone

  constructor(db: Db, behind: Behind) {
    this.#behind = behind
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
      .prepare<[number, number, string], number>(
        `SELECT DISTINCT p.n FROM (
           SELECT seq FROM record_party WHERE party = ? AND type = ? AND role & ${ROLE.asserter} <> 0
           UNION ALL SELECT value FROM json_each(?)) u
         CROSS JOIN entry e ON e.seq = u.seq
         CROSS JOIN party p ON p.id = unhex(e.body ->> '$.party', '-')`,
      )
      .pluck()
    this.#numbers = db
      .prepare<[string], [number, number]>(
        `SELECT m.seq, m.party FROM json_each(?) j CROSS JOIN member_number m ON m.member_no = j.value`,
      )
      .raw()
    // Written as in `schema.sql`, or the index is not used.
    this.#phones = db
      .prepare<[string], number>(
        `SELECT DISTINCT asserted_by FROM entry
         WHERE kind = ${typeCode('party')} AND CASE WHEN json_valid(body) THEN json_extract(body, '$.phone') END = ?`,
      )
      .pluck()
    this.#withPhone = db
      .prepare<[string, number], number>(
        `SELECT DISTINCT p.n FROM entry e CROSS JOIN party p ON p.id = unhex(e.body ->> '$.party', '-')
         WHERE e.kind = ${typeCode('party')} AND CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.phone') END = ?
           AND e.asserted_by = ?`,
      )
      .pluck()
  }

  /** Seqs of the `party` records about a party that the party itself or the cooperative asserted. */
  about(party: number, cooperative: number): number[] {
    return this.#about.all(party, party, cooperative)
  }

  /**
   * Seqs of one asserter's `party` records about these parties, or that name one of these as a duplicate's.
   */
  by(asserter: number, parties: readonly number[]): number[] {
    return this.#by.all(JSON.stringify(parties), asserter)
  }

  /** The parties that one asserter's `party` records are about. The cost depends on these records only. */
  describedBy(asserter: number): number[] {
    const type = typeCode('party')
    const seqs: number[] = []
    this.#behind.walk('record_party', [asserter, type, -Infinity], true, (numbers, row) => {
      if (((numbers[row + 4] as number) & ROLE.asserter) !== 0) seqs.push(numbers[row + 5] as number)
    })
    return this.#described.all(asserter, type, JSON.stringify(seqs))
  }

  /** The parties to which the cooperative's `party` records ever assigned one of these member numbers. */
  withNumbers(memberNos: readonly string[]): { seq: number; party: number }[] {
    return this.#numbers.all(JSON.stringify(memberNos)).map(([seq, party]) => ({ seq, party }))
  }

  /** The parties that ever stated this telephone number of any party. */
  statingPhone(phone: string): number[] {
    return this.#phones.all(phone)
  }

  /** The parties of which an asserter ever stated this telephone number. */
  withPhone(phone: string, asserter: number): number[] {
    return this.#withPhone.all(phone, asserter)
  }
}
