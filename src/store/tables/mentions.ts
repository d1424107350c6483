import { ofEach } from '../../base/typed.ts'
import { idBytes } from '../../domain/id.ts'
import { type Mention, RELATIONS } from '../../domain/types/relations.ts'
import type { Db } from '../file/open.ts'
import type { Behind } from '../jobs/behind.ts'
import type { RowCell } from '../log/record-tables.ts'

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

/** Returns SQL: whether, in the file, any record names this id by a relation that meets the condition. */
export const isNamed = (id: string, relation: string) =>
  `EXISTS (SELECT 1 FROM mention WHERE target = ${id} AND relation ${relation})`

/** A relation and the place of an id in one number: that of a relation is below 32. */
const keyOf = (relation: number, i: number): number => i * 32 + relation

const twoDigits = ofEach(MENTIONS, (relation) => String(RELATIONS[relation]).padStart(2, '0'))

export const isMention = (relation: string): relation is Mention => relation in twoDigits

/**
 * Relations that anyone who knows an id may state, indexed by asserter and by principal, so that the
 * statements of relevant parties are found without reading those of others.
 */
export class Mentions {
  readonly #behind: Behind
  readonly #bySeveral
  readonly #byOne
  readonly #byAnybody
  readonly #countBy
  readonly #countOwn
  readonly #whichNamed
  readonly #handOvers
  readonly #hasHandOver
  readonly #hasReceived
  readonly #isStated

