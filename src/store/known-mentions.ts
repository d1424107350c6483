import type { Mention } from '../domain/derived/world.ts'
import type { StoredRecord } from './records.ts'

const NOTHING: readonly StoredRecord[] = []

/** What was found already of who names what. */
export class KnownMentions {
  /** By relation, target and party. */
  readonly #found = new Map<string, StoredRecord[]>()
  /** Targets, and relations with targets, that nobody names. */
  readonly #unnamed = new Set<string>()

  /** Undefined where nobody has asked yet. */
  of(relation: Mention, target: string, party: string): readonly StoredRecord[] | undefined {
    if (this.isUnnamed(relation, target)) return NOTHING
    return this.#found.get(`${relation} ${target} ${party}`)
  }

  /** An empty list for what is found now. */
  begin(relation: Mention, target: string, party: string): StoredRecord[] {
    const list: StoredRecord[] = []
    this.#found.set(`${relation} ${target} ${party}`, list)
    return list
  }

  isUnnamed(relation: Mention, target: string): boolean {
    return this.#unnamed.has(target) || this.#unnamed.has(`${relation} ${target}`)
  }

  /** Nobody at all names it so; where no relation is given, in whatever way. */
  setUnnamed(target: string, relation?: Mention): void {
    this.#unnamed.add(relation === undefined ? target : `${relation} ${target}`)
  }
}
