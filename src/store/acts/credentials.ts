import type { CredentialKind } from '../../domain/credential.ts'
import type { Db } from '../file/open.ts'

export interface CredentialRow {
  readonly seq: number
  readonly party: number
  readonly kind: CredentialKind
  readonly expiresAt: number | null
  readonly endedAt: number | null
}

export type Lapse = 'credential_revoked' | 'credential_expired'

/** Why a credential is no longer valid; null while it is. */
export function lapseOf({ endedAt, expiresAt }: CredentialRow, nowMs: number): Lapse | null {
  if (endedAt !== null) return 'credential_revoked'
  return expiresAt !== null && expiresAt <= nowMs ? 'credential_expired' : null
}

const CREDENTIAL = `SELECT c.seq, c.party, c.kind, c.expires_at AS expiresAt, e.at AS endedAt
  FROM credential c LEFT JOIN credential_end e ON e.credential = c.seq`

/** The number of cached credentials, more than are in use at once: every job reads one. */
const REMEMBERED = 4_096

/** Credentials by the SHA-256 of their token; the token itself is never stored. */
export class Credentials {
  /** By seq. */
  readonly #known = new Map<number, CredentialRow>()
  readonly #byToken
  readonly #bySeq
  readonly #all
  readonly #ofNoDevice
  readonly #ofParty

  constructor(db: Db) {
    this.#byToken = db.prepare<[Buffer], CredentialRow>(`${CREDENTIAL} WHERE c.token_sha256 = ?`)
    this.#bySeq = db.prepare<[number], CredentialRow>(`${CREDENTIAL} WHERE c.seq = ?`)
    this.#ofParty = db.prepare<[number], CredentialRow>(`${CREDENTIAL} WHERE c.party = ? ORDER BY c.seq`)
    this.#all = db.prepare<[], CredentialRow>(`${CREDENTIAL} ORDER BY c.seq`)
    this.#ofNoDevice = db.prepare<[], CredentialRow>(`${CREDENTIAL} WHERE c.kind <> 'device' ORDER BY c.seq`)
  }

  byToken(tokenSha256: Buffer): CredentialRow | undefined {
    return this.#byToken.get(tokenSha256)
  }

  bySeq(seq: number): CredentialRow | undefined {
    return this.#bySeq.get(seq)
  }

  /** Why a credential is no longer valid; null while it is. Cached, because every job of its holder asks. */
  lapse(seq: number, nowMs: number): Lapse | null {
    const row = this.#known.get(seq) ?? this.bySeq(seq)
    if (row === undefined) return 'credential_revoked'
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(seq, row)
    return lapseOf(row, nowMs)
  }

  /** Call after a rollback and with every act: a credential may have ended. */
  forget(): void {
    this.#known.clear()
  }

  ofParty(party: number): CredentialRow[] {
    return this.#ofParty.all(party)
  }

  all(): CredentialRow[] {
    return this.#all.all()
  }

  /** Those of readers and programs, which are few. */
  ofNoDevice(): CredentialRow[] {
    return this.#ofNoDevice.all()
  }
}
