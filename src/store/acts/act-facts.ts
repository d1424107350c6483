import { idText } from '../../domain/id.ts'
import type { Db } from '../file/open.ts'
import { type ActKind, actOfCode, IS_ACT } from '../log/entry-kinds.ts'

/** An access request as it was before an act. */
export interface RequestFacts {
  readonly seq: number
  readonly asker: number
  readonly aboutParty: string | null
  /** The canonical JSON of the act. */
  readonly json: string
  readonly lapsesAt: number
  readonly matched: number | null
  /** Withdrawn, refused or granted. */
  readonly hasEnded: boolean
}

type StoredFacts = Omit<RequestFacts, 'aboutParty' | 'hasEnded'> & {
  readonly about: Buffer | null
  readonly ended: number
}

/** Looks up what the rows of an act depend on: the parties and acts it names, and rows of earlier acts. */
export class ActFacts {
  /** Returns the number of a party. */
  readonly party: (id: string) => number
  readonly #actById
  readonly #firstLife
  readonly #tokenBefore
  readonly #endOfCredential
  readonly #firstPicture
  readonly #partyOfCode
  readonly #notificationRecipient
  readonly #accessRequest

  constructor(db: Db, party: (id: string) => number) {
    this.party = party
    this.#actById = db
      .prepare<[string], [number, number]>(
        `SELECT seq, kind FROM entry WHERE id = unhex(?, '-') AND kind ${IS_ACT}`,
      )
      .raw()
    this.#firstLife = db.prepare<[], { readonly seq: number; readonly cooperative: number }>(
      'SELECT seq, cooperative FROM appliance ORDER BY seq LIMIT 1',
    )
    this.#tokenBefore = db
      .prepare<[number, number], number | null>(
        'SELECT max(credential) FROM device_credential WHERE device = ? AND credential < ?',
      )
      .pluck()
    this.#endOfCredential = db
      .prepare<[number], number>('SELECT seq FROM credential_end WHERE credential = ?')
      .pluck()
    this.#firstPicture = db
      .prepare<[Buffer, number, Buffer], number | null>(
        'SELECT min(seq) FROM evidence WHERE captured_sha256 = ? AND party = ? AND stored_sha256 = ?',
      )
      .pluck()
    this.#partyOfCode = db.prepare<[number], number>('SELECT party FROM enrolment WHERE seq = ?').pluck()
    this.#notificationRecipient = db
      .prepare<[number], number>('SELECT recipient FROM notification WHERE n = ?')
      .pluck()
    this.#accessRequest = db.prepare<{ seq: number; before: number }, StoredFacts>(
      `SELECT r.seq, r.asker, r.about_party AS about, (SELECT body FROM entry WHERE seq = r.seq) AS json,
         r.lapses_at AS lapsesAt,
         (SELECT m.party FROM access_request_match m
            WHERE m.access_request = r.seq AND m.seq < :before ORDER BY m.seq DESC LIMIT 1) AS matched,
         EXISTS (SELECT 1 FROM access_request_withdrawal e WHERE e.access_request = r.seq AND e.seq < :before)
           OR EXISTS (SELECT 1 FROM access_request_refusal e WHERE e.access_request = r.seq AND e.seq < :before)
           OR EXISTS (SELECT 1 FROM access_request_grant e WHERE e.access_request = r.seq AND e.seq < :before)
           AS ended
       FROM access_request r WHERE r.seq = :seq`,
    )
  }

  actById(id: string): { readonly seq: number; readonly kind: ActKind | undefined } | undefined {
    const row = this.#actById.get(id)
    return row && { seq: row[0], kind: actOfCode(row[1]) }
  }

  /** The store's first act, and its cooperative; undefined in a folder that was not set up. */
  get firstLife(): { readonly seq: number; readonly cooperative: number } | undefined {
    return this.#firstLife.get()
  }

  /** The token that a device had before this credential; null if it is the device's first. */
  tokenBefore(device: number, credential: number): number | null {
    return this.#tokenBefore.get(device, credential) ?? null
  }

  /** Seq of the act that ended a credential; null if it has not ended. */
  endOfCredential(credential: number): number | null {
    return this.#endOfCredential.get(credential) ?? null
  }

  /**
   * Seq of the row for a party's pair of hashes. Repeated uploads of a picture make acts, but no further row.
   */
  firstPicture(captured: Buffer, party: number, stored: Buffer): number | null {
    return this.#firstPicture.get(captured, party, stored) ?? null
  }

  /** The party for which an enrolment code registers devices. */
  partyOfCode(enrolment: number): number | undefined {
    return this.#partyOfCode.get(enrolment)
  }

  notificationRecipient(n: number): number | undefined {
    return this.#notificationRecipient.get(n)
  }

  /** An access request as it was before an entry. */
  accessRequest(seq: number, before: number): RequestFacts | undefined {
    const row = this.#accessRequest.get({ seq, before })
    if (row === undefined) return undefined
    const { about, ended, ...facts } = row
    return { ...facts, aboutParty: about === null ? null : idText(about), hasEnded: ended !== 0 }
  }
}
