import { createHash, hash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { violation } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import type { CredentialKind, Verified } from '../domain/credential.ts'
import { formatInstant } from '../domain/time.ts'
import { type CredentialRow, type Lapse, lapseOf } from '../store/acts/credentials.ts'
import { actedBy } from '../store/acts/doer.ts'
import type { Store } from '../store/store.ts'
import type { People } from '../store/tables/people.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'

/** Cached, because a busy credential needs it for every request. */
interface KnownCredential {
  readonly row: CredentialRow
  readonly verified: Verified
  /** The device has not used this token yet, and may never have received it. */
  isUnused: boolean
  /** When the device's last visit was noted. */
  notedAtMs: number
}

/** Which credentials to list. */
export interface CredentialsAsked {
  readonly party?: string
  /** False: not those of devices. */
  readonly ofDevices?: boolean
}

const TOKEN = /^gry_[A-Za-z0-9_-]{43}$/
/** Shortest time between two noted visits; phones connect every minute. */
const VISIT_NOTED_MS = 15 * 60 * 1000
/** Size of the cache of recently used credentials, by token hash. */
const REMEMBERED = 4_096

export class CredentialService {
  readonly #store: Store
  readonly #people: People
  readonly #known = new Map<string, KnownCredential>()

  constructor(store: Store, people: People) {
    this.#store = store
    this.#people = people
    store.onRollback(() => this.#known.clear())
  }

  /**
   * Returns the holder of a token; null if the token is missing, unknown, expired or revoked. The token is
   * looked up by its SHA-256, so timing does not reveal how much of a guess was right.
   */
  verify(token: string): Verified | null {
    const known = this.#find(token)
    if (!known || lapseOf(known.row, this.#store.writer.nowMs) !== null) return null
    if (known.verified.device !== undefined) this.#noteVisit(known, known.verified.device)
    return known.verified
  }

  /** Returns why a once valid token is refused now; null if it never was valid. For the audit log only. */
  lapsed(token: string): { readonly credential: number; readonly reason: Lapse } | null {
    const row = this.#find(token)?.row
    const reason = row && lapseOf(row, this.#store.writer.nowMs)
    return row && reason ? { credential: row.seq, reason } : null
  }

  /** Returns a party's number, if it may have a credential. @throws {Problem} party_not_asserted */
  assertedParty(partyId: string): number {
    const party = this.#store.parties.find(partyId)
    if (party === undefined || this.#people.facts(party).called.by === null)
      throw violation(
        'party_not_asserted',
        '/party',
        'names a party that no record of the cooperative or its own asserts',
      )
    return party
  }

  /** Issues a token, which is shown once; only its hash is stored. Call inside a job. */
  issue(operator: string, partyId: string, kind: CredentialKind, expiresAtMs: number | null) {
    const store = this.#store
    const party = this.assertedParty(partyId)
    const nowMs = store.writer.nowMs
    if (expiresAtMs !== null && expiresAtMs <= nowMs)
      throw violation('period_invalid', '/expires', 'must lie in the future')
    const { seq, id, token } = this.mint({ party, partyId }, kind, expiresAtMs, {})
    this.#audit(operator, 'credential', { credential: seq })
    return { credential_id: id, token }
  }

  /**
   * Makes a credential of any kind. Call inside a job; the caller checks that it may be made, and audits it.
   * @param more further members of the act
   */
  mint(
    whose: { readonly party: number; readonly partyId: string },
    kind: CredentialKind,
    expiresAtMs: number | null,
    more: object,
  ): { readonly seq: number; readonly id: string; readonly token: string } {
    const store = this.#store
    const token = `gry_${randomBytes(32).toString('base64url')}`
    const tokenHash = createHash('sha256').update(token).digest()
    const id = uuidv7()
    const { nowMs } = store.writer
    const seq = store.acts.append('credential', id, nowMs, {
      ...more,
      id,
      party: whose.partyId,
      kind,
      token_sha256: tokenHash.toString('hex'),
      expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
      received_at: formatInstant(nowMs),
    })
    this.forget()
    return { seq, id, token }
  }

  /**
   * Whether a device has used this token, even if the use is not written yet: a concurrent request to
   * register the device again must not end the token.
   */
  isUsed(credential: number): boolean {
    for (const { verified, isUnused } of this.#known.values())
      if (verified.credential === credential) return !isUnused
    return false
  }

  /** Call after a credential is issued or ended, so that the next request sees it. */
  forget(): void {
    this.#known.clear()
  }

  /** Revokes a credential; its next request is refused. Call inside a job. */
  revoke(operator: string, credentialId: string): { credential_id: string; revoked_at: string } {
    const store = this.#store
    const act = store.acts.byId(credentialId)
    const row = act?.kind === 'credential' ? store.credentials.bySeq(act.seq) : undefined
    if (!row) throw new OperatorFault(...withRemedy('credential.unknown', { id: credentialId }))
    let at = row.endedAt
    if (at === null) {
      at = store.writer.nowMs
      const id = uuidv7()
      store.acts.append('credential_revocation', id, at, {
        id,
        credential_id: credentialId,
        received_at: formatInstant(at),
      })
      this.forget()
      this.#audit(operator, 'credential_revocation', { credential: row.seq })
    }
    return { credential_id: credentialId, revoked_at: formatInstant(at) }
  }

  list(asked: CredentialsAsked = {}) {
    const store = this.#store
    return this.#rows(asked).map((row) => ({
      credential_id: must(store.acts.bySeq(row.seq)?.id),
      party: store.parties.id(row.party),
      name: this.#people.facts(row.party).called,
      kind: row.kind,
      expires_at: row.expiresAt === null ? null : formatInstant(row.expiresAt),
      revoked_at: row.endedAt === null ? null : formatInstant(row.endedAt),
    }))
  }

  /** The newest live credential with which a party's program reads; null if it has none. Call inside a job. */
  readingOf(party: number): Verified | null {
    const { credentials, parties, writer } = this.#store
    const live = credentials
      .ofParty(party)
      .filter((row) => (row.kind === 'party' || row.kind === 'reader') && lapseOf(row, writer.nowMs) === null)
      .at(-1)
    return live === undefined
      ? null
      : { credential: live.seq, kind: live.kind, party, partyId: parties.id(party) }
  }

  #rows({ party, ofDevices = true }: CredentialsAsked): CredentialRow[] {
    const { credentials, parties } = this.#store
    if (party === undefined) return ofDevices ? credentials.all() : credentials.ofNoDevice()
    const n = parties.find(party)
    const entries = n === undefined ? [] : this.#people.entriesOf(n)
    return entries
      .flatMap((one) => credentials.ofParty(one))
      .filter(({ kind }) => ofDevices || kind !== 'device')
  }

  #find(token: string): KnownCredential | undefined {
    if (!TOKEN.test(token)) return undefined
    const key = hash('sha256', token, 'base64')
    const held = this.#known.get(key)
    if (held) return held
    const row = this.#store.credentials.byToken(Buffer.from(key, 'base64'))
    if (!row) return undefined
    const device = row.kind === 'device' ? this.#store.devices.ofCredential(row.seq) : undefined
    const verified: Verified = {
      credential: row.seq,
      kind: row.kind,
      party: row.party,
      partyId: this.#store.parties.id(row.party),
      ...given({ deviceId: device?.id, device: device?.device, sinceMs: device?.since ?? undefined }),
    }
    const known = { row, verified, isUnused: device?.usedAt === null, notedAtMs: 0 }
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(key, known)
    return known
  }

  /**
   * Notes a visit at most every 15 minutes, and the first use of a token, after which its code returns no
   * other token. The request does not wait for this; if the disk is full, the visit is noted later.
   */
  #noteVisit(known: KnownCredential, device: number): void {
    const { writer, devices, visits } = this.#store
    const { nowMs } = writer
    if (!known.isUnused && nowMs - known.notedAtMs < VISIT_NOTED_MS) return
    const before = { isUnused: known.isUnused, notedAtMs: known.notedAtMs }
    known.isUnused = false
    known.notedAtMs = nowMs
    const { credential } = known.verified
    writer
      .submit(() => {
        if (devices.ofCredential(credential)?.usedAt === null) devices.addUse(credential, writer.nowMs)
        visits.add(device, writer.nowMs, {})
      })
      .catch(() => Object.assign(known, before))
  }

  #audit(operator: string, action: string, detail: object): void {
    this.#store.audit.append(this.#store.writer.nowMs, {
      credential: null,
      action,
      outcome: 'done',
      detail: { ...detail, ...actedBy(operator) },
    })
  }
}
