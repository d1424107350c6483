import { tipsOf } from '../derived/standing.ts'
import type { PlotsNear, Transfer, Version, World } from '../derived/world.ts'
import type { AuthorityRelation } from '../types/relations.ts'

/** A chain and its versions' retractions at some point of the log: all that a standing depends on. */
class ChainAsOf implements World {
  readonly #versions: readonly Version[]
  readonly #retractions: readonly Version[]

  constructor(versions: readonly Version[], retractions: readonly Version[], throughSeq: number) {
    this.#versions = versions.filter(({ seq }) => seq <= throughSeq)
    this.#retractions = retractions.filter(({ seq }) => seq <= throughSeq)
  }

  byId(id: string): Version | undefined {
    return this.#versions.find((version) => version.id === id)
  }

  near(id: string): Version | undefined {
    return this.byId(id)
  }

  mayOwn(): readonly string[] {
    return []
  }

  isAlone(): boolean {
    return false
  }

  chain(): readonly Version[] {
    return this.#versions
  }

  naming(relation: AuthorityRelation): readonly Version[] {
    return relation === 'retracts' ? this.#retractions : []
  }

  mentions(): readonly Version[] {
    return []
  }

  isMentioned(): boolean {
    return false
  }

  plotsNear(): PlotsNear {
    return { plots: [], isCrowded: false }
  }

  atSameInstant(): readonly Version[] {
    return []
  }

  handOvers(): readonly Transfer[] {
    return []
  }

  mayHaveReceived(): boolean {
    return false
  }

  mandateCovers(): boolean {
    return false
  }

  wasInForce(): boolean {
    return false
  }
}

/**
 * Returns the version of a chain that counted when the log ended at that entry; none if it was forked or
 * retracted.
 * @param versions every version of the chain
 * @param retractions every retraction of one of them
 */
export function tipAsOf(
  versions: readonly Version[],
  retractions: readonly Version[],
  throughSeq: number,
): Version | undefined {
  const [first] = versions
  return first && tipsOf(new ChainAsOf(versions, retractions, throughSeq), first.root)[0]
}
