import { uuidv7 } from 'uuidv7'
import { hmac } from '../base/hmac.ts'
import { Problem, violation } from '../base/problem.ts'
import { fromJson, given, must } from '../base/typed.ts'
import type { DeviceNaming, UsedBy } from '../domain/device-called.ts'
import { sha256 } from '../domain/sha256.ts'
import { formatInstant } from '../domain/time.ts'
import type { Admitted } from '../http/caller.ts'
import type { DeviceRow, EnrolmentRow } from '../store/acts/devices.ts'
import { actedBy } from '../store/acts/doer.ts'
import { useOf } from '../store/log/id-owner.ts'
import type { Store } from '../store/store.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { makeCode, readCode } from './codes.ts'
import type { CredentialService } from './credentials.ts'
import type { DeviceDraft, DeviceView } from './device-shapes.ts'

/** Phones and tablets: how they get and lose a token (contract §10). */

/** Most tokens per code, to allow for lost replies: a bad link alone does not lose more. */
const TOKENS_A_CODE = 10

interface ListedDevice {
  readonly device: DeviceRow
  readonly view: DeviceView
  readonly revokedAt: number | null
}

interface Placed extends ListedDevice {
  /** Its place in the list, after which the next ones follow: an entry of the log. */
  readonly place: number
}

/** What the office says of the device that registers with a code; left out for what it does not say. */
interface OfCode {
  readonly name?: string
  readonly used_by?: UsedBy
}

/** The body of a registration; the newest one names the device, unless the office did. */
type Registration = Omit<DeviceDraft, 'id'>

export class DeviceService {
  readonly #store: Store
  readonly #credentials: CredentialService
  readonly #maxDevices: number
  readonly #isPerson: (party: number) => boolean

  constructor(
    store: Store,
    credentials: CredentialService,
    maxDevices: number,
    isPerson: (party: number) => boolean,
  ) {
    this.#maxDevices = maxDevices
    this.#isPerson = isPerson
    this.#store = store
    this.#credentials = credentials
  }

  /** Makes an enrolment code, which is shown once; only its hash is stored. Call inside a job. */
  enrol(operator: string, partyId: string, lifeMs: number, sinceMs: number | null, called: OfCode = {}) {
    const store = this.#store
    this.#credentials.assertedParty(partyId)
    const nowMs = store.writer.nowMs
    const code = makeCode()
    const codeSha256 = sha256(must(readCode(code)))
    const id = uuidv7()
    const expiresAt = nowMs + lifeMs
    const seq = store.acts.append('enrolment', id, nowMs, {
      id,
      party: partyId,
      code_sha256: codeSha256.toString('hex'),
      expires_at: formatInstant(expiresAt),
      since: sinceMs === null ? null : formatInstant(sinceMs),
      ...called,
      received_at: formatInstant(nowMs),
    })
    this.#audit({ credential: null, operator }, 'enrolment', { enrolment: seq })
    return { enrolment: id, enrolment_code: code, expires_at: formatInstant(expiresAt) }
  }

  /** Returns until when a code is good, and the device that registered with it; null if there is none. */
  enrolled(id: string): { readonly expires_at: string; readonly device: DeviceView | null } | null {
    const { acts, devices } = this.#store
    const act = acts.byId(id)
    if (act?.kind !== 'enrolment') return null
    const { expires_at } = fromJson<{ expires_at: string }>(act.json)
    const token = devices.newestTokenOfEnrolment(act.seq)
    const device = token && devices.bySeq(token.device)
    return { expires_at, device: device ? this.view(device) : null }
  }

