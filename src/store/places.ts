import { type RecordType, typeOfCode } from '../domain/types/index.ts'
import { both } from './behind.ts'
import { IS_RECORD } from './entry-kinds.ts'
import type { Db } from './open.ts'

/** Where a record belongs. */
export interface Place {
  readonly type: RecordType
  /** Of its chain. */
  readonly root: number
}

/** Entries at or after an id that are looked at for a record; there may be any number of others between two. */
const NEAR = 8

/** SQL: the place in the log of the record of an id or next to it; none where only others are there. */
export const near = (id: string): string =>
  `SELECT n.seq FROM (SELECT e.seq, e.kind FROM entry e WHERE e.id >= ${id} ORDER BY e.id LIMIT ${NEAR}) n
   WHERE n.kind ${IS_RECORD} LIMIT 1`

/** SQL: does a party have to do with any version of a chain? */
const isInvolvedInChain = (root: string, party: string): string => {
  const any = (isVersion: string) =>
    `EXISTS (${both(
      'involvement',
      (from) => `SELECT 1 FROM entry v CROSS JOIN ${from} i
        ON i.party = ${party} AND i.type = v.kind AND i.occurred_at = v.occurred_at AND i.id = v.id WHERE ${isVersion}`,
    )})`
  return `(${any(`v.seq = ${root}`)} OR ${any(`v.root = ${root} AND v.root <> v.seq`)})`
}

/** Where records belong and who has to do with their chains, without the records. */
export class Places {
  readonly #placeNear
  readonly #placesNear
  readonly #somePlace
  readonly #isInvolvedInChain
  readonly #whichInvolved

  constructor(db: Db) {
    this.#placeNear = db
      .prepare<[string], [number, number]>(
        `SELECT o.kind, o.root FROM entry o WHERE o.seq = (${near("unhex(?, '-')")})`,
      )
      .raw()
    this.#somePlace = db
      .prepare<[], [number, number]>(
        `SELECT kind, root FROM entry WHERE kind ${IS_RECORD} ORDER BY seq LIMIT 1`,
      )
      .raw()
    this.#placesNear = db
      .prepare<[string], [number, number | null, number | null]>(
        `SELECT j.key, o.kind, o.root FROM json_each(?) j
         LEFT JOIN entry o ON o.seq = (${near("unhex(j.value, '-')")})`,
      )
      .raw()
    this.#isInvolvedInChain = db
      .prepare<{ root: number; party: number }, number>(`SELECT ${isInvolvedInChain(':root', ':party')}`)
      .pluck()
    this.#whichInvolved = db
      .prepare<[string], number>(
        `SELECT j.key FROM json_each(?) j WHERE ${isInvolvedInChain('j.value->>0', 'j.value->>1')}`,
      )
      .pluck()
  }

  /** Of the record of this id or, where there is none, of its neighbour: found by the same work (`Records.near`). Undefined in an empty store alone. */
  near(id: string): Place | undefined {
    return placeOf(this.#placeNear.get(id) ?? this.#somePlace.get())
  }

  /** The same for many, in their order. */
  nearAll(ids: readonly string[]): (Place | undefined)[] {
    const [only] = ids
    if (only === undefined) return []
    if (ids.length === 1) return [this.near(only)]
    const places: (Place | undefined)[] = []
    for (const [i, type, root] of this.#placesNear.all(JSON.stringify(ids)))
      places[i] = placeOf(type === null ? this.#somePlace.get() : [type, root as number])
    return places
  }

  /**
   * Which of these parties have to do with any version of the chain, in whatever way is known.
   * @returns indexes
   */
  whichInvolved(asked: readonly (readonly [root: number, party: number])[]): number[] {
    const [only] = asked
    if (only === undefined) return []
    if (asked.length > 1) return this.#whichInvolved.all(JSON.stringify(asked))
    return this.#isInvolvedInChain.get({ root: only[0], party: only[1] }) === 1 ? [0] : []
  }
}

const placeOf = (row: readonly [type: number, root: number] | undefined): Place | undefined =>
  row && { type: typeOfCode(row[0]), root: row[1] }
