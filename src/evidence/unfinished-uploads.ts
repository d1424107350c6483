import { uuidv7 } from 'uuidv7'
import { kindWords } from '../base/error-kinds.ts'
import { given } from '../base/typed.ts'
import type { Store } from '../store/store.ts'
import type { HealthLog } from './object-health.ts'
import { Unfinished } from './unfinished.ts'
import type { UploadFolder } from './upload-folder.ts'
import { makeRoom, type UploadLimits } from './upload-room.ts'

/** The client that uploads: a credential and its party, or the front office. */
export interface Client {
  /** Null for the front office, which has none. */
  readonly credential: number | null
  readonly party: number
  /** Set for the front office, and when the operator takes in a picture from a device. */
  readonly operator?: string
}

/** What the client declares when it starts an upload. */
export interface Declared {
  readonly bytes: number
  readonly sha256: string
}

/** Time limit of an upload, from its start (contract §11). */
const EXPIRY_MS = 48 * 3_600_000

/** The time at which an unfinished upload is dropped. */
export const expiryOf = ({ session }: Unfinished): number => session.createdAtMs + EXPIRY_MS

/** The unfinished uploads: their clients, expiry and reserved space. */
export class UnfinishedUploads {
  readonly #uploads = new Map<string, Unfinished>()
  readonly #store: Store
  readonly #folder: UploadFolder
  readonly #freeBytes: () => number
  readonly #report: HealthLog
  readonly #limits: UploadLimits

  constructor(
    parts: {
      readonly store: Store
      readonly folder: UploadFolder
      readonly freeBytes: () => number
      readonly report: HealthLog
    },
    limits: UploadLimits,
  ) {
    this.#store = parts.store
    this.#folder = parts.folder
    this.#freeBytes = parts.freeBytes
    this.#report = parts.report
    this.#limits = limits
  }

  /**
   * Loads the uploads that an earlier run left.
   * @param isFinished whether only the files of an upload are left; they are then removed
   */
  async open(isFinished: (id: string) => boolean): Promise<void> {
    const { clockMs } = this.#store.writer
    for (const { session, received } of await this.#folder.open((text) => this.#report.error(text))) {
      const upload = new Unfinished(session, received, clockMs)
      if (isFinished(session.id)) await this.drop(upload)
      else this.#uploads.set(session.id, upload)
    }
  }

  /** A copy of the current list. */
  all(): Unfinished[] {
    return [...this.#uploads.values()]
  }

  has(id: string): boolean {
    return this.#uploads.has(id)
  }

  /** Returns the client's own upload; undefined if it belongs to another client or has expired. */
  own({ credential }: Client, id: string): Unfinished | undefined {
    const upload = this.#uploads.get(id)
    return upload?.session.credential === credential && !this.isExpired(upload) ? upload : undefined
  }

  isExpired(upload: Unfinished): boolean {
    return expiryOf(upload) <= this.#store.writer.nowMs
  }

  /**
   * Adds an upload. May drop stalled ones to make room.
   * @throws {Problem} too_many_uploads, overloaded, storage_full
   */
  async add({ credential, party, operator }: Client, { bytes, sha256 }: Declared): Promise<Unfinished> {
    const { nowMs: createdAtMs, clockMs } = this.#store.writer
    for (const upload of this.all()) upload.noteClock(clockMs)
    const around = { clockMs, freeBytes: this.#freeBytes() }
    const gone = makeRoom(this.all(), { credential, party, bytes }, around, this.#limits)
    const session = { id: uuidv7(), credential, party, sha256, bytes, createdAtMs, ...given({ operator }) }
    const upload = new Unfinished(session, 0, clockMs)
    // The room is reserved before the first await.
    for (const { session } of gone) this.#uploads.delete(session.id)
    this.#uploads.set(session.id, upload)
    try {
      for (const old of gone) await this.drop(old)
      await this.#folder.create(session)
      return upload
    } catch (error) {
      this.#uploads.delete(session.id)
      throw error
    }
  }

  /** Drops an upload. If its files cannot be removed now, the next start removes them. */
  async drop({ session: { id } }: Unfinished): Promise<void> {
    this.#uploads.delete(id)
    await this.#folder
      .remove(id)
      .catch((error) => this.#report.error(`The files of an upload cannot be removed (${kindWords(error)}).`))
  }
}
