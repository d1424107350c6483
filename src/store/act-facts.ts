import { type ActKind, actOfCode, IS_ACT } from './entry-kinds.ts'
import type { Db } from './open.ts'

/** What the rows of an act depend on: the parties and acts it names, and the rows of earlier acts. */
export class ActFacts {
  /** The number of a party. */
  readonly party: (id: string) => number
  readonly #actById
  readonly #firstLife
  readonly #tokenBefore
  readonly #endOfCredential
  readonly #firstPicture
  readonly #partyOfCode
  readonly #notificationRecipient

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
  }

  actById(id: string): { readonly seq: number; readonly kind: ActKind | undefined } | undefined {
    const row = this.#actById.get(id)
    return row && { seq: row[0], kind: actOfCode(row[1]) }
  }

  /** The act that began the store, and its cooperative; undefined in a folder that is not set up. */
  get firstLife(): { readonly seq: number; readonly cooperative: number } | undefined {
    return this.#firstLife.get()
  }

  /** The token that a device had before this one. */
  tokenBefore(device: number, credential: number): number | null {
    return this.#tokenBefore.get(device, credential) ?? null
  }

  /** The act that ended a credential. */
  endOfCredential(credential: number): number | null {
    return this.#endOfCredential.get(credential) ?? null
  }

  /** The act of a party's first upload of this pair of hashes: each later upload is an act without a row. */
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
}
