import { uuidv7 } from 'uuidv7'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import type { Report } from './object-health.ts'
import { Unfinished } from './unfinished.ts'
import type { UploadFolder } from './upload-folder.ts'

/** Who uploads: a credential and its party. */
export interface Client {
  readonly credential: number
  readonly party: number
}

/** What a client says of an upload when it begins. */
export interface Declared {
  readonly bytes: number
  readonly sha256: string
}

export interface UploadLimits {
  /** Unfinished uploads of one credential. */
  readonly maxUploads: number
  /** Declared bytes of all unfinished uploads together. */
  readonly maxUnfinishedBytes: number
  readonly minFreeBytes: number
}

/** So long an upload may take, from its beginning (contract §11). */
const EXPIRY_MS = 48 * 3_600_000
const FULL_RETRY_SECONDS = 60

/** When an upload is dropped that is not finished by then. */
export const expiryOf = ({ session }: Unfinished): number => session.createdAtMs + EXPIRY_MS

/** The uploads that are not finished: whose they are, until when, and how much room is theirs. */
export class UnfinishedUploads {
  readonly #uploads = new Map<string, Unfinished>()
  readonly #store: Store
  readonly #folder: UploadFolder
  readonly #freeBytes: () => number
  readonly #report: Report
  readonly #limits: UploadLimits

  constructor(
    parts: {
      readonly store: Store
      readonly folder: UploadFolder
      readonly freeBytes: () => number
      readonly report: Report
    },
    limits: UploadLimits,
  ) {
    this.#store = parts.store
    this.#folder = parts.folder
    this.#freeBytes = parts.freeBytes
    this.#report = parts.report
    this.#limits = limits
  }

  /** Finds what a former run has left. @param isFinished those of which only the files remain are cleared away */
  async open(isFinished: (id: string) => boolean): Promise<void> {
    for (const { session, received } of await this.#folder.open()) {
      if (isFinished(session.id)) await this.#folder.remove(session.id)
      else this.#uploads.set(session.id, new Unfinished(session, received))
    }
  }

  /** All there are now; they may change meanwhile. */
  all(): Unfinished[] {
    return [...this.#uploads.values()]
  }

  has(id: string): boolean {
    return this.#uploads.has(id)
  }

  /** The client's own upload. Another's is not there, nor is one that has expired. */
  own({ credential }: Client, id: string): Unfinished | undefined {
    const upload = this.#uploads.get(id)
    return upload?.session.credential === credential && !this.isExpired(upload) ? upload : undefined
  }

  isExpired(upload: Unfinished): boolean {
    return expiryOf(upload) <= this.#store.writer.nowMs
  }

  /** @throws {Problem} too_many_uploads, overloaded, storage_full */
  async add(client: Client, { bytes, sha256 }: Declared): Promise<Unfinished> {
    this.#checkRoom(client, bytes)
    const { credential, party } = client
    const createdAtMs = this.#store.writer.nowMs
    const session = { id: uuidv7(), credential, party, sha256, bytes, createdAtMs }
    const upload = new Unfinished(session, 0)
    // Its room is taken before anything is waited for.
    this.#uploads.set(session.id, upload)
    try {
      await this.#folder.create(session)
      return upload
    } catch (error) {
      this.#uploads.delete(session.id)
      throw error
    }
  }

  /** Forgets it. Files that cannot be removed now are dealt with at the next start. */
  async drop({ session: { id } }: Unfinished): Promise<void> {
    this.#uploads.delete(id)
    await this.#folder
      .remove(id)
      .catch((error) => this.#report.error(`The files of an upload cannot be removed: ${error}`))
  }

  /** The whole length is reserved: on the disk twice, since a finished picture lies beside its upload for a moment. */
  #checkRoom({ credential }: Client, bytes: number): void {
    const { maxUploads, maxUnfinishedBytes, minFreeBytes } = this.#limits
    let [own, declared, owed] = [1, bytes, 2 * bytes]
    for (const { session, received } of this.#uploads.values()) {
      if (session.credential === credential) own++
      declared += session.bytes
      owed += 2 * session.bytes - received
    }
    if (own > maxUploads) throw new Problem('too_many_uploads', { retryAfterSeconds: FULL_RETRY_SECONDS })
    if (declared > maxUnfinishedBytes)
      throw new Problem('overloaded', { retryAfterSeconds: FULL_RETRY_SECONDS })
    if (this.#freeBytes() - owed < minFreeBytes) throw new Problem('storage_full')
  }
}
