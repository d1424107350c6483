import { tipsOf } from '../../domain/derived/standing.ts'
import { numberForms, numberKey } from '../../domain/folding.ts'
import { type PartyFacts, partyFacts } from '../../domain/party.ts'
import type { Store } from '../store.ts'
import { RecordedParties } from './recorded-parties.ts'

const REMEMBERED = 50_000

/** Facts that records state about parties, cached until a `party` record about the party changes them. */
export class People {
  readonly #store: Store
  readonly #known = new Map<number, PartyFacts>()
  /** The parties that the cooperative has recorded. */
  readonly recorded: RecordedParties

  constructor(store: Store) {
    this.#store = store
    this.recorded = new RecordedParties(store)
    store.onRollback(() => this.#known.clear())
  }

  facts(party: number): PartyFacts {
    const known = this.#known.get(party)
    if (known) return known
    const facts = this.#load(party)
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(party, facts)
    return facts
  }

  /** Call when a `party` record about the party is appended, corrected or retracted. */
  changed(party: number): void {
    this.#known.delete(party)
    this.recorded.changed(party)
  }

  /**
   * The parties to which the cooperative's current records assign this member number, however it is written
   * (00017 is 17). There is one, unless the cooperative made a mistake.
   */
  withMemberNumber(memberNo: string): number[] {
    const given = this.#store.records.statements.withNumbers(numberForms(memberNo))
    const candidates = new Set(given.map(({ party }) => party))
    const key = numberKey(memberNo)
    return [...candidates].filter((party) => numberKey(this.recorded.of(party)?.memberNo ?? '') === key)
  }

  /** Returns the party that the cooperative keeps if a person was entered twice; otherwise the same party. */
  kept(party: number): number {
    const seen = new Set<number>()
    for (let at = party; ; ) {
      const sameAs = this.recorded.of(at)?.sameAs
      const next = sameAs == null ? undefined : this.#store.parties.find(sameAs)
      // If the statements form a ring, no party in it is kept: return the party itself.
      if (next === undefined || seen.has(next)) return next === undefined ? at : party
      seen.add(at)
      at = next
    }
  }

  /** Returns the party and all its duplicates: the entries of one person. */
  entriesOf(party: number): readonly number[] {
    const found = new Set([party])
    for (const one of found)
      for (const id of this.facts(one).duplicates) {
        const n = this.#store.parties.find(id)
        if (n !== undefined) found.add(n)
      }
    return [...found]
  }

  #load(party: number): PartyFacts {
    const { records, parties, appliance } = this.#store
    const id = parties.id(party)
    const cooperative = appliance.cooperative === null ? '' : parties.id(appliance.cooperative)
    const seqs = records.statements.about(party, appliance.cooperative ?? 0)
    if (seqs.length === 0) return partyFacts(id, cooperative, [])
    const world = this.#store.recordGraph()
    const statements = world.addSeqs(seqs).filter((record) => record.type === 'party')
    world.prefetch(statements)
    const tips = statements.filter((s) => tipsOf(world, s.root).some((tip) => tip.id === s.id))
    return partyFacts(
      id,
      cooperative,
      tips.map((tip) => tip.body),
    )
  }
}
