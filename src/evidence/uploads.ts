import type { Readable } from 'node:stream'
import { kindWords } from '../base/error-kinds.ts'
import { Problem, type ProblemCode } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import { isId } from '../domain/id.ts'
import type { Store } from '../store/store.ts'
import type { Keeper, Perform, UploadAct } from './keeper.ts'
import type { HealthLog } from './object-health.ts'
import { receive } from './receive.ts'
import type { Checksum } from './tus.ts'
import type { Unfinished } from './unfinished.ts'
import { type Client, type Declared, expiryOf, type UnfinishedUploads } from './unfinished-uploads.ts'
import { guard, type UploadFolder } from './upload-folder.ts'

/** The state of an upload, as its client sees it. */
export interface UploadState {
  readonly id: string
  readonly bytes: number
  readonly received: number
  readonly capturedSha256: string
  /** Null once the upload is finished: it no longer expires. */
  readonly expiresAtMs: number | null
  /** Null until the upload is finished. */
  readonly storedSha256: string | null
}

export interface Sent {
  readonly body: Readable
  readonly offset: number
  /** The announced length; undefined for a chunked body. */
  readonly length: number | undefined
  readonly checksum: Checksum | null
}

interface UploadParts {
  readonly store: Store
  readonly folder: UploadFolder
  readonly unfinished: UnfinishedUploads
  readonly keeper: Keeper
  readonly perform: Perform
  readonly report: HealthLog
  /** A body is cut off after this long without a byte. */
  readonly idleMs: number
}

const SWEEP_MS = 3_600_000

/** Permanent refusals, after which the upload is dropped: sending it again would not help. */
const FOR_GOOD: ReadonlySet<ProblemCode> = new Set([
  'upload_digest_mismatch',
  'evidence_refused',
  'id_conflict',
  'no_verified_subject',
])

/**
 * Resumable uploads. Each is visible only to the credential that started it, until it expires. Unfinished
 * uploads are files; finished ones are in the log.
 */
