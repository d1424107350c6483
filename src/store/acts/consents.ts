import { fromJson, must } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'

/** A grant as the gate needs it. Instants are in milliseconds, parties are numbers, types are a bit mask. */
export interface GrantRow {
  readonly seq: number
  readonly subject: number
  readonly grantee: number
  readonly purpose: string
  readonly types: number
  readonly validFrom: number
  readonly expiresAt: number
  readonly endedAt: number | null
  /** Seq of the entry that ended the grant. */
  readonly endedBy: number | null
  /** The grant covers events from `occurredFrom` on and before `occurredTo`; null if there is no bound. */
  readonly occurredFrom: number | null
  readonly occurredTo: number | null
  readonly keepUntil: number | null
}

/** A grant and the time of its receipt. */
export interface ReceivedGrant extends GrantRow {
  readonly receivedAtMs: number
}

export interface ObjectionRow {
  readonly seq: number
  readonly subject: number
  /** Null if the objection covers every purpose. */
  readonly purposes: readonly string[] | null
  /** Bit mask; null if the objection covers every type. */
  readonly types: number | null
  readonly endedAt: number | null
}

const GRANT_COLUMNS = `g.seq, g.subject, g.grantee, g.purpose, g.types, g.valid_from AS validFrom,
  g.expires_at AS expiresAt, e.at AS endedAt, e.seq AS endedBy,
  g.occurred_from AS occurredFrom, g.occurred_to AS occurredTo, g.keep_until AS keepUntil`
const GRANT = `SELECT ${GRANT_COLUMNS}
  FROM consent_grant g LEFT JOIN consent_grant_end e ON e.consent_grant = g.seq`

const OBJECTION = `SELECT o.seq, o.subject, o.purposes, o.types, e.at
  FROM objection o LEFT JOIN objection_end e ON e.objection = o.seq`
type ObjectionColumns = [
  seq: number,
  subject: number,
  purposes: string | null,
  types: number | null,
  endedAt: number | null,
]

const asObjection = ([seq, subject, purposes, types, endedAt]: ObjectionColumns): ObjectionRow => ({
  seq,
  subject,
  purposes: purposes === null ? null : fromJson<string[]>(purposes),
  types,
  endedAt,
})

/** The number of cached results for grants and for objections, a few hundred bytes each. */
const REMEMBERED = 10_000
/** The number of readers whose grants are cached: up to thousands each, read again for every slice. */
const READERS_REMEMBERED = 32

/** Grants and objections as rows. `domain/consent.ts` decides which are in force and what they cover. */
export class Consents {
  readonly #knownGrants = new Map<string, GrantRow[]>()
  readonly #knownObjections = new Map<number, ObjectionRow[]>()
  readonly #knownReceived = new Map<string, ReceivedGrant[]>()
  readonly #grant
  readonly #grantsBetween
  readonly #grantsReceived
  readonly #grantsOf
  readonly #grantsHeldBy
  readonly #objections
  readonly #objection
  readonly #standing
  readonly #objectionsPage
  readonly #grantsEnding
  readonly #grantsOld
  readonly #receivedAt
  readonly #nextPurpose
  readonly #nextGrantee
  readonly #grantsNotOver
  readonly #withdrawn
  readonly #lodged

