import { idHex } from '../domain/id.ts'
import { involvementRoles, isChangeThere, isMentionThere } from '../store/inspect/derived-rows.ts'
import type { Db } from '../store/open.ts'
import type { Ledger } from './ledger.ts'

/**
 * Tells on those rows alone that are there, of the tables that are written behind the log: a row that the newest records
 * call for may be in the service's memory yet, but none may be there that no record calls for.
 */
export class WrittenRows implements Ledger {
  readonly #db: Db
  readonly #ledger: Ledger

  constructor(db: Db, ledger: Ledger) {
    this.#db = db
    this.#ledger = ledger
  }

  mention(seq: number, target: string, relation: number, party: number): void {
    if (isMentionThere(this.#db, [idHex(target), relation, party, seq]))
      this.#ledger.mention(seq, target, relation, party)
  }

  involvement(seq: number, party: number, type: number, occurredAt: number, id: string, role: number): void {
    for (const stored of involvementRoles(this.#db, [party, type, occurredAt, idHex(id), role, seq]))
      if ((stored & role) !== 0) this.#ledger.involvement(seq, party, type, occurredAt, id, stored & role)
  }

  change(seq: number, party: number, type: number): void {
    if (isChangeThere(this.#db, [party, type, seq, seq])) this.#ledger.change(seq, party, type)
  }

  link(seq: number, target: string, relation: number): void {
    this.#ledger.link(seq, target, relation)
  }

  partyStatement(seq: number, party: number, assertedBy: number): void {
    this.#ledger.partyStatement(seq, party, assertedBy)
  }

  memberNumber(seq: number, memberNo: string, party: number): void {
    this.#ledger.memberNumber(seq, memberNo, party)
  }

  citation(seq: number, sha256: string, assertedBy: number): void {
    this.#ledger.citation(seq, sha256, assertedBy)
  }

  natureChange(seq: number, party: number): void {
    this.#ledger.natureChange(seq, party)
  }
}
