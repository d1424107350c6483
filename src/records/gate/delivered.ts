import { INDEXED } from '../../store/postings.ts'
import type { Store } from '../../store/store.ts'
import type { Share } from './share.ts'

/**
 * What the change feed delivered to each party for each purpose, by the audit log: the feed may close what it delivered, and
 * must name nothing else (contract §21). Read when something may have closed, then kept and brought up to date.
 */

/** Parties and purposes kept in memory. */
const REMEMBERED = 64
/** Audit entries read together. */
const ENTRIES_AT_ONCE = 100
/** Audit entries that cost a slice as much as one row. */
const ENTRIES_A_ROW = 4

/** A set of the numbers of entries. */
class Seqs {
  readonly #pieces = new Map<number, Uint8Array>()

  add(seq: number): void {
    const piece = this.#pieces.get(pieceOf(seq)) ?? new Uint8Array(BITS_A_PIECE / 8)
    piece[byteOf(seq)] = (piece[byteOf(seq)] as number) | bitOf(seq)
    this.#pieces.set(pieceOf(seq), piece)
  }

  has(seq: number): boolean {
    const piece = this.#pieces.get(pieceOf(seq))
    return piece !== undefined && ((piece[byteOf(seq)] as number) & bitOf(seq)) !== 0
  }
}

const BITS_A_PIECE = 4_096
const pieceOf = (seq: number): number => Math.floor(seq / BITS_A_PIECE)
const byteOf = (seq: number): number => (seq % BITS_A_PIECE) >> 3
const bitOf = (seq: number): number => 1 << (seq % 8)

interface Known {
  readonly seqs: Seqs
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
   * @param share of the slice; reading the audit log spends it
   * @returns null if the share was spent before all was read: ask again in a further job
   */
  to(party: number, purpose: string, share: Share): ((seq: number) => boolean) | null {
    const { seqs, through } = this.#of(`${party} ${purpose}`)
    for (const { seq: credential } of this.#store.credentials.ofParty(party))
      while (this.#readSome(credential, purpose, seqs, through, share)) if (share.isSpent) return null
    return (seq) => seqs.has(seq)
  }

  /** @returns whether more may be left */
  #readSome(
    credential: number,
    purpose: string,
    seqs: Seqs,
    through: Map<number, number>,
    share: Share,
  ): boolean {
    const { audit } = this.#store
    const after = through.get(credential) ?? 0
    const uses = audit.index.after(INDEXED.credential, credential, after, ENTRIES_AT_ONCE)
    const ns = uses.slice(0, ENTRIES_AT_ONCE).map(({ n }) => n)
    for (const entry of audit.entries(ns).values())
      if (entry.action === 'changes' && (entry.purpose ?? '') === purpose && entry.outcome === 'disclosed')
        for (const seq of entry.records) seqs.add(seq)
    const last = ns.at(-1)
    if (last === undefined) return false
    through.set(credential, last)
    share.spend(Math.ceil(ns.length / ENTRIES_A_ROW), 0)
    return true
  }

  #of(key: string): Known {
    const known = this.#known.get(key) ?? { seqs: new Seqs(), through: new Map<number, number>() }
    // The one asked for last is dropped last.
    this.#known.delete(key)
    this.#known.set(key, known)
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value as string)
    return known
  }
}
