import { type Mention, RELATIONS } from '../domain/derived/world.ts'
import { idBytes } from '../domain/id.ts'
import type { Db } from './open.ts'

/** Who may have named what; parties by number. */
export interface Asked {
  readonly target: string
  readonly relation: Mention
  readonly party: number
}

export const MENTIONS = ['lot', 'fulfils', 'input'] as const satisfies readonly Mention[]

/** SQL: does anybody say anything of this id, in a way that fits? */
const isNamed = (id: string, relation: string) =>
  `EXISTS (SELECT 1 FROM mention m WHERE m.target = ${id} AND m.relation ${relation})`

export const isMention = (relation: string): relation is Mention =>
  (MENTIONS as readonly string[]).includes(relation)

/**
 * What anybody who knows an id may say of a record, by the party that asserted it or that it was asserted for: what those
 * say who may count is found without a look at what others say.
 */
export class Mentions {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #bySeveral
  readonly #byOne
  readonly #byAnybody
  readonly #whichNamed
  readonly #isNamed
  readonly #handOvers
  readonly #hasHandOver
  readonly #hasReceived

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare('INSERT INTO mention (target, relation, party, source) VALUES (?, ?, ?, ?)')
    // One text holds all three: the id, the relation as one digit, the party.
    this.#bySeveral = db
      .prepare<[string], [number, number]>(
        `SELECT j.key, m.source FROM json_each(?) j
         CROSS JOIN mention m ON m.target = unhex(substr(j.value, 1, 36), '-')
           AND m.relation = CAST(substr(j.value, 37, 1) AS INTEGER) AND m.party = CAST(substr(j.value, 38) AS INTEGER)`,
      )
      .raw()
    this.#byOne = db
      .prepare<[Buffer, number, number], number>(
        'SELECT source FROM mention WHERE target = ? AND relation = ? AND party = ?',
      )
      .pluck()
    this.#byAnybody = db
      .prepare<[string, number, number], number>(
        `SELECT m.source FROM json_each(?) j
         CROSS JOIN mention m ON m.target = unhex(j.value, '-') AND m.relation = ? LIMIT ?`,
      )
      .pluck()
    this.#whichNamed = db
      .prepare<[string], [number, number]>(
        `SELECT j.key, r.value FROM json_each(?) j
         CROSS JOIN json_each('${JSON.stringify(MENTIONS.map((name) => RELATIONS[name]))}') r
         WHERE ${isNamed("unhex(j.value, '-')", 'IS NOT NULL')} AND ${isNamed("unhex(j.value, '-')", '= r.value')}`,
      )
      .raw()
    this.#isNamed = db.prepare<[string], number>(`SELECT ${isNamed("unhex(?, '-')", 'IS NOT NULL')}`).pluck()
    this.#handOvers = db
      .prepare<[string], [number, number]>(
        `SELECT j.key, m.source FROM json_each(?) j
         CROSS JOIN mention m ON m.target = unhex(j.value, '-') AND m.relation = ${RELATIONS.brings}`,
      )
      .raw()
    this.#hasReceived = db
      .prepare<[Buffer, number], number>(
        `SELECT 1 FROM mention WHERE target = ? AND relation = ${RELATIONS.brings} AND party = ? LIMIT 1`,
      )
      .pluck()
    this.#hasHandOver = db
      .prepare<[Buffer, number, number], number>(
        `SELECT 1 FROM mention WHERE target = ? AND relation = ${RELATIONS.brings} AND party = ? AND source = ?`,
      )
      .pluck()
  }

  /** Beside the record that says it. */
  add(target: string, relation: Mention, party: number, source: number): void {
    this.#insert.run(idBytes(target), RELATIONS[relation], party, source)
  }

  /** As [index into what is asked, seq of the source]. */
  find(asked: readonly Asked[]): [number, number][] {
    const [only] = asked
    if (only === undefined) return []
    if (asked.length > 1)
      return this.#bySeveral.all(
        JSON.stringify(asked.map(({ target, relation, party }) => `${target}${RELATIONS[relation]}${party}`)),
      )
    return this.#byOne
      .all(idBytes(only.target), RELATIONS[only.relation], only.party)
      .map((source) => [0, source])
  }

  /** Which of these are named by anybody, and how: as [index into ids, number of the relation]. */
  whichNamed(ids: readonly string[]): [number, number][] {
    const [only] = ids
    if (only === undefined || (ids.length === 1 && this.#isNamed.get(only) === 0)) return []
    return this.#whichNamed.all(JSON.stringify(ids))
  }

  /** Seqs of what anybody says of these ids, up to a number; what was asserted for another stands there twice. */
  byAnybody(relation: Mention, ids: readonly string[], most: number): number[] {
    return this.#byAnybody.all(JSON.stringify(ids), RELATIONS[relation], most)
  }

  /**
   * Hand-overs that may count.
   * @param lotIds of the first versions of lots
   * @returns [index into these, seq of the transfer]
   */
  handOvers(lotIds: readonly string[]): [number, number][] {
    return lotIds.length === 0 ? [] : this.#handOvers.all(JSON.stringify(lotIds))
  }

  /** Does a hand-over that may count name the party as receiver? @param lotId of the first version */
  hasReceived(lotId: string, party: number): boolean {
    return this.#hasReceived.get(idBytes(lotId), party) !== undefined
  }

  /** Notes that a hand-over may count. Known already: nothing happens. @param lotId of the first version */
  noteHandOver(lotId: string, receiver: number, transfer: number): void {
    const lot = idBytes(lotId)
    if (this.#hasHandOver.get(lot, receiver, transfer) !== undefined) return
    this.#noteAppend()
    this.#insert.run(lot, RELATIONS.brings, receiver, transfer)
  }
}
