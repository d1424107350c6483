import type { Mention } from '../../domain/types/relations.ts'
import type { StoredRecord } from '../log/records.ts'

const NOTHING: readonly StoredRecord[] = []

/** A cache of mentions: which records of which party name which target. */
export class KnownMentions {
  /** By target, then by relation and party. */
  readonly #found = new Map<string, Map<string, StoredRecord[]>>()
  /** Targets that no record names by any relation. */
  readonly #unnamed = new Set<string>()
  /** Targets that no record names by a relation. */
  readonly #unnamedSo: Partial<Record<Mention, Set<string>>> = {}

  /** A party's records that name the target; undefined if not loaded yet. */
  of(relation: Mention, target: string, party: string): readonly StoredRecord[] | undefined {
    if (this.isUnnamed(relation, target)) return NOTHING
    return this.#found.get(target)?.get(relation + party)
  }

  /** Adds and returns an empty list, which the caller must fill. */
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

  /** Notes that no record names the target by this relation or, without a relation, by any. */
  setUnnamed(target: string, relation?: Mention): void {
    if (relation === undefined) this.#unnamed.add(target)
    else {
      this.#unnamedSo[relation] ??= new Set()
      this.#unnamedSo[relation].add(target)
    }
  }
}
