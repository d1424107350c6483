import type { Place, Places } from './record-locations.ts'
import type { StoredRecord } from './stored-record.ts'

/** A record that another one names. */
export interface Reference {
  readonly id: string
  /** The record that names it. */
  readonly by: StoredRecord
}

/**
 * The type and chain at an id or next to it, and who is involved in that chain, without loading the record and by the same
 * work whether it exists or not. Parties by their numbers.
 */
export class Whose {
  readonly #stored: Places
  /** By the id asked for. */
  readonly #places = new Map<string, Place | undefined>()
  /** By the id asked for, then by party. */
  readonly #involved = new Map<string, Map<number, boolean>>()

  constructor(stored: Places) {
    this.#stored = stored
  }

  /** Undefined only in an empty store. */
  place(id: string): Place | undefined {
    if (!this.#places.has(id)) this.#places.set(id, this.#stored.near(id))
    return this.#places.get(id)
  }

  isInvolved(id: string, party: number): boolean {
    if (this.#isNew(id, party)) this.#load([[id, party]])
    return this.#involved.get(id)?.get(party) === true
  }

  /** Loads what these references need, of every party for which the record that names may speak, in one query. */
  load(references: readonly Reference[]): void {
    const missing: (readonly [id: string, party: number])[] = []
    for (const { id, by } of references) {
      if (this.#isNew(id, by.assertedBy)) missing.push([id, by.assertedBy])
      if (by.onBehalfOf !== null && this.#isNew(id, by.onBehalfOf)) missing.push([id, by.onBehalfOf])
    }
    this.#load(missing)
  }

  /** Notes what is going to be loaded, so that it is asked for once. */
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