  constructor(db: Db, behind: Behind) {
    this.#behind = behind
    const named = (columns: string, condition: string) =>
      `SELECT ${columns} FROM json_each(?) j CROSS JOIN mention m ON m.target = unhex(j.value, '-') AND ${condition}`
    const ofTarget = (columns: string, condition: string) =>
      `SELECT ${columns} FROM mention WHERE target = ? AND ${condition}`
    // Each text contains the id, the relation as two digits, and the party.
    this.#bySeveral = db
      .prepare<[string], [number, number]>(
        `SELECT j.key, m.source FROM json_each(?) j
         CROSS JOIN mention m ON m.target = unhex(substr(j.value, 1, 36), '-')
           AND m.relation = CAST(substr(j.value, 37, 2) AS INTEGER) AND m.party = CAST(substr(j.value, 39) AS INTEGER)`,
      )
      .raw()
    this.#byOne = db
      .prepare<[Buffer, number, number], number>(ofTarget('source', 'relation = ? AND party = ?'))
      .pluck()
    this.#byAnybody = db
      .prepare<[string, number, number], number>(`${named('m.source', 'm.relation = ?')} LIMIT ?`)
      .pluck()
    this.#countBy = db
      .prepare<[string, number, number, number], number>(
        `SELECT count(*) FROM (${named(
          '1',
          'm.relation = ? AND m.party = ? AND EXISTS (SELECT 1 FROM entry WHERE seq = m.source AND asserted_by = m.party)',
        )} LIMIT ?)`,
      )
      .pluck()
    this.#countOwn = db
      .prepare<[string, number], number>(
        'SELECT count(*) FROM json_each(?) j CROSS JOIN entry e ON e.seq = j.value AND e.asserted_by = ?',
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
      .prepare<[Buffer, number], number>(
        `${ofTarget('1', `relation = ${RELATIONS.brings} AND party = ?`)} LIMIT 1`,
      )
      .pluck()
    this.#isStated = db
      .prepare<[Buffer, number, number, number], number>(
        `${ofTarget('1', 'relation = ? AND party = ? AND source <= ?')} LIMIT 1`,
      )
      .pluck()
    this.#hasHandOver = db
      .prepare<[Buffer, number, number], number>(
        ofTarget('1', `relation = ${RELATIONS.brings} AND party = ? AND source = ?`),
      )
      .pluck()
  }

  /** Whether any record in memory names this id by a relation that anyone may state. */
  isNamedInMemory(id: string): boolean {
    return this.#each([id, 0], () => true)
  }

  /**
   * Shows what names an id in memory, by relation, party and source.
   * @param start the id, and the relation, party and source after which to begin
   * @returns whether `see` stopped it
   */
  #each(
    start: readonly RowCell[],
    see: (relation: number, party: number, source: number) => unknown,
  ): boolean {
    return this.#behind.walk('mention', start, true, (numbers, row) =>
      see(numbers[row + 1] as number, numbers[row + 2] as number, numbers[row + 3] as number),
    )
  }

  /** The next source in memory by which a party names an id by a relation; undefined if there is none. */
  #sourceAfter(target: string, relation: number, party: number, after: number): number | undefined {
    let found: number | undefined
    this.#each([target, relation, party, after], (named, by, source) => {
      if (named === relation && by === party) found = source
      return true
    })
    return found
  }

  /** The sources in memory that name an id by a relation, in the order of the log; by a party, if one is given. */
  #sources(target: string, relation: number, party?: number): number[] {
    const sources: number[] = []
    this.#each([target, relation, party ?? 0, 0], (named, by, source) => {
      if (named !== relation || (party !== undefined && by !== party)) return true
      sources.push(source)
      return false
    })
    return party === undefined ? sources.sort((a, b) => a - b) : sources
  }

  /** Returns the answers as [index into `asked`, seq of the naming record]. */
  find(asked: readonly MentionQuery[]): [number, number][] {
    const [only] = asked
    if (only === undefined) return []
    const found: [number, number][] =
      asked.length > 1
        ? this.#bySeveral.all(
            JSON.stringify(
              asked.map(({ target, relation, party }) => `${target}${twoDigits[relation]}${party}`),
            ),
          )
        : this.#byOne
            .all(idBytes(only.target), RELATIONS[only.relation], only.party)
            .map((source) => [0, source])
    for (const [i, { target, relation, party }] of asked.entries())
      for (const source of this.#sources(target, RELATIONS[relation], party)) found.push([i, source])
    return found
  }

  /** Whether any record of the party, up to an entry, names the target by the relation. */
  isStated({ target, relation, party }: MentionQuery, throughSeq: number): boolean {
    const code = RELATIONS[relation]
    return (
      this.#isStated.get(idBytes(target), code, party, throughSeq) !== undefined ||
      (this.#sourceAfter(target, code, party, 0) ?? Infinity) <= throughSeq
    )
  }

  /** Returns which ids any record names, and by which relation: [index into ids, number of the relation]. */
  whichNamed(ids: readonly string[]): [number, number][] {
    if (ids.length === 0) return []
    const found = this.#whichNamed.all(JSON.stringify(ids))
    const codes: ReadonlySet<number> = new Set(MENTIONS.map((name) => RELATIONS[name]))
    const seen = new Set(found.map(([i, code]) => keyOf(code, i)))
    for (const [i, id] of ids.entries()) {
      let last = 0
      const next = (named: number) => {
        last = named
        return true
      }
      while (this.#each([id, last], next))
        if (codes.has(last) && !seen.has(keyOf(last, i))) found.push([i, last])
    }
    return found
  }

  /** Seqs of at most `most` records that name these ids; a record asserted for a principal appears twice. */
  byAnybody(relation: Mention, ids: readonly string[], most: number): number[] {
    const found = this.#byAnybody.all(JSON.stringify(ids), RELATIONS[relation], most)
    for (const id of ids) if (found.length < most) found.push(...this.#sources(id, RELATIONS[relation]))
    return found.slice(0, most)
  }

  /** The number of the records that the party asserted, counted up to `most`, that name these ids by the relation. */
  countBy(relation: Mention, ids: readonly string[], party: number, most: number): number {
    const code = RELATIONS[relation]
    const inFile = this.#countBy.get(JSON.stringify(ids), code, party, most) ?? 0
    const sources = ids.flatMap((id) => this.#sources(id, code, party))
    if (sources.length === 0) return inFile
    return Math.min(most, inFile + (this.#countOwn.get(JSON.stringify(sources), party) ?? 0))
  }

  /**
   * Returns the hand-overs that may count, as [index into lotIds, seq of the transfer], in the order of the log.
   * @param lotIds the ids of the first versions of lots
   */
  handOvers(lotIds: readonly string[]): [number, number][] {
    if (lotIds.length === 0) return []
    const found = this.#handOvers.all(JSON.stringify(lotIds))
    for (const [i, id] of lotIds.entries())
      for (const source of this.#sources(id, RELATIONS.brings)) found.push([i, source])
    return found.sort(([i, source], [j, other]) => i - j || source - other)
  }

  /** Whether a hand-over that may count names the party as receiver. @param lotId id of the first version */
  hasReceived(lotId: string, party: number): boolean {
    return (
      this.#hasReceived.get(idBytes(lotId), party) !== undefined ||
      this.#sourceAfter(lotId, RELATIONS.brings, party, 0) !== undefined
    )
  }

  /** Whether a row states that this hand-over may count. @param lotId the id of the first version */
  hasHandOver(lotId: string, receiver: number, transfer: number): boolean {
    return (
      this.#hasHandOver.get(idBytes(lotId), receiver, transfer) !== undefined ||
      this.#behind.isInMemory('mention', [lotId, RELATIONS.brings, receiver, transfer])
    )
  }
}
