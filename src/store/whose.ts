import type { Parties } from './parties.ts'
import type { Place, Places } from './record-locations.ts'

/** The id of a record, and a party that may have a role in it. */
export interface Asked {
  readonly id: string
  readonly party: string
}

/**
 * The type and chain at an id or next to it, and who is involved in that chain, without loading the record and by the same
 * work whether it exists or not.
 */
export class Whose {
  readonly #stored: Places
  readonly #parties: Parties
  /** By the id asked for. */
  readonly #places = new Map<string, Place | undefined>()
  /** By the id asked for, then by party. */
  readonly #involved = new Map<string, Map<string, boolean>>()

  constructor(stored: Places, parties: Parties) {
    this.#stored = stored
    this.#parties = parties
  }

  /** Undefined only in an empty store. */
  place(id: string): Place | undefined {
    if (!this.#places.has(id)) this.#places.set(id, this.#stored.near(id))
    return this.#places.get(id)
  }

  isInvolved(asked: Asked): boolean {
    if (this.#known(asked) === undefined) this.load([asked])
    return this.#known(asked) === true
  }

  /** Loads the places of many ids, and whether the parties are involved there, in one query. */
  load(asked: readonly Asked[]): void {
    const missing = asked.filter((one) => {
      if (this.#known(one) !== undefined) return false
      this.#note(one, false)
      return true
    })
    const found = this.#stored.whose(
      missing.map(({ id, party }) => [id, this.#parties.find(party) ?? NOBODY] as const),
    )
    for (const [i, one] of missing.entries()) {
      const there = found[i]
      this.#places.set(one.id, there)
      if (there?.isInvolved === true) this.#note(one, true)
    }
  }

  #known({ id, party }: Asked): boolean | undefined {
    return this.#involved.get(id)?.get(party)
  }

  #note({ id, party }: Asked, isInvolved: boolean): void {
    const parties = this.#involved.get(id)
    if (parties === undefined) this.#involved.set(id, new Map([[party, isInvolved]]))
    else parties.set(party, isInvolved)
  }
}

/** No party has this number. It stands for a party without a number, which is involved in nothing. */
const NOBODY = 0
