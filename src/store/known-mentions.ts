import type { Mention } from '../domain/types/relations.ts'
import type { StoredRecord } from './records.ts'

const NOTHING: readonly StoredRecord[] = []

/** Findings so far on who names what. */
export class KnownMentions {
  /** By target, then by relation and party. */
  readonly #found = new Map<string, Map<string, StoredRecord[]>>()
  /** Targets that nobody names in any way. */
  readonly #unnamed = new Set<string>()
  /** The same, by relation. */
  readonly #unnamedSo: Partial<Record<Mention, Set<string>>> = {}

  /** Undefined if not loaded yet. */
  of(relation: Mention, target: string, party: string): readonly StoredRecord[] | undefined {
    if (this.isUnnamed(relation, target)) return NOTHING
    return this.#found.get(target)?.get(relation + party)
  }

  /** An empty list, to be filled with what is found. */
  begin(relation: Mention, target: string, party: string): StoredRecord[] {
    const list: StoredRecord[] = []
    const known = this.#found.get(target)
    if (known === undefined) this.#found.set(target, new Map([[relation + party, list]]))
    else known.set(relation + party, list)
    return list
  }

  isUnnamed(relation: Mention, target: string): boolean {
    return this.#unnamed.has(target) || this.#unnamedSo[relation]?.has(target) === true
  }

  /** Notes that nobody names the target so or, without a relation, in any way. */
  setUnnamed(target: string, relation?: Mention): void {
    if (relation === undefined) this.#unnamed.add(target)
    else {
      this.#unnamedSo[relation] ??= new Set()
      this.#unnamedSo[relation].add(target)
    }
  }
}
