import { tipsOf } from '../domain/derived/standing.ts'
import { type PartyFacts, partyFacts } from '../domain/party.ts'
import type { Store } from './store.ts'

const REMEMBERED = 50_000

/** What `party` records state about parties, cached until such a record changes. */
export class People {
  readonly #store: Store
  readonly #known = new Map<number, PartyFacts>()

  constructor(store: Store) {
    this.#store = store
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
  }

  /** Parties with this member number in the cooperative's current records: one, unless it made a mistake. */
  withMemberNumber(memberNo: string): number[] {
    const candidates = new Set(this.#store.records.memberNumbers(memberNo).map((m) => m.party))
    return [...candidates].filter((party) => this.facts(party).memberNo === memberNo)
  }

  #load(party: number): PartyFacts {
    const { records, parties, appliance } = this.#store
    const id = parties.id(party)
    const cooperative = appliance.cooperative === null ? '' : parties.id(appliance.cooperative)
    const seqs = records.partyStatements(party, appliance.cooperative ?? 0)
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
