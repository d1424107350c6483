import type { Db } from '../file/open.ts'

/** A delegation and its end. Instants are in milliseconds, parties are numbers, types are a bit mask. */
export interface DelegationRow {
  readonly seq: number
  readonly principal: number
  readonly delegate: number
  readonly types: number
  /** Space-separated words: assert correct confirm object. */
  readonly acts: string
  readonly validFrom: number
  readonly validUntil: number
  readonly basis: string
  readonly endedAt: number | null
}

const DELEGATION = `SELECT d.seq, d.principal, d.delegate, d.types, d.acts, d.valid_from AS validFrom,
  d.valid_until AS validUntil, d.basis, e.at AS endedAt
  FROM delegation d LEFT JOIN delegation_end e ON e.delegation = d.seq`

export class Delegations {
  readonly #bySeq
  readonly #ofPrincipal
  readonly #ofDelegate
  readonly #notOver

  constructor(db: Db) {
    this.#bySeq = db.prepare<[number], DelegationRow>(`${DELEGATION} WHERE d.seq = ?`)
    // Two queries, each over one index: a single query would sort all delegations of a party for every page.
    this.#ofPrincipal = db.prepare<[number, number, number], DelegationRow>(
      `${DELEGATION} WHERE d.principal = ? AND d.seq < ? ORDER BY d.seq DESC LIMIT ?`,
    )
    this.#ofDelegate = db.prepare<[number, number, number], DelegationRow>(
      `${DELEGATION} WHERE d.delegate = ? AND d.seq < ? ORDER BY d.seq DESC LIMIT ?`,
    )
    this.#notOver = db.prepare<[number], DelegationRow>(
      `${DELEGATION} WHERE d.valid_until > ? AND e.at IS NULL ORDER BY d.seq`,
    )
  }

  bySeq(seq: number): DelegationRow | undefined {
    return this.#bySeq.get(seq)
  }

  /** Delegations before an entry with the party as principal or delegate, newest first. */
  ofParty(party: number, beforeSeq: number, count: number): DelegationRow[] {
    const given = this.#ofPrincipal.all(party, beforeSeq, count)
    const received = this.#ofDelegate.all(party, beforeSeq, count)
    return [...given, ...received].sort((a, b) => b.seq - a.seq).slice(0, count)
  }

  /** Delegations of all parties that are in force, or will be, oldest first. */
  notOver(nowMs: number): DelegationRow[] {
    return this.#notOver.all(nowMs)
  }
}
