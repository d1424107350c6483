import { idBytes, idHex } from '../../domain/id.ts'
import { RECORD_TYPES, typeCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'
import type { Behind } from '../jobs/behind.ts'
import { IS_RECORD } from '../log/entry-kinds.ts'
import { ROLE } from '../log/record-tables.ts'
import { boundOf, idOfKey, inOrder, joined, type ListKey, type StreamRow } from './list-rows.ts'

/** A change of what others did to a party's own records has this type, which no record has. */
export const ACTS_ON_OWN = 0

/** The records of a type about `party` that are the word of `by`, which is negative if `by` is no subject of them. */
export interface Pair {
  readonly party: number
  readonly by: number
}

/** What parties stated: about each other, in the order of lists; and anything at all, in the order of the log. */
export class Stated {
  readonly #behind: Behind
  readonly #has
  readonly #down
  readonly #up
  readonly #count
  readonly #speakers
  readonly #after

  constructor(db: Db, behind: Behind) {
    this.#behind = behind
    const pairs = (columns: string, condition: string) =>
      `SELECT ${columns} FROM stated_about WHERE party = ? AND type = ? AND stated_by = ? AND ${condition}`
    this.#has = db.prepare<(number | Buffer)[]>(pairs('1', 'occurred_at = ? AND id = ?')).pluck()
    const stream = (condition: string, order: string) =>
      db
        .prepare<(number | string)[], [number, string, number]>(
          `${pairs('occurred_at, hex(id), seq', condition)} ORDER BY ${order} LIMIT ?`,
        )
        .raw()
    this.#down = stream('(occurred_at, id) < (?, unhex(?)) AND occurred_at >= ?', 'occurred_at DESC, id DESC')
    this.#up = stream('(occurred_at, id) > (?, unhex(?)) AND occurred_at < ?', 'occurred_at, id')
    this.#count = db
      .prepare<[number, string, number, number, number], number>(
        `SELECT count(DISTINCT id) FROM (
           SELECT id, occurred_at, seq AS of FROM stated_about WHERE party = ?
           UNION ALL SELECT unhex(value ->> 0, '-'), value ->> 1, value ->> 2 FROM json_each(?) LIMIT ?)
         WHERE occurred_at >= ? AND NOT EXISTS (SELECT 1 FROM entry WHERE on_behalf_of = ? AND seq = of)`,
      )
      .pluck()
    const next = (above: string) =>
      `SELECT min(stated_by) AS n FROM stated_about WHERE party = ? AND type = ? AND stated_by > ${above}`
    // Skips from one party to the next, whatever each stated.
    this.#speakers = db
      .prepare<[number, number, number, number], number>(
        `WITH RECURSIVE s (n) AS (
           ${next('0')} UNION ALL SELECT (${next('s.n')}) FROM s WHERE s.n IS NOT NULL
         ) SELECT n FROM s WHERE n IS NOT NULL`,
      )
      .pluck()
    const ownBy = (column: string) =>
      `SELECT seq AS at FROM entry WHERE ${column} = ? AND seq > ? AND seq <= ? AND kind ${IS_RECORD}`
    this.#after = db
      .prepare<number[], number>(
        `${ownBy('asserted_by')} UNION ${ownBy('on_behalf_of')}
         UNION SELECT at FROM change WHERE party = ? AND type = ${ACTS_ON_OWN} AND at > ? AND at <= ?
         ORDER BY at LIMIT ?`,
      )
      .pluck()
  }

  has({ party, by }: Pair, type: number, occurredAtMs: number, id: string): boolean {
    return (
      this.#has.get(party, type, by, occurredAtMs, idBytes(id)) !== undefined ||
      this.#behind.isInMemory('stated_about', [party, type, by, occurredAtMs, id])
    )
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
    const isUp = order === 'oldest'
    const inMemory: StreamRow[] = []
    const start = [party, type, by, after.occurredAt, idOfKey(after)]
    this.#behind.walk('stated_about', start, isUp, (numbers, row, text) => {
      const occurredAt = numbers[row + 3] as number
      if (numbers[row + 2] !== by || (isUp ? occurredAt >= limitAt : occurredAt < limitAt)) return true
      const seq = numbers[row + 5] as number
      return inMemory.push({ occurredAt, id: idHex(text), seq, role: ROLE.subject }) === count
    })
    const bound = boundOf(order, inMemory, count, limitAt)
    const inFile = (isUp ? this.#up : this.#down)
      .all(party, type, by, after.occurredAt, after.id, bound, count)
      .map(([occurredAt, id, seq]): StreamRow => ({ occurredAt, id, seq, role: ROLE.subject }))
    return joined(inMemory, inFile, count, inOrder(order))
  }

  /** Returns the parties that stated or confirmed a record of a type about this party and themselves. */
  partiesTo(party: number, type: number): Set<number> {
    const speakers = new Set(this.#speakers.all(party, type, party, type))
    let last = 0
    const next = (numbers: Float64Array, row: number) => {
      last = numbers[row + 2] as number
      return true
    }
    while (this.#behind.walk('stated_about', [party, type, last], true, next)) speakers.add(last)
    return speakers
  }

  /**
   * Returns how many records others stated about a party.
   * @param fromMs only those of events at or after this time
   * @param most rows that are examined at most
   */
  countAbout(party: number, fromMs: number, most: number): number {
    const rows: [id: string, occurredAt: number, seq: number][] = []
    for (const type of RECORD_TYPES)
      this.#behind.walk(
        'stated_about',
        [party, typeCode(type), -Infinity],
        true,
        (numbers, row, text) =>
          rows.push([text, numbers[row + 3] as number, numbers[row + 5] as number]) >= most,
      )
    return this.#count.get(party, JSON.stringify(rows), most, fromMs, party) ?? 0
  }

  /**
   * Returns the entries after one and up to another that a party asserted or had asserted, or by which others corrected,
   * retracted or confirmed what it asserted or had asserted.
   */
  byParty(party: number, after: number, through: number, count: number): number[] {
    const asked = [party, after, through]
    const found = new Set(this.#after.all(...asked, ...asked, ...asked, count))
    const inFile = found.size
    const most = inFile + count
    this.#behind.walk('change', [party, ACTS_ON_OWN, after], true, (numbers, row) => {
      const at = numbers[row + 2] as number
      return at > through || found.add(at).size === most
    })
    return found.size === inFile ? [...found] : [...found].sort((a, b) => a - b).slice(0, count)
  }
}
