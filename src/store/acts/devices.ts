import { fromJson } from '../../base/typed.ts'
import { calledAt, type DeviceCalled, type DeviceNaming } from '../../domain/device-called.ts'
import { idBytes, idText } from '../../domain/id.ts'
import type { Db } from '../file/open.ts'
import { codeOfAct } from '../log/entry-kinds.ts'

export interface DeviceRow {
  readonly seq: number
  readonly party: number
}

export interface EnrolmentRow {
  readonly seq: number
  readonly party: number
  readonly expiresAt: number
  /** The device reads records of events from this time on; null if it reads all. */
  readonly since: number | null
}

/** A device, by the token in use with which it stated on which other device it is. */
export interface HeldRow extends DeviceRow {
  readonly credential: number
}

/** A token issued to a device, its first use and its end. */
export interface DeviceTokenRow {
  readonly credential: number
  readonly device: number
  readonly enrolment: number | null
  readonly since: number | null
  readonly usedAt: number | null
  readonly endedAt: number | null
}

const TOKEN = `SELECT t.credential, t.device, t.enrolment, t.since, u.at AS usedAt, e.at AS endedAt
  FROM device_credential t
  LEFT JOIN device_credential_used u ON u.credential = t.credential
  LEFT JOIN credential_end e ON e.credential = t.credential`

/** How a device called itself, and what the office said of it, each with its entry of the log. */
interface NamesOfDevice {
  readonly party: number
  readonly sent: readonly { readonly seq: number; readonly name: string }[]
  readonly namings: readonly ({ readonly seq: number } & DeviceNaming)[]
}

