import type { Parties } from './parties.ts'
import type { Place, Places } from './places.ts'

/** A record named by an id, and a party that may have to do with it. */
export interface Asked {
  readonly id: string
  readonly party: string
}

/**
 * What stands at an id or next to it, and who has to do with its chain: found without the record, by the same work
 * whether it is there or not.
 */
export class Whose {
  readonly #stored: Places
  readonly #parties: Parties
  /** By the id that was asked for. */
  readonly #places = new Map<string, Place | undefined>()
  /** By root and party. */
  readonly #involved = new Map<string, boolean>()

  constructor(stored: Places, parties: Parties) {
    this.#stored = stored
    this.#parties = parties
  }

  /** Undefined in an empty store alone. */
  place(id: string): Place | undefined {
    if (!this.#places.has(id)) this.#places.set(id, this.#stored.near(id))
    return this.#places.get(id)
  }

  isInvolved({ id, party }: Asked): boolean {
    const root = this.place(id)?.root
    const number = this.#parties.find(party)
    if (root === undefined || number === undefined) return false
    const key = `${root} ${party}`
    const known = this.#involved.get(key)
    if (known !== undefined) return known
    const involved = this.#stored.whichInvolved([[root, number]]).length > 0
    this.#involved.set(key, involved)
    return involved
  }

  /** Brings the places of many ids, in one query. */
  loadPlaces(ids: readonly string[]): void {
    const missing = ids.filter((id) => !this.#places.has(id))
    for (const [i, place] of this.#stored.nearAll(missing).entries())
      this.#places.set(missing[i] as string, place)
  }

  /** Brings who is involved of many, in one query more. */
  loadInvolved(asked: readonly Asked[]): void {
    const keys: string[] = []
    const pairs: [root: number, party: number][] = []
    for (const { id, party } of asked) {
      const root = this.place(id)?.root
      const number = this.#parties.find(party)
      const key = `${root} ${party}`
      if (root === undefined || number === undefined || this.#involved.has(key)) continue
      this.#involved.set(key, false)
      keys.push(key)
      pairs.push([root, number])
    }
    for (const i of this.#stored.whichInvolved(pairs)) this.#involved.set(keys[i] as string, true)
  }
}
