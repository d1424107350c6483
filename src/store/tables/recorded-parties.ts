import { must } from '../../base/typed.ts'
import { tipsOf } from '../../domain/derived/standing.ts'
import { searchText } from '../../domain/folding.ts'
import { type OtherId, plainId } from '../../domain/other-ids.ts'
import { partyFacts } from '../../domain/party.ts'
import type { PartyKind } from '../../domain/shapes.ts'
import type { Store } from '../store.ts'

/** A party as the cooperative's own current records describe it. */
export interface RecordedParty {
  readonly n: number
  readonly party: string
  readonly name: string
  readonly kind: PartyKind
  readonly memberNo: string | null
  readonly phone: string | null
  readonly region: string | null
  readonly language: string | null
  /** Whether it wants messages about its own records; null if nobody asked. */
  readonly messages: boolean | null
  readonly ids: readonly OtherId[]
  /** The party of which this one is a duplicate. */
  readonly sameAs: string | null
  /** The name, the member number and ids of others, folded for searches. */
  readonly told: string
  /**
   * Id of the newest record that describes the party; null if all records only state it to be a duplicate.
   */
  readonly statement: string | null
}

/**
 * The parties that the cooperative has recorded: its members, and others that it deals with. The front office
 * searches only these. So a search reads only the cooperative's own records, and finds no party by a name
 * that it gave itself.
 */
export class RecordedParties {
  readonly #store: Store
  /** All parties about which the cooperative ever recorded anything; null until first used. */
  #numbers: Set<number> | null = null
  #ascending: readonly number[] | null = null
  /** Null if the statements were retracted or contradict each other. */
  readonly #known = new Map<number, RecordedParty | null>()

  constructor(store: Store) {
    this.#store = store
    store.onRollback(() => {
      this.#numbers = null
      this.#ascending = null
      this.#known.clear()
    })
  }

  /** Call when a `party` record about the party is appended, corrected or retracted. */
  changed(party: number): void {
    this.#known.delete(party)
    const { cooperative } = this.#store.appliance
    if (this.#numbers === null || cooperative === null || this.#numbers.has(party)) return
    if (this.#store.records.statements.by(cooperative, [party]).length === 0) return
    this.#numbers.add(party)
    this.#ascending = null
  }

  /** The next parties, in the order in which they became known. @param after a party's number; 0 to start */
  after(
    after: number,
    count: number,
  ): {
    readonly found: readonly RecordedParty[]
    /** Parties without any valid statement. */
    readonly gone: readonly number[]
    readonly last: number | null
  } {
    this.#ascending ??= [...this.#all()].sort((a, b) => a - b)
    const from = firstAbove(this.#ascending, after)
    const next = this.#ascending.slice(from, from + count)
    const last = from + count < this.#ascending.length ? (next.at(-1) ?? null) : null
    const found = this.#described(next)
    return { found, gone: next.filter((n) => this.#known.get(n) === null), last }
  }

  of(party: number): RecordedParty | undefined {
    return this.#all().has(party) ? this.#described([party])[0] : undefined
  }

  #all(): Set<number> {
    if (this.#numbers !== null) return this.#numbers
    const { appliance, records } = this.#store
    if (appliance.cooperative === null) return new Set()
    this.#numbers = new Set(records.statements.describedBy(appliance.cooperative))
    return this.#numbers
  }

  #described(parties: readonly number[]): RecordedParty[] {
    const unknown = parties.filter((party) => !this.#known.has(party))
    if (unknown.length > 0) this.#load(unknown)
    return parties.flatMap((party) => this.#known.get(party) ?? [])
  }

  #load(numbers: readonly number[]): void {
    const { appliance, parties, records } = this.#store
    const by = must(appliance.cooperative)
    const cooperative = parties.id(by)
    const world = this.#store.recordGraph()
    const statements = world
      .addSeqs([...new Set(records.statements.by(by, numbers))])
      .filter((record) => record.type === 'party')
    world.prefetchStandings(statements)
    const tips = statements.filter(({ root, id }) => tipsOf(world, root).some((tip) => tip.id === id))
    const byParty = Map.groupBy(tips, ({ body }) => body.party)
    for (const n of numbers) {
      const party = parties.id(n)
      const said = (byParty.get(party) ?? []).map(({ body }) => body)
      const { called, byCooperative, memberNo, sameAs } = partyFacts(party, cooperative, said)
      const { name, phone, region, language, messages, ids } = byCooperative
      const statement = newest(said.filter(({ same_as }) => same_as === undefined))
      const found = {
        n,
        party,
        name: name ?? '',
        kind: called.kind,
        memberNo,
        phone,
        region,
        language,
        messages,
        ids,
        sameAs,
        told: searchText(
          name,
          memberNo,
          ids.map(({ value }) => plainId(value)),
        ),
        statement,
      }
      this.#known.set(n, name === null ? null : found)
    }
  }
}

const newest = (said: readonly { readonly id: string; readonly occurred_at: string }[]): string | null =>
  said.reduce<{ readonly id: string; readonly occurred_at: string } | null>(
    (last, one) =>
      last === null ||
      one.occurred_at > last.occurred_at ||
      (one.occurred_at === last.occurred_at && one.id > last.id)
        ? one
        : last,
    null,
  )?.id ?? null

/** Index of the first number above this one. */
function firstAbove(ascending: readonly number[], n: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (must(ascending[middle]) > n) high = middle
    else low = middle + 1
  }
  return low
}
