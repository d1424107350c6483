import type { Parties } from './parties.ts'
import type { Place, Places } from './record-locations.ts'

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
  /** By the id that was asked for, then by the party. */
  readonly #involved = new Map<string, Map<string, boolean>>()

  constructor(stored: Places, parties: Parties) {
    this.#stored = stored
    this.#parties = parties
  }

  /** Undefined in an empty store alone. */
  place(id: string): Place | undefined {
    if (!this.#places.has(id)) this.#places.set(id, this.#stored.near(id))
    return this.#places.get(id)
  }

  isInvolved(asked: Asked): boolean {
    if (this.#known(asked) === undefined) this.load([asked])
    return this.#known(asked) === true
  }

  /** Brings the places of many ids, and which of the parties are involved there, in one query. */
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

/** No party has this number: one that nothing has named yet is involved in nothing. */
const NOBODY = 0