/** Devices, their enrolment codes and their tokens. */
export class Devices {
  readonly #noteAppend: () => void
  readonly #bySeq
  readonly #after
  readonly #ofParty
  readonly #heldOn
  readonly #byCode
  readonly #token
  readonly #tokensOfDevice
  readonly #newestOfEnrolment
  readonly #tokensGivenBy
  readonly #liveDevices
  readonly #inUse
  readonly #insertUse
  readonly #enrolledAt
  readonly #byId
  readonly #sentNames
  readonly #namings
  /** Names by the device's id; every page of records asks for them. */
  readonly #names = new Map<string, NamesOfDevice>()

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#bySeq = db.prepare<[number], DeviceRow>('SELECT seq, party FROM device WHERE seq = ?')
    this.#after = db.prepare<[number, number], DeviceRow>(
      'SELECT seq, party FROM device WHERE seq > ? ORDER BY seq LIMIT ?',
    )
    this.#ofParty = db.prepare<[number], DeviceRow>(
      'SELECT seq, party FROM device WHERE party = ? ORDER BY seq',
    )
    // Written as in `schema.sql`, or the index is not used. An earlier token of a device has ended.
    this.#heldOn = db.prepare<[string, number, number], HeldRow>(
      `SELECT t.device AS seq, c.party, t.credential
       FROM entry a CROSS JOIN device_credential t ON t.credential = a.seq
         CROSS JOIN credential c ON c.seq = a.seq
       WHERE a.kind = ${codeOfAct('credential')} AND CASE WHEN json_valid(a.body) THEN json_extract(a.body, '$.held_on') END = ? AND a.seq > ?
         AND NOT EXISTS (SELECT 1 FROM credential_end e WHERE e.credential = a.seq)
       ORDER BY a.seq LIMIT ?`,
    )
    this.#byCode = db.prepare<[Buffer], EnrolmentRow>(
      'SELECT seq, party, expires_at AS expiresAt, since FROM enrolment WHERE code_sha256 = ?',
    )
    this.#token = db
      .prepare<[number], [Buffer, number, number | null, number | null]>(
        `SELECT a.id, t.device, t.since, u.at FROM device_credential t JOIN entry a ON a.seq = t.device
         LEFT JOIN device_credential_used u ON u.credential = t.credential WHERE t.credential = ?`,
      )
      .raw()
    this.#tokensOfDevice = db.prepare<[number], DeviceTokenRow>(
      `${TOKEN} WHERE t.device = ? ORDER BY t.credential`,
    )
    this.#newestOfEnrolment = db.prepare<[number], DeviceTokenRow>(
      `${TOKEN} WHERE t.enrolment = ? ORDER BY t.credential DESC LIMIT 1`,
    )
    this.#tokensGivenBy = db
      .prepare<[number], number>('SELECT count(*) FROM device_credential WHERE enrolment = ?')
      .pluck()
    this.#liveDevices = db
      .prepare<[number], number>(
        `SELECT count(*) FROM device d WHERE d.party = ? AND EXISTS (
           SELECT 1 FROM device_credential t WHERE t.device = d.seq
             AND NOT EXISTS (SELECT 1 FROM credential_end e WHERE e.credential = t.credential))`,
      )
      .pluck()
    this.#inUse = db.prepare<[], DeviceRow>(
      `SELECT d.seq, d.party FROM device d WHERE EXISTS (
         SELECT 1 FROM device_credential t WHERE t.device = d.seq
           AND NOT EXISTS (SELECT 1 FROM credential_end e WHERE e.credential = t.credential)) ORDER BY d.seq`,
    )
    this.#insertUse = db.prepare('INSERT INTO device_credential_used (credential, at) VALUES (?, ?)')
    this.#enrolledAt = db
      .prepare<[Buffer, number], number>(
        'SELECT a.received_at FROM entry a JOIN device d ON d.seq = a.seq WHERE a.id = ? AND d.party = ?',
      )
      .pluck()
    this.#byId = db.prepare<[Buffer], DeviceRow>(
      'SELECT d.seq, d.party FROM entry a JOIN device d ON d.seq = a.seq WHERE a.id = ?',
    )
    this.#sentNames = db.prepare<[number], { seq: number; name: string }>(
      `SELECT a.seq, json_extract(a.body, '$.name') AS name FROM device_credential t JOIN entry a ON a.seq = t.credential
       WHERE t.device = ? ORDER BY t.credential`,
    )
    // Written as in `schema.sql`, or the index is not used.
    this.#namings = db.prepare<[string], { seq: number; body: string }>(
      `SELECT seq, body FROM entry WHERE kind = ${codeOfAct('device_naming')}
         AND CASE WHEN json_valid(body) THEN json_extract(body, '$.device_id') END = ? ORDER BY seq`,
    )
  }

  /** Drops what is cached. */
  forget(): void {
    this.#names.clear()
  }

  /**
   * What a device of this party was called, and who carried it, at an entry of the log; null if the party has no such device.
   * @param seq the present names by default
   */
  calledAt(id: string, party: number, seq = Number.MAX_SAFE_INTEGER): DeviceCalled | null {
    const names = this.#names.get(id) ?? this.#namesOf(id)
    if (names === null) return null
    // Devices are few; ids of none, which records may name too, are not kept.
    this.#names.set(id, names)
    return names.party === party ? calledAt(names.sent, names.namings, seq) : null
  }

  /** What the office said last of a device; undefined if it said nothing. */
  newestNaming(id: string): DeviceNaming | undefined {
    return this.#namesOf(id)?.namings.at(-1)
  }

  #namesOf(id: string): NamesOfDevice | null {
    const device = this.#byId.get(idBytes(id))
    if (device === undefined) return null
    const namings = this.#namings.all(id).map(({ seq, body }) => {
      const { name, used_by } = fromJson<DeviceNaming>(body)
      return { seq, name, used_by }
    })
    return { party: device.party, sent: this.#sentNames.all(device.seq), namings }
  }

  bySeq(seq: number): DeviceRow | undefined {
    return this.#bySeq.get(seq)
  }

  /** The time at which a device of this party was first registered; null if the party has no such device. */
  enrolledAtMs(id: string, party: number): number | null {
    return this.#enrolledAt.get(idBytes(id), party) ?? null
  }

  /** Devices registered after an entry, in the order of first registration. */
  after(seq: number, count: number): DeviceRow[] {
    return this.#after.all(seq, count)
  }

  /** A party's devices, revoked ones too, in the order of first registration. */
  ofParty(party: number): DeviceRow[] {
    return this.#ofParty.all(party)
  }

  /** Devices in use that state that they are on this one, by their tokens after one, in the order of these. */
  heldOn(id: string, token: number, count: number): HeldRow[] {
    return this.#heldOn.all(id, token, count)
  }

  enrolmentByCode(codeSha256: Buffer): EnrolmentRow | undefined {
    return this.#byCode.get(codeSha256)
  }

  /** The device to which a token belongs; undefined for a credential of another kind. */
  ofCredential(
    credential: number,
  ): { id: string; device: number; since: number | null; usedAt: number | null } | undefined {
    const row = this.#token.get(credential)
    return row && { id: idText(row[0]), device: row[1], since: row[2], usedAt: row[3] }
  }

  /** A device's tokens, oldest first. */
  tokensOf(device: number): DeviceTokenRow[] {
    return this.#tokensOfDevice.all(device)
  }

  newestTokenOfEnrolment(enrolment: number): DeviceTokenRow | undefined {
    return this.#newestOfEnrolment.get(enrolment)
  }

  /** The number of tokens issued for an enrolment code. */
  tokensGivenBy(enrolment: number): number {
    return this.#tokensGivenBy.get(enrolment) ?? 0
  }

  /** The number of devices of a party whose token was not revoked or replaced. */
  liveDevicesOf(party: number): number {
    return this.#liveDevices.get(party) ?? 0
  }

  /** Devices of all parties with a valid token, in the order of first registration. */
  inUse(): DeviceRow[] {
    return this.#inUse.all()
  }

  /** Records the first use of a token. Call inside a job of the writer. */
  addUse(credential: number, at: number): void {
    this.#noteAppend()
    this.#insertUse.run(credential, at)
  }
}
