import { canonicalJson } from '../domain/canonical.ts'
import { idBytes, idText } from '../domain/id.ts'
import type { Log } from './log.ts'
import type { Db } from './open.ts'
import type { CountedAct } from './tally-rows.ts'

/** What an act is; the word stands in the log for good. */
export const ACT_KINDS = [
  'appliance',
  'grant',
  'grant_revocation',
  'delegation',
  'delegation_revocation',
  'objection',
  'objection_withdrawal',
  'credential',
  'credential_revocation',
  'enrolment',
  'device',
  'device_revocation',
  'evidence',
  'registry_row',
  'notification_told',
  'subject_access_request',
  'subject_access_answer',
  'anchor_key',
  'backup_key',
  'restore',
  'restore_confirmation',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

export interface StoredAct {
  readonly seq: number
  readonly id: string
  readonly kind: ActKind
  readonly receivedAtMs: number
  /** The canonical JSON that was hashed. */
  readonly json: string
}

/** What an act says, as it was given to `append`. Its kind stands beside it in the log, under `act`. */
export function saidBy<T extends object>(act: Pick<StoredAct, 'json'>): T {
  const { act: _kind, ...said } = JSON.parse(act.json) as T & { readonly act: ActKind }
  return said as unknown as T
}

/** Everything in the log that is no observation and no inference. Appended only through here. */
export class Acts {
  readonly #insert
  readonly #byId
  readonly #bySeq
  readonly #elsewhere
  readonly #log: Log
  readonly #noteAppend: () => void
  readonly #count: (act: CountedAct) => void

  /** @param count told each act in the job that appends it */
  constructor(db: Db, log: Log, noteAppend: () => void, count: (act: CountedAct) => void) {
    this.#log = log
    this.#count = count
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO act (seq, id, kind, received_at, salt, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#byId = db
      .prepare<[Buffer], [number, Buffer, ActKind, number, string]>(
        'SELECT seq, id, kind, received_at, body FROM act WHERE id = ?',
      )
      .raw()
    this.#bySeq = db
      .prepare<[number], [number, Buffer, ActKind, number, string]>(
        'SELECT seq, id, kind, received_at, body FROM act WHERE seq = ?',
      )
      .raw()
    this.#elsewhere = db
      .prepare<{ id: Buffer }, number>(
        'SELECT 1 FROM observation WHERE id = :id UNION ALL SELECT 1 FROM inference WHERE id = :id',
      )
      .pluck()
  }

  byId(id: string): StoredAct | undefined {
    return asAct(this.#byId.get(idBytes(id)))
  }

  bySeq(seq: number): StoredAct | undefined {
    return asAct(this.#bySeq.get(seq))
  }

  /** Is the id taken, in whatever namespace? */
  isTaken(id: string): boolean {
    return this.byId(id) !== undefined || this.#elsewhere.get({ id: idBytes(id) }) !== undefined
  }

  /**
   * @param said what the act says; its kind is put beside it, so that the digest covers that too
   * @returns the act's place in the log
   */
  append(kind: ActKind, id: string, receivedAtMs: number, said: object): number {
    const body = { ...said, act: kind }
    const json = canonicalJson(body)
    const seq = this.#log.next()
    this.#noteAppend()
    const { salt, digest } = this.#log.seal(seq, json)
    this.#insert.run(seq, idBytes(id), kind, receivedAtMs, salt, digest, json)
    this.#count({ seq, kind, receivedAtMs, body })
    return seq
  }
}

function asAct(row: [number, Buffer, ActKind, number, string] | undefined): StoredAct | undefined {
  return row && { seq: row[0], id: idText(row[1]), kind: row[2], receivedAtMs: row[3], json: row[4] }
}
