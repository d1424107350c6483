import type { Mention } from '../domain/derived/world.ts'
import type { StoredRecord } from './records.ts'

const NOTHING: readonly StoredRecord[] = []

/** What was found already of who names what: by relation, target and party. */
export class KnownMentions {
  readonly #found: Readonly<Record<Mention, Map<string, Map<string, StoredRecord[]>>>> = {
    lot: new Map(),
    fulfils: new Map(),
    input: new Map(),
  }
  readonly #unnamed: Readonly<Record<Mention, Set<string>>> = {
    lot: new Set(),
    fulfils: new Set(),
    input: new Set(),
  }
  readonly #namedByNobody = new Set<string>()

  /** Undefined where nobody has asked yet. */
  of(relation: Mention, target: string, party: string): readonly StoredRecord[] | undefined {
    if (this.isUnnamed(relation, target)) return NOTHING
    return this.#found[relation].get(target)?.get(party)
  }

  /** An empty list for what is found now. */
  begin(relation: Mention, target: string, party: string): StoredRecord[] {
    const list: StoredRecord[] = []
    const by = this.#found[relation].get(target)
    if (by === undefined) this.#found[relation].set(target, new Map([[party, list]]))
    else by.set(party, list)
    return list
  }

  isUnnamed(relation: Mention, target: string): boolean {
    return this.#namedByNobody.has(target) || this.#unnamed[relation].has(target)
  }

  /** Nobody at all names it, in whatever way. */
  setNamedByNobody(target: string): void {
    this.#namedByNobody.add(target)
  }

  /** Nobody at all names it so. */
  setUnnamed(relation: Mention, target: string): void {
    this.#unnamed[relation].add(target)
  }
}