  /** Returns whom a code admits; null if it is no code, or is unknown or expired. */
  admittedBy(token: string): Admitted | null {
    const code = readCode(token)
    const enrolment = code === null ? undefined : this.#store.devices.enrolmentByCode(sha256(code))
    if (!enrolment || enrolment.expiresAt <= this.#store.writer.nowMs) return null
    return {
      party: enrolment.party,
      partyId: this.#store.parties.id(enrolment.party),
      credential: null,
      enrolment,
    }
  }

  /**
   * Registers a device; replays an earlier registration. Call inside a job.
   *
   * A code registers one device. Until the device uses its token, sending the code again returns a fresh
   * token, so that a device whose reply was lost can try again. A new code returns a token for a device that
   * is registered already, such as a phone that was reset or found again; its earlier token ends. A code for another person
   * than the one who carries the device is refused, and stays good.
   * @throws {Problem} schema_violation; id_conflict; too_many_devices; no_verified_subject for a code that another device used,
   *   that ended, or that was made before a restore from a backup
   */
  register(by: Admitted, draft: DeviceDraft): { status: 'created' | 'replayed'; value: DeviceView } {
    const { acts, devices } = this.#store
    const spent = by.enrolment && devices.newestTokenOfEnrolment(by.enrolment.seq)
    const existing = acts.byId(draft.id)
    const isSpent =
      spent &&
      (existing?.seq !== spent.device ||
        spent.endedAt !== null ||
        devices.tokensGivenBy(must(spent.enrolment)) >= TOKENS_A_CODE)
    if (isSpent || this.#mayBeSpent(by.enrolment))
      throw new Problem('no_verified_subject', {}, 'enrolment_spent')
    this.#checkHeldOn(by, draft)
    const device = existing?.kind === 'device' ? devices.bySeq(existing.seq) : undefined
    if (device?.party !== by.party) {
      const use = useOf(this.#store, draft.id, by.partyId)
      if (use === 'own') throw new Problem('id_conflict')
      if (devices.liveDevicesOf(by.party) >= this.#maxDevices) throw new Problem('too_many_devices')
      // Checked last: guessing an id that another party uses must cost a device.
      if (use === 'other') throw new Problem('id_conflict')
      return { status: 'created', value: this.#issueToken(by, this.#add(by, draft), draft) }
    }
    const isFreshCode = by.enrolment !== null && !spent
    // Its reply would open what the person who carries the device keeps on it.
    if (isFreshCode && !isOfCarrier(this.#saidBy(by).used_by, this.#carrierOf(device)))
      throw new Problem('id_conflict')
    if (!isFreshCode && !isSame(this.#registration(device), draft)) throw new Problem('id_conflict')
    if (isFreshCode || (spent && spent.usedAt === null && !this.#credentials.isUsed(spent.credential)))
      return { status: 'created', value: this.#issueToken(by, device, draft) }
    return { status: 'replayed', value: this.view(device) }
  }

  /** A party confirms nothing of its own: a code of the phone's own party was typed by mistake, and is not spent. */
  #checkHeldOn(by: Admitted, { held_on }: DeviceDraft): void {
    const act = held_on === undefined ? undefined : this.#store.acts.byId(held_on)
    const on = act?.kind === 'device' ? this.#store.devices.bySeq(act.seq) : undefined
    if (on?.party === by.party)
      throw violation('schema_violation', '/held_on', 'Must be a device of another party.')
  }

  /** Whether the code may be spent: a restored backup lacks the uses of codes after the backup was made. */
  #mayBeSpent(enrolment: EnrolmentRow | null): boolean {
    const restore = this.#store.backups.newestRestore
    return enrolment !== null && restore !== null && enrolment.seq < restore.appliance
  }

  /** Revokes a device; the next request with its token is refused. Call inside a job. */
  revoke(operator: string, deviceId: string): { device: string; revoked_at: string } {
    const store = this.#store
    const act = store.acts.byId(deviceId)
    const device = act?.kind === 'device' ? store.devices.bySeq(act.seq) : undefined
    if (!device) throw new OperatorFault(...withRemedy('devices.unknown', { id: deviceId }))
    const newest = store.devices.tokensOf(device.seq).at(-1)
    if (newest && newest.endedAt !== null)
      return { device: deviceId, revoked_at: formatInstant(newest.endedAt) }
    const nowMs = store.writer.nowMs
    const id = uuidv7()
    store.acts.append('device_revocation', id, nowMs, {
      id,
      device_id: deviceId,
      received_at: formatInstant(nowMs),
    })
    this.#credentials.forget()
    this.#audit({ credential: null, operator }, 'device_revocation', { device: device.seq })
    return { device: deviceId, revoked_at: formatInstant(nowMs) }
  }

  /**
   * Names a device, and who carries it, from now on; null for what the office does not say. Call inside a job.
   * @throws {OperatorFault} if there is no such device
   */
  rename(operator: string, deviceId: string, naming: DeviceNaming): DeviceView {
    const act = this.#store.acts.byId(deviceId)
    const device = act?.kind === 'device' ? this.#store.devices.bySeq(act.seq) : undefined
    if (!device) throw new OperatorFault(...withRemedy('devices.unknown', { id: deviceId }))
    this.#name(deviceId, naming)
    this.#audit({ credential: null, operator }, 'device_naming', { device: device.seq })
    return this.view(device)
  }

  #name(deviceId: string, { name, used_by }: DeviceNaming): void {
    const { acts, writer } = this.#store
    const [id, received_at] = [uuidv7(), formatInstant(writer.nowMs)]
    acts.append('device_naming', id, writer.nowMs, { id, device_id: deviceId, name, used_by, received_at })
  }

  /** Returns a device with its names and when it was revoked; null if there is none with this id. */
  one(id: string): ListedDevice | null {
    const act = this.#store.acts.byId(id)
    const device = act?.kind === 'device' ? this.#store.devices.bySeq(act.seq) : undefined
    return device ? this.#listed(device) : null
  }

  /** Returns the devices of a party. */
  ofParty(party: number): ListedDevice[] {
    return this.#store.devices.ofParty(party).map((device) => this.#listed(device))
  }

  /** Returns the devices that were first registered after an entry of the log. */
  after(place: number, count: number): Placed[] {
    const rows = this.#store.devices.after(place, count)
    return rows.map((device) => ({ ...this.#listed(device), place: device.seq }))
  }

  /** Returns the devices in use that state that they are on this one, in the order of their tokens. */
  heldOn(id: string, place: number, count: number): Placed[] {
    const rows = this.#store.devices.heldOn(id, place, count)
    return rows.map(({ credential, ...device }) => ({ ...this.#listed(device), place: credential }))
  }

  /** Yields all devices, with their names and when they were revoked. */
  *all(): Generator<ListedDevice> {
    let after = 0
    for (;;) {
      const page = this.after(after, 500)
      yield* page
      const last = page.at(-1)
      if (!last) return
      after = last.place
    }
  }

  #listed(device: DeviceRow): ListedDevice {
    const revokedAt = this.#store.devices.tokensOf(device.seq).at(-1)?.endedAt ?? null
    return { device, view: this.view(device), revokedAt }
  }

  #add(by: Admitted, { id, name, platform, held_on }: DeviceDraft): DeviceRow {
    const { acts, writer } = this.#store
    const seq = acts.append('device', id, writer.nowMs, {
      id,
      party: by.partyId,
      name,
      ...given({ platform, held_on }),
      received_at: formatInstant(writer.nowMs),
    })
    return { seq, party: by.party }
  }

  #issueToken(by: Admitted, device: DeviceRow, draft: DeviceDraft): DeviceView {
    const store = this.#store
    const { enrolment } = by
    const { id, name, platform, held_on } = draft
    const since = enrolment?.since ?? null
    const members = {
      device_id: id,
      name,
      ...given({ platform, held_on }),
      enrolment: enrolment === null ? null : must(store.acts.bySeq(enrolment.seq)?.id),
      since: since === null ? null : formatInstant(since),
    }
    const minted = this.#credentials.mint(by, 'device', null, members)
    this.#nameByCode(by, id)
    this.#audit(by, 'device', { device: device.seq, credential: minted.seq })
    return {
      ...this.view(device),
      token: minted.token,
      ...given({ since: members.since ?? undefined }),
      recovery_key: this.#recoveryKey(id),
    }
  }

  /** Where the office named nobody, a person carries the device of their own; null for that of an organisation. */
  #carrierOf(device: DeviceRow): Partial<UsedBy> | null {
    const { party, used_by } = this.view(device)
    return used_by ?? (this.#isPerson(device.party) ? { party } : null)
  }

  #saidBy({ enrolment }: Admitted): OfCode {
    const act = enrolment && this.#store.acts.bySeq(enrolment.seq)
    return act ? fromJson<OfCode>(act.json) : {}
  }

  /** A code that names the device or its person does so when the device registers. A name that the office gave it stays. */
  #nameByCode(by: Admitted, deviceId: string): void {
    const said = this.#saidBy(by)
    if (said.name === undefined && said.used_by === undefined) return
    const now = this.#store.devices.newestNaming(deviceId)
    const name = now?.name ?? said.name ?? null
    const used_by = said.used_by ?? now?.used_by ?? null
    this.#name(deviceId, { name, used_by })
  }

  /** Derived from a secret of the store, so that it is in no table, and the same after a restore. */
  #recoveryKey(deviceId: string): string {
    return hmac(this.#store.changes.derivedSecret('recovery keys of devices'), deviceId).toString('base64url')
  }

  /** Returns the device as it is called now. */
  view(device: DeviceRow): DeviceView {
    const { acts, devices, parties } = this.#store
    const act = must(acts.bySeq(device.seq))
    const registered = fromJson<{ received_at: string }>(act.json)
    return {
      id: act.id,
      party: parties.id(device.party),
      ...this.#registration(device),
      ...devices.calledAt(act.id, device.party),
      registered_at: registered.received_at,
    }
  }

  #registration(device: DeviceRow): Registration {
    const newest = this.#store.devices.tokensOf(device.seq).at(-1)
    const act = this.#store.acts.bySeq(newest?.credential ?? device.seq)
    const { name, platform, held_on } = fromJson<Registration>(must(act?.json))
    return { name, ...given({ platform, held_on }) }
  }

  #audit(by: { credential: number | null; operator?: string }, action: string, detail: object): void {
    this.#store.audit.append(this.#store.writer.nowMs, {
      credential: by.credential,
      action,
      outcome: 'done',
      detail: { ...detail, ...actedBy(by.operator) },
    })
  }
}

/** Whether a code is for who carries the device. A party may have another name by now. */
const isOfCarrier = (ofCode: UsedBy | undefined, carrier: Partial<UsedBy> | null): boolean =>
  ofCode === undefined ||
  carrier === null ||
  ofCode.name === carrier.name ||
  (ofCode.party !== undefined && ofCode.party === carrier.party)

const isSame = (known: Registration, { name, platform, held_on }: DeviceDraft): boolean =>
  known.name === name && known.platform === platform && known.held_on === held_on
