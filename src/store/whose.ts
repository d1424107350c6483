import type { Place, Places } from './record-locations.ts'
import type { StoredRecord } from './stored-record.ts'

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
  readonly #places = new Map<string, Place | undefined>()
  /** By requested id, then by party. */
  readonly #involved = new Map<string, Map<number, boolean>>()

  constructor(stored: Places) {
    this.#stored = stored
  }

  /** The place of the record with this id or of its neighbour; undefined only in an empty store. */
  place(id: string): Place | undefined {
    if (!this.#places.has(id)) this.#places.set(id, this.#stored.near(id))
    return this.#places.get(id)
  }

  isInvolved(id: string, party: number): boolean {
    if (this.#isNew(id, party)) this.#load([[id, party]])
    return this.#involved.get(id)?.get(party) === true
  }

  /** Loads, in one query, the answers for every party for which the naming records speak. */
  load(references: readonly Reference[]): void {
    const missing: (readonly [id: string, party: number])[] = []
    for (const { id, by } of references) {
      if (this.#isNew(id, by.assertedBy)) missing.push([id, by.assertedBy])
      if (by.onBehalfOf !== null && this.#isNew(id, by.onBehalfOf)) missing.push([id, by.onBehalfOf])
    }
    this.#load(missing)
  }

  /** Whether the pair is new. Notes it, so that the caller, who must load it, loads it once. */
  #isNew(id: string, party: number): boolean {
    const known = this.#involved.get(id)
    if (known?.has(party) === true) return false
    if (known === undefined) this.#involved.set(id, new Map([[party, false]]))
    else known.set(party, false)
    return true
  }

  #load(missing: readonly (readonly [id: string, party: number])[]): void {
    const found = this.#stored.whose(missing)
    for (const [i, [id, party]] of missing.entries()) {
      const there = found[i]
      this.#places.set(id, there)
      if (there?.isInvolved === true) this.#involved.get(id)?.set(party, true)
    }
  }
}
