import { idBytes } from '../../domain/id.ts'
import type { Db } from '../file/open.ts'
import { both } from '../jobs/behind.ts'
import { IS_RECORD } from '../log/entry-kinds.ts'
import { ROLE } from '../log/record-tables.ts'
import type { ListKey, StreamRow } from './list-rows.ts'

/** A change of what others did to a party's own records has this type, which no record has. */
export const ACTS_ON_OWN = 0

/** The records of a type about `party` that are the word of `by`, which is negative if `by` is no subject of them. */
export interface Pair {
  readonly party: number
  readonly by: number
}

/** What parties stated: about each other, in the order of lists; and anything at all, in the order of the log. */
export class Stated {
  readonly #has
  readonly #down
  readonly #up
  readonly #count
  readonly #speakers
  readonly #after

  constructor(db: Db) {
    const pairs = (columns: string, condition: string) =>
      both(
        'stated_about',
        (from) =>
          `SELECT ${columns} FROM ${from} WHERE party = ? AND type = ? AND stated_by = ? AND ${condition}`,
      )
    this.#has = db.prepare<(number | Buffer)[]>(`${pairs('1', 'occurred_at = ? AND id = ?')} LIMIT 1`).pluck()
    const stream = (condition: string, order: string) =>
      db
        .prepare<(number | string)[], [number, string, number]>(
          `SELECT occurred_at, hex(id), seq FROM (${pairs('occurred_at, id, seq', condition)}
           ORDER BY ${order} LIMIT ?)`,
        )
        .raw()
    this.#down = stream('(occurred_at, id) < (?, unhex(?)) AND occurred_at >= ?', 'occurred_at DESC, id DESC')
    this.#up = stream('(occurred_at, id) > (?, unhex(?)) AND occurred_at < ?', 'occurred_at, id')
    this.#count = db
      .prepare<[number, number, number, number, number], number>(
        `SELECT count(DISTINCT id) FROM (${both(
          'stated_about',
          (from) => `SELECT id, occurred_at, seq AS of FROM ${from} WHERE party = ?`,
        )} LIMIT ?) WHERE occurred_at >= ?
         AND NOT EXISTS (SELECT 1 FROM entry WHERE on_behalf_of = ? AND seq = of)`,
      )
      .pluck()
    const next = (from: string, above: string) =>
      `SELECT min(stated_by) AS n FROM ${from} WHERE party = ? AND type = ? AND stated_by > ${above}`
    // Skips from one party to the next, whatever each stated.
    this.#speakers = ['main.stated_about', 'temp.stated_about_tail'].map((from) =>
      db
        .prepare<[number, number, number, number], number>(
          `WITH RECURSIVE s (n) AS (
             ${next(from, '0')} UNION ALL SELECT (${next(from, 's.n')}) FROM s WHERE s.n IS NOT NULL
           ) SELECT n FROM s WHERE n IS NOT NULL`,
        )
        .pluck(),
    )
    const ownBy = (column: string) =>
      `SELECT seq AS at FROM entry WHERE ${column} = ? AND seq > ? AND seq <= ? AND kind ${IS_RECORD}`
    const doneTo = (from: string) =>
      `SELECT at FROM ${from} WHERE party = ? AND type = ${ACTS_ON_OWN} AND at > ? AND at <= ?`
    this.#after = db
      .prepare<number[], number>(
        `${ownBy('asserted_by')} UNION ${ownBy('on_behalf_of')}
         UNION ${doneTo('main.change')} UNION ${doneTo('temp.change_tail')} ORDER BY at LIMIT ?`,
      )
      .pluck()
  }

  has({ party, by }: Pair, type: number, occurredAtMs: number, id: string): boolean {
    const asked = [party, type, by, occurredAtMs, idBytes(id)]
    return this.#has.get(...asked, ...asked) !== undefined
  }

  /** Returns the next rows of a pair after a place. @param limitAt as in `Records.stream` */
  stream(
    { party, by }: Pair,
    type: number,
    order: 'newest' | 'oldest',
    after: ListKey,
    limitAt: number,
    count: number,
  ): StreamRow[] {
    const statement = order === 'newest' ? this.#down : this.#up
    const asked = [party, type, by, after.occurredAt, after.id, limitAt]
    return statement
      .all(...asked, ...asked, count)
      .map(([occurredAt, id, seq]) => ({ occurredAt, id, seq, role: ROLE.subject }))
  }

  /** Returns the parties that stated or confirmed a record of a type about this party and themselves. */
  partiesTo(party: number, type: number): Set<number> {
    return new Set(this.#speakers.flatMap((speakers) => speakers.all(party, type, party, type)))
  }

  /**
   * Returns how many records others stated about a party.
   * @param fromMs only those of events at or after this time
   * @param most rows that are examined at most
   */
  countAbout(party: number, fromMs: number, most: number): number {
    return this.#count.get(party, party, most, fromMs, party) ?? 0
  }

  /**
   * Returns the entries after one and up to another that a party asserted or had asserted, or by which others corrected,
   * retracted or confirmed what it asserted or had asserted.
   */
  byParty(party: number, after: number, through: number, count: number): number[] {
    const asked = [party, after, through]
    return this.#after.all(...asked, ...asked, ...asked, ...asked, count)
  }
}
