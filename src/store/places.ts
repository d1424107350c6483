import { type RecordType, typeOfCode } from '../domain/types/index.ts'
import { both } from './behind.ts'
import type { Db } from './open.ts'

/** Where a record belongs. */
export interface Place {
  readonly type: RecordType
  /** Of its chain. */
  readonly root: number
}

/** SQL: does a party have to do with any version of a chain? */
const isInvolvedInChain = (root: string, party: string): string => {
  const any = (isVersion: string) =>
    `EXISTS (${both(
      'involvement',
      (from) => `SELECT 1 FROM observation v CROSS JOIN ${from} i
        ON i.party = ${party} AND i.type = v.type AND i.occurred_at = v.occurred_at AND i.id = v.id WHERE ${isVersion}`,
    )})`
  return `(${any(`v.seq = ${root}`)} OR ${any(`v.root = ${root} AND v.root <> v.seq`)})`
}

/** Where records belong and who has to do with their chains, without the records. */
export class Places {
  readonly #placeNear
  readonly #placesNear
  readonly #lastPlace
  readonly #isInvolvedInChain
  readonly #whichInvolved

  constructor(db: Db) {
    this.#placeNear = db
      .prepare<[string], [number, number]>(
        "SELECT type, root FROM observation WHERE id >= unhex(?, '-') ORDER BY id LIMIT 1",
      )
      .raw()
    this.#lastPlace = db
      .prepare<[], [number, number]>('SELECT type, root FROM observation ORDER BY id DESC LIMIT 1')
      .raw()
    this.#placesNear = db
      .prepare<[string], [number, number | null, number | null]>(
        `SELECT j.key, o.type, o.root FROM json_each(?) j LEFT JOIN observation o ON o.seq =
           (SELECT n.seq FROM observation n WHERE n.id >= unhex(j.value, '-') ORDER BY n.id LIMIT 1)`,
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
    return placeOf(this.#placeNear.get(id) ?? this.#lastPlace.get())
  }

  /** The same for many, in their order. */
  nearAll(ids: readonly string[]): (Place | undefined)[] {
    const [only] = ids
    if (only === undefined) return []
    if (ids.length === 1) return [this.near(only)]
    const places: (Place | undefined)[] = []
    for (const [i, type, root] of this.#placesNear.all(JSON.stringify(ids)))
      places[i] = placeOf(type === null ? this.#lastPlace.get() : [type, root as number])
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