export class Uploads {
  readonly #parts: UploadParts
  readonly #unfinished: UnfinishedUploads
  #opening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: UploadParts) {
    this.#parts = parts
    this.#unfinished = parts.unfinished
  }

  /** Loads the uploads that an earlier run left. Sweeps at once, and again every hour. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  /** Cuts off every body being read. Clients resume later. */
  cutOff(): void {
    for (const upload of this.#unfinished.all()) upload.cutOff()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.cutOff()
  }

  /**
   * Starts an upload, and receives the bytes of the same request. A refusal leaves nothing behind, because
   * the client does not know the upload's address.
   * @param count called once the upload exists; if it throws, the upload is dropped
   * @throws {Problem} too_many_uploads, overloaded, storage_full, and what `count` and `send` may throw
   */
  async begin(
    client: Client,
    declared: Declared,
    sent: Omit<Sent, 'offset'> | null,
    count: () => void,
  ): Promise<UploadState> {
    await this.open()
    const upload = await this.#unfinished.add(client, declared)
    try {
      count()
      if (!sent) return stateOf(upload)
      const state = await upload.inTurn(() => this.#receive(upload, { ...sent, offset: 0 }))
      // If the body was cut off, the client is gone.
      if (state.storedSha256 === null && !sent.body.readableEnded) await this.#unfinished.drop(upload)
      return state
    } catch (error) {
      if (this.#unfinished.has(upload.session.id)) await this.#unfinished.drop(upload)
      throw error
    }
  }

  /**
   * Receives further bytes. After the last one, the picture is verified, cleaned and stored.
   * @throws {Problem} not_found, upload_locked, upload_offset_mismatch, body_too_large,
   * upload_checksum_mismatch, upload_digest_mismatch, evidence_refused, object_store_unavailable, overloaded,
   * storage_full, no_verified_subject: the credential was revoked or has expired while the bytes arrived
   */
  async send(client: Client, id: string, sent: Sent): Promise<UploadState> {
    const upload = this.#unfinished.own(client, id)
    if (upload) return upload.inTurn(() => this.#receive(upload, sent))
    const finished = finishedState(await this.#actOf(client, id))
    if (sent.offset !== finished.bytes) throw new Problem('upload_offset_mismatch')
    if (sent.length !== 0) throw new Problem('body_too_large')
    return finished
  }

  /**
   * Returns an upload's state. Finishes a whole one first: its client would wrongly believe that it is done.
   */
  async state(client: Client, id: string): Promise<UploadState> {
    const found = await this.#whenFree(client, id, async (upload) =>
      upload.isWhole ? this.#finish(upload) : stateOf(upload),
    )
    return found ?? finishedState(await this.#actOf(client, id))
  }

  /** Drops an unfinished upload. @throws {Problem} not_found, upload_finished */
  async end(client: Client, id: string): Promise<void> {
    const wasDropped = await this.#whenFree(client, id, async (upload) => {
      await this.#unfinished.drop(upload)
      return true
    })
    if (wasDropped) return
    await this.#actOf(client, id)
    throw new Problem('upload_finished')
  }

  /** Finishes whole uploads and drops expired ones. A client that is still sending is cut off first. */
  async sweep(): Promise<void> {
    for (const upload of this.#unfinished.all()) {
      if (this.#isClosed) return
      if (upload.isWhole && !upload.isBusy) await this.#try(() => upload.inTurn(() => this.#finish(upload)))
      if (this.#unfinished.isExpired(upload))
        await this.#try(() => upload.afterOthers(() => this.#unfinished.drop(upload)))
    }
  }

  async #open(): Promise<void> {
    await this.#unfinished.open((id) => this.#parts.keeper.actOf(id) !== undefined)
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS).unref()
    void this.sweep()
  }

  /** Receives bytes. Call inside `inTurn`. */
  async #receive(upload: Unfinished, { body, offset, length, checksum }: Sent): Promise<UploadState> {
    const { id, bytes } = upload.session
    const { folder, idleMs, store } = this.#parts
    if (offset !== upload.received) throw new Problem('upload_offset_mismatch')
    if (length !== undefined && length > bytes - offset)
      throw new Problem('body_too_large', {
        detail: 'The announced body is longer than the bytes still missing of Upload-Length.',
      })
    const { credential, operator } = upload.session
    const check = () => store.jobs.checkStillLive({ credential: operator === undefined ? credential : null })
    const file = await folder.openToAppend(id)
    try {
      const received = await upload.reading(body, () =>
        receive(file, { body, offset, bytes, checksum, idleMs, check }),
      )
      upload.moved(received, store.writer.clockMs)
    } finally {
      await guard(file.close())
    }
    return upload.isWhole ? this.#finish(upload) : stateOf(upload)
  }

  /** Finishes a whole upload. Call inside `inTurn`. */
  async #finish(upload: Unfinished): Promise<UploadState> {
    try {
      const act = await this.#parts.keeper.keep(upload.session)
      await this.#unfinished.drop(upload)
      return finishedState(act)
    } catch (error) {
      if (error instanceof Problem && FOR_GOOD.has(error.code)) await this.#unfinished.drop(upload)
      throw error
    }
  }

  /**
   * Runs the work after other work on the upload.
   * @returns null if the client has no such upload, or none by then
   */
  async #whenFree<T>(
    client: Client,
    id: string,
    work: (upload: Unfinished) => Promise<T>,
  ): Promise<T | null> {
    const upload = this.#unfinished.own(client, id)
    if (!upload) return null
    return upload.afterOthers(async () => (this.#unfinished.has(id) ? work(upload) : null))
  }

  /**
   * Returns the act of a finished upload.
   * @throws {Problem} not_found, also for another credential's upload
   */
  async #actOf(client: Client, id: string): Promise<UploadAct> {
    if (!isId(id)) throw new Problem('not_found')
    return this.#parts.perform(client, 'upload', { id }, () => {
      const act = this.#parts.keeper.actOf(id)
      const { acts } = this.#parts.store
      if (act && act.credential_id === acts.bySeq(must(client.credential))?.id) return act
      const isThere = act !== undefined || this.#unfinished.has(id)
      throw new Problem('not_found', {}, isThere ? 'not_their_own' : 'no_such_upload')
    })
  }

  /** Runs a step of the sweep. If it fails, the next sweep tries again. */
  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Problem) && !this.#isClosed)
        this.#parts.report.error(
          `An upload could not be finished or dropped (${kindWords(error)}). The service tries again within an hour.`,
        )
    }
  }
}

function stateOf(upload: Unfinished): UploadState {
  const { id, bytes, sha256 } = upload.session
  const { received } = upload
  return { id, bytes, received, capturedSha256: sha256, expiresAtMs: expiryOf(upload), storedSha256: null }
}

function finishedState(act: UploadAct): UploadState {
  return {
    id: act.id,
    bytes: act.captured_bytes,
    received: act.captured_bytes,
    capturedSha256: act.captured_sha256,
    expiresAtMs: null,
    storedSha256: act.stored_sha256,
  }
}
