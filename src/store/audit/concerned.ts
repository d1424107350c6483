import { fromJson, membersOf } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'
import type { Parties } from '../tables/parties.ts'

/** Members of an audit entry's detail that hold the seq of an act. */
export const ACT_MEMBERS = [
  'grant',
  'delegation',
  'objection',
  'credential',
  'device',
  'enrolment',
  'request',
  'evidence',
  'access_request',
] as const

/** Members of an act that name a party. */
const PARTY_MEMBERS = [
  'subject',
  'grantee',
  'principal',
  'delegate',
  'party',
  'lodged_by',
  'uploaded_by',
] as const

/**
 * Finds the parties that an audit entry concerns: those of the act that was done or refused, the notified
 * party, and the party that an operator looked up. The result depends on the entry and the log before it, so
 * it never changes.
 */
export class Concerned {
  readonly #parties: Parties
  readonly #act
  readonly #recipient

  constructor(db: Db, parties: Parties) {
    this.#parties = parties
    this.#act = db.prepare<[number], string>('SELECT body FROM entry WHERE seq = ?').pluck()
    this.#recipient = db.prepare<[number], number>('SELECT recipient FROM notification WHERE n = ?').pluck()
  }

  /** Returns the numbers of the parties that an entry with this detail concerns. */
  parties(detail: object | undefined): ReadonlySet<number> {
    const found = new Set<number>()
    if (detail === undefined) return found
    const members = membersOf(detail)
    for (const member of ACT_MEMBERS) {
      const seq = members[member]
      if (typeof seq === 'number') for (const party of this.#ofAct(seq)) found.add(party)
    }
    if (typeof members.notification_number === 'string') {
      const recipient = this.#recipient.get(Number(members.notification_number))
      if (recipient !== undefined) found.add(recipient)
    }
    if (typeof members.looked_up === 'number') found.add(members.looked_up)
    return found
  }

  #ofAct(seq: number): number[] {
    const said = saidIn(this.#act.get(seq) ?? '{}')
    return PARTY_MEMBERS.map((member) => said[member])
      .filter((id) => typeof id === 'string')
      .map((id) => this.#parties.find(id))
      .filter((party) => party !== undefined)
  }
}

/** A damaged row must not keep the service from starting; "granary verify" reports it. */
function saidIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return fromJson<Record<string, unknown>>(json)
  } catch {
    return {}
  }
}
