import type { RecordType } from '../types/index.ts'
import type { AuthorityRelation, Mention, Version, World } from './world.ts'

/**
 * A world that what was worked out over it may be remembered with. Sound only while no record is added to the world
 * beneath: make a new one for every page, as `Derivation` does.
 */
export class RememberingWorld implements World {
  readonly #world: World
  readonly #mayHaveReceived = new Map<string, boolean>()

  constructor(world: World) {
    this.#world = world
  }

  byId(id: string): Version | undefined {
    return this.#world.byId(id)
  }

  near(id: string): Version | undefined {
    return this.#world.near(id)
  }

  chain(root: number): readonly Version[] {
    return this.#world.chain(root)
  }

  naming(relation: AuthorityRelation, ids: readonly string[]): readonly Version[] {
    return this.#world.naming(relation, ids)
  }

  mentions(relation: Mention, ids: readonly string[], by: Iterable<string>): readonly Version[] {
    return this.#world.mentions(relation, ids, by)
  }

  handOvers(lotRoot: number): readonly Version[] {
    return this.#world.handOvers(lotRoot)
  }

  mayHaveReceived(party: string, lotRoot: number): boolean {
    const key = `${lotRoot} ${party}`
    const known = this.#mayHaveReceived.get(key)
    if (known !== undefined) return known
    const may = this.#world.mayHaveReceived(party, lotRoot)
    this.#mayHaveReceived.set(key, may)
    return may
  }

  mandateCovers(delegationId: string, type: RecordType): boolean {
    return this.#world.mandateCovers(delegationId, type)
  }
}

/**
 * The same rule, worked out once for each subject over a `RememberingWorld` and afresh over any other world.
 * @param keyOf what makes two subjects the same; the subject itself unless said otherwise
 */
export function remembered<About, Answer extends object>(
  rule: (world: World, about: About) => Answer,
  keyOf: (about: About) => unknown = (about) => about,
): (world: World, about: About) => Answer {
  const memos = new WeakMap<RememberingWorld, Map<unknown, Answer>>()
  return (world, about) => {
    if (!(world instanceof RememberingWorld)) return rule(world, about)
    let memo = memos.get(world)
    if (memo === undefined) {
      memo = new Map()
      memos.set(world, memo)
    }
    const key = keyOf(about)
    const known = memo.get(key)
    if (known !== undefined) return known
    const answer = rule(world, about)
    memo.set(key, answer)
    return answer
  }
}
