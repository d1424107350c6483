import { must } from '../../base/typed.ts'
import { INDEXED } from '../../store/audit/postings.ts'
import type { Store } from '../../store/store.ts'
import type { Share } from './share.ts'

/**
 * What the change feed delivered to each party for each purpose, as the audit log shows. The feed may close
 * what it delivered, and must name nothing else (contract §21). The entries are read when a record may have
 * closed, then kept in memory and brought up to date.
 */

/** Parties and purposes kept in memory. */
const REMEMBERED = 16
/** Audit entries read together. */
const ENTRIES_AT_ONCE = 16
/** Audit entries that cost a slice as much as one row. */
const ENTRIES_A_ROW = 4

/** The last audit entry that delivered each record, by the record's number. */
class LastEntries {
  readonly #chunks = new Map<number, Uint32Array>()

  set(seq: number, n: number): void {
    const chunk = this.#chunks.get(Math.floor(seq / CHUNK_LENGTH)) ?? new Uint32Array(CHUNK_LENGTH)
    chunk[seq % CHUNK_LENGTH] = n
    this.#chunks.set(Math.floor(seq / CHUNK_LENGTH), chunk)
  }

  /** Returns 0 if no entry delivered the record. */
  of(seq: number): number {
    return this.#chunks.get(Math.floor(seq / CHUNK_LENGTH))?.[seq % CHUNK_LENGTH] ?? 0
  }
}

const CHUNK_LENGTH = 1_024

interface KnownDeliveries {
  readonly last: LastEntries
  /** By credential: the last audit entry read. */
  readonly through: Map<number, number>
}

export class Delivered {
  readonly #store: Store
  readonly #known = new Map<string, KnownDeliveries>()

  constructor(store: Store) {
    this.#store = store
    // After a rollback, the same entries are written again with other numbers.
    store.onRollback(() => this.#known.clear())
  }

  /**
   * Returns a test of whether the feed delivered a record, given by its number, to a party for a purpose.
   * @param sinceN the audit log's newest entry when the puller began; deliveries up to it do not count
   * @param share what the slice may spend; reading the audit log spends it
   * @returns null if the share was spent before everything was read: call again in a further job
   */
  to(party: number, purpose: string, sinceN: number, share: Share): ((seq: number) => boolean) | null {
    const { last, through } = this.#of(`${party} ${purpose}`)
    for (const { seq: credential } of this.#store.credentials.ofParty(party))
      while (this.#readSome(credential, purpose, last, through, share)) if (share.isSpent) return null
    return (seq) => last.of(seq) > sinceN
  }

  /** Reads the next audit entries of a credential. @returns whether more may be left */
  #readSome(
    credential: number,
    purpose: string,
    last: LastEntries,
    through: Map<number, number>,
    share: Share,
  ): boolean {
    const { audit } = this.#store
    const after = through.get(credential) ?? 0
    const uses = audit.index.after(INDEXED.credential, credential, after, ENTRIES_AT_ONCE)
    const ns = uses.slice(0, ENTRIES_AT_ONCE).map(({ n }) => n)
    for (const entry of audit.entries(ns).values())
      if (entry.action === 'changes' && (entry.purpose ?? '') === purpose && entry.outcome === 'disclosed')
        for (const seq of entry.records) last.set(seq, Math.max(last.of(seq), entry.n))
    const newest = ns.at(-1)
    if (newest === undefined) return false
    through.set(credential, newest)
    share.spend(Math.ceil(ns.length / ENTRIES_A_ROW), 0)
    return true
  }

  #of(key: string): KnownDeliveries {
    const known = this.#known.get(key) ?? { last: new LastEntries(), through: new Map<number, number>() }
    // Moves the entry to the end: the least recently used one is dropped first.
    this.#known.delete(key)
    this.#known.set(key, known)
    if (this.#known.size > REMEMBERED) this.#known.delete(must(this.#known.keys().next().value))
    return known
  }
}
