import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { formatInstant } from '../domain/time.ts'
import { OperatorFault, violation } from '../problem.ts'
import type { CredentialKind, CredentialRow } from '../store/credentials.ts'
import type { People } from '../store/people.ts'
import type { Store } from '../store/store.ts'

/** What a request may do, by the kind of its credential (contract §1). */
export const ABILITIES = {
  party: ['read', 'write', 'consent'],
  device: ['read', 'write'],
  reader: ['read'],
  metrics: [],
} as const satisfies Record<CredentialKind, readonly string[]>
export type Ability = 'read' | 'write' | 'consent'

type Lapse = 'credential_revoked' | 'credential_expired'

/** The verified subject of a request. */
export interface Verified {
  readonly credential: number
  readonly kind: CredentialKind
  readonly party: number
  readonly partyId: string
}

const TOKEN = /^gry_[A-Za-z0-9_-]{43}$/
/** Credentials used lately, by the hash of their token, so that a busy device does not cost a look-up a request. */
const REMEMBERED = 4_096

export class CredentialDesk {
  readonly #store: Store
  readonly #people: People
  readonly #known = new Map<string, CredentialRow>()

  constructor(store: Store, people: People) {
    this.#store = store
    this.#people = people
    store.onRollback(() => this.#known.clear())
  }

  /**
   * Who holds this token? Missing, unknown, expired and revoked are all null. The token is looked up by its
   * SHA-256, so no comparison of secrets depends on how much of a guess was right.
   */
  verify(token: string): Verified | null {
    const row = this.#find(token)
    if (!row || this.#lapse(row) !== null) return null
    return {
      credential: row.seq,
      kind: row.kind,
      party: row.party,
      partyId: this.#store.parties.id(row.party),
    }
  }

  /** Why a token that was good once is good no more; null for one that never was. For the audit log alone. */
  lapsed(token: string): { readonly credential: number; readonly reason: Lapse } | null {
    const row = this.#find(token)
    const reason = row && this.#lapse(row)
    return row && reason ? { credential: row.seq, reason } : null
  }

  /** Inside a job. The token is shown once, here; only its hash is kept. */
  issue(operator: string, partyId: string, kind: CredentialKind, expiresAtMs: number | null) {
    const store = this.#store
    const party = store.parties.find(partyId)
    if (party === undefined || this.#people.facts(party).name === null)
      throw violation(
        'party_not_asserted',
        '/party',
        'names a party that no record of the cooperative or its own asserts',
      )
    const nowMs = store.writer.nowMs
    if (expiresAtMs !== null && expiresAtMs <= nowMs)
      throw violation('period_invalid', '/expires', 'must lie in the future')
    const token = `gry_${randomBytes(32).toString('base64url')}`
    const tokenHash = createHash('sha256').update(token).digest()
    const id = uuidv7()
    const seq = store.acts.append('credential', id, nowMs, {
      id,
      party: partyId,
      kind,
      token_sha256: tokenHash.toString('hex'),
      expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
      received_at: formatInstant(nowMs),
    })
    store.credentials.add(seq, party, kind, tokenHash, expiresAtMs)
    this.#audit(operator, 'credential', { credential: seq })
    return { credential_id: id, token }
  }

  /** Inside a job. Bites on the next request. */
  revoke(operator: string, credentialId: string): { credential_id: string; revoked_at: string } {
    const store = this.#store
    const act = store.acts.byId(credentialId)
    const row = act?.kind === 'credential' ? store.credentials.bySeq(act.seq) : undefined
    if (!row)
      throw new OperatorFault(
        `There is no credential ${credentialId}.`,
        'List them with: granary credential list',
      )
    let at = row.endedAt
    if (at === null) {
      at = store.writer.nowMs
      const id = uuidv7()
      const seq = store.acts.append('credential_revocation', id, at, {
        id,
        credential_id: credentialId,
        received_at: formatInstant(at),
      })
      store.credentials.end(row.seq, seq, at)
      this.#audit(operator, 'credential_revocation', { credential: row.seq })
    }
    this.#known.clear()
    return { credential_id: credentialId, revoked_at: formatInstant(at) }
  }

  list() {
    const store = this.#store
    return store.credentials.all().map((row) => ({
      credential_id: store.acts.bySeq(row.seq)?.id as string,
      party: store.parties.id(row.party),
      name: this.#people.facts(row.party).name,
      kind: row.kind,
      expires_at: row.expiresAt === null ? null : formatInstant(row.expiresAt),
      revoked_at: row.endedAt === null ? null : formatInstant(row.endedAt),
    }))
  }

  #find(token: string): CredentialRow | undefined {
    if (!TOKEN.test(token)) return undefined
    const hash = createHash('sha256').update(token).digest()
    const key = hash.toString('base64')
    const row = this.#known.get(key) ?? this.#store.credentials.byToken(hash)
    if (!row) return undefined
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(key, row)
    return row
  }

  #lapse({ endedAt, expiresAt }: CredentialRow): Lapse | null {
    if (endedAt !== null) return 'credential_revoked'
    return expiresAt !== null && expiresAt <= this.#store.writer.nowMs ? 'credential_expired' : null
  }

  #audit(operator: string, action: string, detail: object): void {
    this.#store.audit.append(this.#store.writer.nowMs, {
      credential: null,
      action,
      outcome: 'done',
      detail: { ...detail, operator },
    })
  }
}
