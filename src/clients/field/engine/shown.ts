import { isHeld, isHoldable } from '../rules/acts.ts'
import { type Chain, Chains, newsOf } from '../rules/chains.ts'
import {
  canConfirm,
  confirmationOf,
  isConfirmed,
  isWithoutToken,
  toConfirm,
  withoutToken,
} from '../rules/confirmer.ts'
import type { Entry, SentRecord } from '../rules/entry.ts'
import { fedAlone, fedEntry } from '../rules/following.ts'
import { MemberIndex, withOwn } from '../rules/members.ts'
import { ifNoRoom } from './database.ts'
import type { Feed } from './feed.ts'
import type { Inside } from './inside.ts'

/** What the screens of an open phone show: its records, those of the feed, and what others did to them. */

/** An entry as a list shows it. */
export interface ListedEntry extends Entry {
  readonly isSending: boolean
  /** It waits until its person enters a PIN or has a new code. */
  readonly isWithoutToken: boolean
}

type Entries = readonly Entry[]
type ShownParts = Pick<Inside, 'records' | 'feed' | 'session' | 'telling'>

export class PhoneShown {
  readonly #phone: ShownParts
  readonly #sending: () => ReadonlySet<string>
  #chainsOf: { entries: Entries; fed: Feed['chains']; chains: Chains } | null = null
  #plotsOf: {
    entries: Entries
    others: Feed['others']
    fed: Feed['chains']
    names: ReadonlyMap<string, string>
  } | null = null
  #membersOf: { feed: MemberIndex; entries: Entries; own: Entries; index: MemberIndex } | null = null

  /** @param sending keys of the entries in the batch under way */
  constructor(phone: ShownParts, sending: () => ReadonlySet<string>) {
    this.#phone = phone
    this.#sending = sending
  }

  /** Those of the feed, and new ones that this phone wrote. */
  get members(): MemberIndex {
    const { feed, records } = this.#phone
    const known = this.#membersOf
    if (known?.feed === feed.members && known.entries === records.all) return known.index
    const own = records.all
      .filter(({ record }) => record.type === 'party')
      .sort((a, b) => a.madeAt - b.madeAt)
    if (known?.feed === feed.members && same(known.own, own)) {
      known.entries = records.all
      return known.index
    }
    const placeOf = (region: string) => feed.registry.regions[region] ?? region
    const index = own.length === 0 ? feed.members : new MemberIndex(withOwn(feed.members.all, own), placeOf)
    this.#membersOf = { feed: feed.members, entries: records.all, own, index }
    return index
  }

  /** Every record of the phone, the newest first. */
  entries(): ListedEntry[] {
    return this.#phone.records.all.map((entry) => this.#listed(entry)).sort((a, b) => b.madeAt - a.madeAt)
  }

  #listed(entry: Entry): ListedEntry {
    const isSending = this.#sending().has(entry.key)
    return { ...withoutToken(entry), isSending, isWithoutToken: isWithoutToken(entry) }
  }

  /** Lots, records of this phone, what others did to them, and what can be confirmed here, as the feed sent them. */
  fetched(): readonly SentRecord[] {
    const { feed } = this.#phone
    return [...feed.others.values(), ...feed.chains.values()]
  }

  /** Names of plots by the plots' ids; the newest of this phone first, then those of the feed. */
  get plotNames(): ReadonlyMap<string, string> {
    const { records, feed } = this.#phone
    const known = this.#plotsOf
    if (known?.entries === records.all && known.others === feed.others && known.fed === feed.chains)
      return known.names
    const names = new Map<string, string>()
    for (const { type, plot, name } of [...this.entries().map(({ record }) => record), ...this.fetched()])
      if (type === 'plot' && typeof plot === 'string' && !names.has(plot))
        names.set(plot, typeof name === 'string' ? name : '')
    this.#plotsOf = { entries: records.all, others: feed.others, fed: feed.chains, names }
    return names
  }

  /**
   * Records of this phone that it knows from the feed alone, as entries: `correct` and `takeBack` accept their keys, which
   * are the records' ids.
   */
  fromFeed(): ListedEntry[] {
    const { records, feed, session } = this.#phone
    return fedAlone(feed.chains, records.all, session.device).map((record) => this.#listed(fedEntry(record)))
  }

  /** Returns what a key opens: an entry, or a record that the feed brought. */
  entryOf(key: string): ListedEntry | undefined {
    const entry = this.stored(key)
    return entry && this.#listed(entry)
  }

  /** The same, as it is kept and changed. */
  stored(key: string): Entry | undefined {
    const { records, feed } = this.#phone
    const fed = feed.of(key)
    return records.of(key) ?? (fed && fedEntry(fed))
  }

  /** Returns a record of this phone or of the feed. */
  ofId(id: string): SentRecord | undefined {
    const { records, feed } = this.#phone
    return records.ofId(id)?.record ?? feed.of(id)
  }

  // --- What others did to the phone's records ---

  get #chains(): Chains {
    const { records, feed, session } = this.#phone
    const entries = records.all
    const known = this.#chainsOf
    if (known?.fed === feed.chains && same(known.entries, entries)) return known.chains
    const chains = new Chains(entries, feed.chains, session)
    this.#chainsOf = { entries, fed: feed.chains, chains }
    return chains
  }

  /** Returns the versions of a record that the phone knows, by the id of any. */
  chainOf(id: string): Chain {
    return this.#chains.of(id)
  }

  /** Chains that others changed, by the id of each version and retraction. */
  get changedElsewhere(): ReadonlyMap<string, Chain> {
    return this.#chains.changed
  }

  /** Whether others changed the record since a person last looked at it here, or a person must still decide. */
  isNews(chain: Chain): boolean {
    return this.#isUnseen(chain) || this.#isHolding(chain)
  }

  #isUnseen(chain: Chain): boolean {
    const { lookedAt } = this.#phone.feed
    return newsOf(chain).some((one) => !lookedAt.has(one))
  }

  /** Whether a correction waits here until a person decides. */
  #isHolding(chain: Chain): boolean {
    return chain.branches.some(({ key, isUnsent }) => {
      const entry = isUnsent ? this.#phone.records.of(key) : undefined
      return entry !== undefined && isHeld(chain, entry)
    })
  }

  /** Whether an entry is not sent before a person decides. */
  isHeld(entry: Entry): boolean {
    return isHoldable(entry) && isHeld(this.chainOf(entry.record.id), entry)
  }

  /** Returns how many records others changed since a person looked at them. */
  get news(): number {
    return [...new Set(this.changedElsewhere.values())].filter((chain) => this.isNews(chain)).length
  }

  /** Notes that a person looks at the record. Without room for it, it is shown as new again. */
  async look(chain: Chain): Promise<void> {
    if (!this.#isUnseen(chain)) return
    await ifNoRoom(this.#phone.feed.look(newsOf(chain)), () => {})
    this.#phone.telling.wrote()
  }

  /** What others wrote of deliveries and payments with the phone's party, which confirms them. */
  toConfirm(): SentRecord[] {
    const { records, feed, session } = this.#phone
    return toConfirm(feed.others.values(), records.all, session.party)
  }

  /** Returns who can confirm a record of this phone now; null if nobody can, or somebody did. */
  canConfirm(key: string): string | null {
    const { records, feed, session } = this.#phone
    const entry = this.stored(key)
    if (entry === undefined) return null
    const fed = feed.of(entry.record.id)
    const chain = this.chainOf(entry.record.id)
    return fed !== undefined && isConfirmed(fed) ? null : canConfirm(records.all, entry, session.party, chain)
  }

  /** Returns what a person confirmed here of a record, or whether the office has it confirmed. */
  confirmationOf(id: string): ListedEntry | 'at_office' | null {
    const { records, feed } = this.#phone
    const found = confirmationOf(records.all, id)
    if (found !== undefined) return this.#listed(found)
    const fed = feed.of(id)
    return fed !== undefined && isConfirmed(fed) ? 'at_office' : null
  }
}

const same = (one: Entries, other: Entries): boolean =>
  one.length === other.length && one.every((entry, i) => entry === other[i])
