import { ofEach } from '../../base/typed.ts'
import { idBytes } from '../../domain/id.ts'
import { type Mention, RELATIONS } from '../../domain/types/relations.ts'
import type { Db } from '../file/open.ts'
import { both } from '../jobs/behind.ts'

/** A question: which records of a party name the target by this relation? The party is a number. */
export interface MentionQuery {
  readonly target: string
  readonly relation: Mention
  readonly party: number
}

export const MENTIONS = [
  'lot',
  'fulfils',
  'input',
  'plot',
  'holds',
  'settles',
] as const satisfies readonly Mention[]

/** Returns SQL: whether any record names this id by a relation that meets the condition. */
export const isNamed = (id: string, relation: string) =>
  `EXISTS (${both('mention', (from) => `SELECT 1 FROM ${from} WHERE target = ${id} AND relation ${relation}`)})`

const twoDigits = ofEach(MENTIONS, (relation) => String(RELATIONS[relation]).padStart(2, '0'))

export const isMention = (relation: string): relation is Mention => relation in twoDigits

/**
 * Relations that anyone who knows an id may state, indexed by asserter and by principal, so that the
 * statements of relevant parties are found without reading those of others.
 */
export class Mentions {
  readonly #bySeveral
  readonly #byOne
  readonly #byAnybody
  readonly #countBy
  readonly #whichNamed
  readonly #handOvers
  readonly #hasHandOver
  readonly #hasReceived
  readonly #isStated

  constructor(db: Db) {
    const named = (columns: string, condition: string) =>
      `WITH j AS MATERIALIZED (SELECT key, unhex(value, '-') AS target FROM json_each(?)) ${both(
        'mention',
        (from) => `SELECT ${columns} FROM j CROSS JOIN ${from} m ON m.target = j.target AND ${condition}`,
      )}`
    const ofTarget = (columns: string, condition: string) =>
      both('mention', (from) => `SELECT ${columns} FROM ${from} WHERE target = ? AND ${condition}`)
    // Each text contains the id, the relation as two digits, and the party.
    this.#bySeveral = db
      .prepare<[string], [number, number]>(
        `WITH j AS MATERIALIZED (
           SELECT key, unhex(substr(value, 1, 36), '-') AS target, CAST(substr(value, 37, 2) AS INTEGER) AS relation,
             CAST(substr(value, 39) AS INTEGER) AS party FROM json_each(?))
         ${both(
           'mention',
           (from) =>
             `SELECT j.key, m.source FROM j
              CROSS JOIN ${from} m ON m.target = j.target AND m.relation = j.relation AND m.party = j.party`,
         )}`,
      )
      .raw()
    this.#byOne = db
      .prepare<(Buffer | number)[], number>(ofTarget('source', 'relation = ? AND party = ?'))
      .pluck()
    this.#byAnybody = db
      .prepare<(string | number)[], number>(`${named('m.source', 'm.relation = ?')} LIMIT ?`)
      .pluck()
    this.#countBy = db
      .prepare<(string | number)[], number>(
        `SELECT count(*) FROM (${named(
          '1',
          'm.relation = ? AND m.party = ? AND EXISTS (SELECT 1 FROM entry WHERE seq = m.source AND asserted_by = m.party)',
        )} LIMIT ?)`,
      )
      .pluck()
    this.#whichNamed = db
      .prepare<[string], [number, number]>(
        `SELECT j.key, r.value FROM json_each(?) j
         CROSS JOIN json_each('${JSON.stringify(MENTIONS.map((name) => RELATIONS[name]))}') r
         WHERE ${isNamed("unhex(j.value, '-')", 'IS NOT NULL')} AND ${isNamed("unhex(j.value, '-')", '= r.value')}`,
      )
      .raw()
    this.#handOvers = db
      .prepare<[string], [number, number]>(named('j.key, m.source', `m.relation = ${RELATIONS.brings}`))
      .raw()
    this.#hasReceived = db
      .prepare<(Buffer | number)[], number>(
        `${ofTarget('1', `relation = ${RELATIONS.brings} AND party = ?`)} LIMIT 1`,
      )
      .pluck()
    this.#isStated = db
      .prepare<(Buffer | number)[], number>(
        `${ofTarget('1', 'relation = ? AND party = ? AND source <= ?')} LIMIT 1`,
      )
      .pluck()
    this.#hasHandOver = db
      .prepare<(Buffer | number)[], number>(
        ofTarget('1', `relation = ${RELATIONS.brings} AND party = ? AND source = ?`),
      )
      .pluck()
  }

  /** Returns the answers as [index into `asked`, seq of the naming record]. */
  find(asked: readonly MentionQuery[]): [number, number][] {
    const [only] = asked
    if (only === undefined) return []
    if (asked.length > 1)
      return this.#bySeveral.all(
        JSON.stringify(asked.map(({ target, relation, party }) => `${target}${twoDigits[relation]}${party}`)),
      )
    const one = [idBytes(only.target), RELATIONS[only.relation], only.party]
    return this.#byOne.all(...one, ...one).map((source) => [0, source])
  }

  /** Whether any record of the party, up to an entry, names the target by the relation. */
  isStated({ target, relation, party }: MentionQuery, throughSeq: number): boolean {
    const asked = [idBytes(target), RELATIONS[relation], party, throughSeq]
    return this.#isStated.get(...asked, ...asked) !== undefined
  }

  /** Returns which ids any record names, and by which relation: [index into ids, number of the relation]. */
  whichNamed(ids: readonly string[]): [number, number][] {
    return ids.length === 0 ? [] : this.#whichNamed.all(JSON.stringify(ids))
  }

  /** Seqs of at most `most` records that name these ids; a record asserted for a principal appears twice. */
  byAnybody(relation: Mention, ids: readonly string[], most: number): number[] {
    return this.#byAnybody.all(JSON.stringify(ids), RELATIONS[relation], RELATIONS[relation], most)
  }

  /** The number of the records that the party asserted, counted up to `most`, that name these ids by the relation. */
  countBy(relation: Mention, ids: readonly string[], party: number, most: number): number {
    const [by, json] = [[RELATIONS[relation], party], JSON.stringify(ids)]
    return this.#countBy.get(json, ...by, ...by, most) ?? 0
  }

  /**
   * Returns the hand-overs that may count, as [index into lotIds, seq of the transfer].
   * @param lotIds the ids of the first versions of lots
   */
  handOvers(lotIds: readonly string[]): [number, number][] {
    return lotIds.length === 0 ? [] : this.#handOvers.all(JSON.stringify(lotIds))
  }

  /** Whether a hand-over that may count names the party as receiver. @param lotId id of the first version */
  hasReceived(lotId: string, party: number): boolean {
    const asked = [idBytes(lotId), party]
    return this.#hasReceived.get(...asked, ...asked) !== undefined
  }

  /** Whether a row states that this hand-over may count. @param lotId the id of the first version */
  hasHandOver(lotId: string, receiver: number, transfer: number): boolean {
    const asked = [idBytes(lotId), receiver, transfer]
    return this.#hasHandOver.get(...asked, ...asked) !== undefined
  }
}
