import type { Box } from '../outline.ts'
import type { RecordType } from '../types/index.ts'
import type { AuthorityRelation, Mention } from '../types/relations.ts'
import type { PlotsNear, Transfer, Version, VersionOf, World } from './world.ts'

/**
 * A record graph that caches the results of rules over it. Valid only while no record is added to the
 * underlying graph: make a new one for every page, as `Derivation` does.
 */
export class MemoizedGraph implements World {
  readonly #world: World
  readonly #mayHaveReceived = new Map<string, boolean>()
  /** Results of rules over this graph, by rule, then by key. */
  readonly memos = new Map<unknown, Map<unknown, unknown>>()

  constructor(world: World) {
    this.#world = world
  }

  byId(id: string): Version | undefined {
    return this.#world.byId(id)
  }

  near(id: string): Version | undefined {
    return this.#world.near(id)
  }

  mayOwn(asserting: Version, id: string, isWholePrincipal?: boolean): readonly string[] {
    return this.#world.mayOwn(asserting, id, isWholePrincipal)
  }

  isAlone(version: Version): boolean {
    return this.#world.isAlone(version)
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

  isMentioned(relation: Mention, id: string, by: readonly string[]): boolean {
    return this.#world.isMentioned(relation, id, by)
  }

  plotsNear(box: Box, by: readonly string[]): PlotsNear {
    return this.#world.plotsNear(box, by)
  }

  atSameInstant(record: VersionOf<'harvest'> | VersionOf<'delivery'>): readonly Version[] {
    return this.#world.atSameInstant(record)
  }

  handOvers(lotRoot: number): readonly Transfer[] {
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

  wasInForce(delegationId: string, atMs: number): boolean {
    return this.#world.wasInForce(delegationId, atMs)
  }
}

/**
 * Returns the same rule, computed once for each key over a memoized graph, and every time over any other
 * graph.
 * @param keyOf returns the key of a rule's argument; by default the argument itself
 */
export function remembered<About, Answer extends object>(
  rule: (world: World, about: About) => Answer,
  keyOf?: (about: About) => unknown,
): (world: World, about: About) => Answer {
  const asked = (world: World, about: About): Answer => {
    if (!(world instanceof MemoizedGraph)) return rule(world, about)
    const memo = (world.memos.get(asked) as Map<unknown, Answer> | undefined) ?? new Map<unknown, Answer>()
    world.memos.set(asked, memo)
    const key = keyOf === undefined ? about : keyOf(about)
    const known = memo.get(key)
    if (known !== undefined) return known
    const answer = rule(world, about)
    memo.set(key, answer)
    return answer
  }
  return asked
}
