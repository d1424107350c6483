import { ID_LENGTH, type Places, type RecordPlace } from '../log/record-locations.ts'
import type { StoredRecord } from '../log/stored-record.ts'

/** A record that another one names. */
export interface Reference {
  readonly id: string
  /** The record that names `id`. */
  readonly by: StoredRecord
}

/**
 * Finds the type and chain of the record with an id or of its neighbour, and the parties (by number) involved
 * in the chain, without loading the record. The work is the same whether or not the id exists.
 */
export class Whose {
  readonly #stored: Places
  /** By requested id. */
  readonly #places = new Map<string, RecordPlace | undefined>()
  /** By requested id and party. */
  readonly #involved = new Map<string, boolean>()

  constructor(stored: Places) {
    this.#stored = stored
  }

  /** The place of the record with this id or of its neighbour; undefined only in an empty store. */
  place(id: string): RecordPlace | undefined {
    if (!this.#places.has(id)) this.#places.set(id, this.#stored.near(id))
    return this.#places.get(id)
  }

  isInvolved(id: string, party: number): boolean {
    const asked = `${id}${party}`
    if (!this.#involved.has(asked)) this.#load([asked])
    return this.#involved.get(asked) === true
  }

  /** Loads, in one query, the answers for every party for which the naming records speak. */
  load(references: readonly Reference[]): void {
    const all = new Set<string>()
    for (const { id, by } of references) {
      all.add(`${id}${by.assertedBy}`)
      if (by.onBehalfOf !== null) all.add(`${id}${by.onBehalfOf}`)
    }
    const missing: string[] = []
    for (const asked of all) if (!this.#involved.has(asked)) missing.push(asked)
    this.#load(missing)
  }

  /** Loads the answers for these ids and parties in one query. @returns the ids that involve one of the parties */
  involving(ids: readonly string[], parties: readonly number[]): string[] {
    this.#load(
      ids.flatMap((id) => parties.map((party) => `${id}${party}`)).filter((one) => !this.#involved.has(one)),
    )
    return ids.filter((id) => parties.some((party) => this.isInvolved(id, party)))
  }

  #load(missing: readonly string[]): void {
    const found = this.#stored.whose(missing)
    for (const [i, asked] of missing.entries()) {
      this.#places.set(asked.slice(0, ID_LENGTH), found[i])
      this.#involved.set(asked, found[i]?.isInvolved === true)
    }
  }
}
