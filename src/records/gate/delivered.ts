import { must } from '../../base/typed.ts'
import { INDEXED } from '../../store/postings.ts'
import type { Store } from '../../store/store.ts'
import type { Share } from './share.ts'

/**
 * What the change feed delivered to each party for each purpose, by the audit log: the feed may close what it delivered, and
 * must name nothing else (contract §21). Read when something may have closed, then kept and brought up to date.
 */

/** Parties and purposes kept in memory. */
const REMEMBERED = 16
/** Audit entries read together. */
const ENTRIES_AT_ONCE = 16
/** Audit entries that cost a slice as much as one row. */
const ENTRIES_A_ROW = 4

/** By number of a record: the last audit entry that delivered it. */
class LastEntries {
  readonly #pieces = new Map<number, Uint32Array>()

  set(seq: number, n: number): void {
    const piece = this.#pieces.get(Math.floor(seq / A_PIECE)) ?? new Uint32Array(A_PIECE)
    piece[seq % A_PIECE] = n
    this.#pieces.set(Math.floor(seq / A_PIECE), piece)
  }

  /** 0 if there is none. */
  of(seq: number): number {
    return this.#pieces.get(Math.floor(seq / A_PIECE))?.[seq % A_PIECE] ?? 0
  }
}

const A_PIECE = 1_024

interface Known {
  readonly last: LastEntries
  /** By credential: the last audit entry read. */
  readonly through: Map<number, number>
}

export class Delivered {
  readonly #store: Store
  readonly #known = new Map<string, Known>()

  constructor(store: Store) {
    this.#store = store
    // Entries of a transaction that was undone are written again with other numbers.
    store.onRollback(() => this.#known.clear())
  }

  /**
   * Whether the feed delivered a record, by its number, to a party for a purpose.
   * @param sinceN only what was delivered after this entry of the audit log, when the puller began
   * @param share of the slice; reading the audit log spends it
   * @returns null if the share was spent before all was read: ask again in a further job
   */
  to(party: number, purpose: string, sinceN: number, share: Share): ((seq: number) => boolean) | null {
    const { last, through } = this.#of(`${party} ${purpose}`)
    for (const { seq: credential } of this.#store.credentials.ofParty(party))
      while (this.#readSome(credential, purpose, last, through, share)) if (share.isSpent) return null
    return (seq) => last.of(seq) > sinceN
  }

  /** @returns whether more may be left */
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

  #of(key: string): Known {
    const known = this.#known.get(key) ?? { last: new LastEntries(), through: new Map<number, number>() }
    // The one asked for last is dropped last.
    this.#known.delete(key)
    this.#known.set(key, known)
    if (this.#known.size > REMEMBERED) this.#known.delete(must(this.#known.keys().next().value))
    return known
  }
}
