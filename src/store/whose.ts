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
  /** By the id that was asked for and the party. */
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

  isInvolved(asked: Asked): boolean {
    const key = keyOf(asked)
    if (!this.#involved.has(key)) this.load([asked])
    return this.#involved.get(key) === true
  }

  /** Brings the places of many ids, and which of the parties are involved there, in one query. */
  load(asked: readonly Asked[]): void {
    const missing = new Map<string, Asked>()
    for (const one of asked) {
      const key = keyOf(one)
      if (!this.#involved.has(key)) missing.set(key, one)
    }
    const numbered = [...missing.values()].map(
      ({ id, party }) => [id, this.#parties.find(party) ?? NOBODY] as const,
    )
    const found = this.#stored.whose(numbered)
    let i = 0
    for (const [key, { id }] of missing) {
      const there = found[i++]
      this.#places.set(id, there)
      this.#involved.set(key, there?.isInvolved === true)
    }
  }
}

/** No party has this number: one that nothing has named yet is involved in nothing. */
const NOBODY = 0

const keyOf = ({ id, party }: Asked): string => `${id} ${party}`