  constructor(db: Db) {
    this.#grant = db.prepare<[number], GrantRow>(`${GRANT} WHERE g.seq = ?`)
    this.#grantsBetween = db.prepare<[number, string, number], GrantRow>(
      `${GRANT} WHERE g.grantee = ? AND g.purpose = ? AND g.subject = ?`,
    )
    this.#grantsReceived = db.prepare<[number, string], ReceivedGrant>(
      `SELECT ${GRANT_COLUMNS}, a.received_at AS receivedAtMs
       FROM consent_grant g JOIN entry a ON a.seq = g.seq LEFT JOIN consent_grant_end e ON e.consent_grant = g.seq
       WHERE g.grantee = ? AND g.purpose = ?`,
    )
    this.#grantsOf = db.prepare<[number, number, number], GrantRow>(
      `${GRANT} WHERE g.subject = ? AND g.seq < ? ORDER BY g.seq DESC LIMIT ?`,
    )
    this.#grantsHeldBy = db.prepare<[number, number, number], GrantRow>(
      `${GRANT} WHERE g.grantee = ? AND g.seq < ? ORDER BY g.seq DESC LIMIT ?`,
    )
    this.#objections = db
      .prepare<[number], ObjectionColumns>(`${OBJECTION} WHERE o.subject = ? AND e.at IS NULL`)
      .raw()
    this.#objection = db.prepare<[number], ObjectionColumns>(`${OBJECTION} WHERE o.seq = ?`).raw()
    this.#standing = db.prepare<[], ObjectionColumns>(`${OBJECTION} WHERE e.at IS NULL ORDER BY o.seq`).raw()
    this.#objectionsPage = db
      .prepare<[number, number, number], ObjectionColumns>(
        `${OBJECTION} WHERE o.subject = ? AND o.seq < ? ORDER BY o.seq DESC LIMIT ?`,
      )
      .raw()
    this.#grantsNotOver = db.prepare<[number, number, number], GrantRow>(
      `${GRANT} WHERE g.subject = ? AND g.expires_at > ? AND e.at IS NULL ORDER BY g.expires_at LIMIT ?`,
    )
    this.#lodged = db
      .prepare<[number, number], ObjectionColumns>(`${OBJECTION} WHERE o.seq > ? AND o.seq <= ?`)
      .raw()
    this.#withdrawn = db
      .prepare<[number, number], ObjectionColumns>(
        `SELECT o.seq, o.subject, o.purposes, o.types, e.at
         FROM objection_end e JOIN objection o ON o.seq = e.objection WHERE e.seq > ? AND e.seq <= ?`,
      )
      .raw()
    this.#nextPurpose = db
      .prepare<[number, string], string>(
        'SELECT purpose FROM consent_grant WHERE grantee = ? AND purpose > ? ORDER BY purpose LIMIT 1',
      )
      .pluck()
    this.#nextGrantee = db
      .prepare<[number], number>(
        'SELECT grantee FROM consent_grant WHERE grantee > ? ORDER BY grantee LIMIT 1',
      )
      .pluck()
    // The index by expiry keeps this query from reading expired grants, however many there are.
    this.#grantsOld = db.prepare<[number, number, number], GrantRow>(
      `SELECT ${GRANT_COLUMNS}
       FROM consent_grant g INDEXED BY consent_grant_by_expiry LEFT JOIN consent_grant_end e ON e.consent_grant = g.seq
       WHERE g.expires_at > ? AND g.seq < ? AND e.at IS NULL ORDER BY g.expires_at LIMIT ?`,
    )
    this.#receivedAt = db
      .prepare<[number], number>('SELECT received_at FROM entry WHERE seq >= ? ORDER BY seq LIMIT 1')
      .pluck()
    this.#grantsEnding = db.prepare<[number, number, number], GrantRow>(
      `${GRANT} WHERE g.expires_at > ? AND g.expires_at <= ? AND e.at IS NULL ORDER BY g.expires_at LIMIT ?`,
    )
  }

  grant(seq: number): GrantRow | undefined {
    return this.#grant.get(seq)
  }

  grantsBetween(subject: number, grantee: number, purpose: string): GrantRow[] {
    const key = `${subject} ${grantee} ${purpose}`
    return remembered(this.#knownGrants, key, () => this.#grantsBetween.all(grantee, purpose, subject))
  }

  /** All grants that a party ever received for a purpose. */
  grantsTo(grantee: number, purpose: string): readonly ReceivedGrant[] {
    const ask = () => this.#grantsReceived.all(grantee, purpose)
    return remembered(this.#knownReceived, `${grantee} ${purpose}`, ask, READERS_REMEMBERED)
  }

  /** Every purpose that was ever granted to a party. Purposes are few; each costs one index lookup. */
  purposesGrantedTo(grantee: number): string[] {
    const purposes: string[] = []
    for (let purpose = ''; ; purposes.push(purpose)) {
      const next = this.#nextPurpose.get(grantee, purpose)
      if (next === undefined) return purposes
      purpose = next
    }
  }

  /** The parties that were ever given a grant, in the order in which they became known; each costs one index lookup. */
  grantees(most: number): number[] {
    const grantees: number[] = []
    for (let grantee = 0; grantees.length < most; grantees.push(grantee)) {
      const next = this.#nextGrantee.get(grantee)
      if (next === undefined) return grantees
      grantee = next
    }
    return grantees
  }

  /** Grants by a subject before an entry, newest first. */
  grantsOfSubject(subject: number, beforeSeq: number, count: number): GrantRow[] {
    return this.#grantsOf.all(subject, beforeSeq, count)
  }

  /** Grants to a grantee before an entry, newest first. */
  grantsOfGrantee(grantee: number, beforeSeq: number, count: number): GrantRow[] {
    return this.#grantsHeldBy.all(grantee, beforeSeq, count)
  }

  /** Grants by a subject that are live or yet to begin, in the order in which they end. */
  grantsNotOver(subject: number, nowMs: number, count: number): GrantRow[] {
    return this.#grantsNotOver.all(subject, nowMs, count)
  }

  /** A subject's standing objections. */
  objectionsOf(subject: number): ObjectionRow[] {
    return remembered(this.#knownObjections, subject, () => this.#objections.all(subject).map(asObjection))
  }

  objection(seq: number): ObjectionRow | undefined {
    const row = this.#objection.get(seq)
    return row && asObjection(row)
  }

  /** Standing objections of all parties, oldest first. */
  standingObjections(): ObjectionRow[] {
    return this.#standing.all().map(asObjection)
  }

  /** A subject's objections before an entry, newest first. */
  objectionsOfSubject(subject: number, beforeSeq: number, count: number): ObjectionRow[] {
    return this.#objectionsPage.all(subject, beforeSeq, count).map(asObjection)
  }

  /** Objections lodged after one entry and up to another. */
  lodgedBetween(afterSeq: number, throughSeq: number): ObjectionRow[] {
    return this.#lodged.all(afterSeq, throughSeq).map(asObjection)
  }

  /** Objections withdrawn after one entry and up to another. */
  withdrawnBetween(afterSeq: number, throughSeq: number): ObjectionRow[] {
    return this.#withdrawn.all(afterSeq, throughSeq).map(asObjection)
  }

  /** Unrevoked grants that expire after one instant and up to another, in the order in which they end. */
  grantsEnding(afterMs: number, untilMs: number, count: number): GrantRow[] {
    return this.#grantsEnding.all(afterMs, untilMs, count)
  }

  /**
   * Grants received before `givenMs` that are neither expired at `nowMs` nor revoked, in the order in which
   * they end, each with the time of its receipt.
   * @param logSize number of the log's newest entry
   */
  grantsGivenBefore(
    givenMs: number,
    nowMs: number,
    logSize: number,
    count: number,
  ): { readonly grant: GrantRow; readonly givenAtMs: number }[] {
    // The time of receipt never goes back along the log.
    let [low, high] = [1, logSize + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#receivedAt.get(middle) ?? givenMs) >= givenMs) high = middle
      else low = middle + 1
    }
    return this.#grantsOld
      .all(nowMs, low, count)
      .map((grant) => ({ grant, givenAtMs: must(this.#receivedAt.get(grant.seq)) }))
  }

  /** Call after a rollback and with every act: the next read must see consents that have begun or ended. */
  forget(): void {
    this.#knownGrants.clear()
    this.#knownObjections.clear()
    this.#knownReceived.clear()
  }
}

function remembered<K, V>(known: Map<K, V>, key: K, ask: () => V, most = REMEMBERED): V {
  const held = known.get(key)
  if (held !== undefined) return held
  const value = ask()
  if (known.size >= most) known.clear()
  known.set(key, value)
  return value
}
