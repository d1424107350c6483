import { createHash } from 'node:crypto'
import { Problem } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import { formatInstant } from '../domain/time.ts'
import { saidBy } from '../store/acts/acts.ts'
import { actedBy } from '../store/acts/doer.ts'
import type { Store } from '../store/store.ts'
import type { ObjectHealth } from './object-health.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { breather } from './pictures/breathe.ts'
import { cleanPicture } from './pictures/clean-picture.ts'
import { guard, type UploadFolder, type UploadSession } from './upload-folder.ts'

/** The body of an upload's act; its id is the upload's. */
export interface UploadAct {
  readonly id: string
  readonly uploaded_by: string
  /** Null for the front office. */
  readonly credential_id: string | null
  readonly captured_sha256: string
  readonly stored_sha256: string
  readonly media_type: string
  readonly captured_bytes: number
  readonly stored_bytes: number
  readonly received_at: string
}

/** A picture in the object store. */
interface Kept {
  readonly storedSha256: string
  readonly storedBytes: number
  readonly mediaType: string
}

/** Runs a job for the client that started the upload; audits a refusal. */
export type Perform = <T>(
  doer: { readonly credential: number | null; readonly operator?: string },
  action: string,
  detail: object,
  work: () => T,
) => Promise<T>

/** Bytes read and hashed in one step: a few milliseconds on the smallest server. */
const SLICE_BYTES = 512 * 1024
/** Most uploads that wait in line: each may take as long as the object store's timeout. */
const MOST_WAITING = 32

/** Key of a picture in the object store. */
export const objectKey = (storedSha256: string): string => `evidence/${storedSha256}`

/**
 * Finishes whole uploads: verifies and cleans the bytes, puts them into the object store, then writes the
 * act. Works on one at a time, because the picture is in memory meanwhile.
 *
 * The object is stored before the act. After a power cut between the two, no client has had a reply, and the
 * next start finishes the upload again; in the other order, the log could name a missing picture.
 */
export class Keeper {
  readonly #store: Store
  readonly #objects: ObjectHealth
  readonly #folder: UploadFolder
  readonly #perform: Perform
  readonly #queue = new OneAtATime(MOST_WAITING)

  constructor(parts: {
    readonly store: Store
    readonly objects: ObjectHealth
    readonly folder: UploadFolder
    readonly perform: Perform
  }) {
    this.#store = parts.store
    this.#objects = parts.objects
    this.#folder = parts.folder
    this.#perform = parts.perform
  }

  /** Returns the upload's act; undefined until the upload is finished. */
  actOf(id: string): UploadAct | undefined {
    const act = this.#store.acts.byId(id)
    return act?.kind === 'evidence' ? saidBy<UploadAct>(act) : undefined
  }

  /**
   * Finishes an upload. Safe to repeat.
   * @throws {Problem} permanent: upload_digest_mismatch, evidence_refused, id_conflict, no_verified_subject
   * (the credential was revoked or has expired); temporary: object_store_unavailable, overloaded,
   * storage_full
   */
  keep(session: UploadSession): Promise<UploadAct> {
    return this.#queue.do(async () => {
      const known = this.actOf(session.id)
      if (known) return known
      this.#checkCredential(session)
      const kept = await this.#keepObject(session)
      const { credential, operator } = session
      const doer = { credential, ...given({ operator }) }
      return this.#perform(doer, 'evidence', { upload: session.id }, () => {
        if (kept instanceof Problem) throw kept
        return this.#append(session, kept)
      })
    })
  }

  /** @returns the stored picture, or a permanent refusal */
  async #keepObject(session: UploadSession): Promise<Kept | Problem> {
    const { bytes, sha256 } = await guard(this.#read(session))
    try {
      return sha256 === session.sha256
        ? await this.#cleanAndPut(bytes)
        : new Problem('upload_digest_mismatch')
    } finally {
      // Frees the memory at once: until the next garbage collection, the pictures of several uploads would
      // add up.
      bytes.buffer.transfer(0)
    }
  }

  async #cleanAndPut(bytes: Buffer): Promise<Kept | Problem> {
    const picture = await cleanPicture(bytes).catch(refusalOf)
    if (picture instanceof Problem) return picture
    const storedSha256 = await hashOf(picture.pieces)
    await this.#objects.watchUnlessDown((store) =>
      store.put(objectKey(storedSha256), picture.pieces, storedSha256),
    )
    const storedBytes = picture.pieces.reduce((sum, piece) => sum + piece.length, 0)
    return { storedSha256, storedBytes, mediaType: picture.mediaType }
  }

  async #read({ id, bytes: length }: UploadSession): Promise<{ bytes: Buffer<ArrayBuffer>; sha256: string }> {
    const bytes = Buffer.allocUnsafeSlow(length)
    const hash = createHash('sha256')
    const file = await this.#folder.openToRead(id)
    try {
      const slice = (at: number) => file.read(bytes, at, Math.min(SLICE_BYTES, length - at), at)
      // Reads the next slice while hashing this one.
      for (let at = 0, next = slice(0); at < length; ) {
        const { bytesRead } = await next
        if (bytesRead === 0) throw new Error(`the bytes of upload ${id} end at ${at} of ${length}`)
        const read = bytes.subarray(at, at + bytesRead)
        at += bytesRead
        if (at < length) next = slice(at)
        hash.update(read)
      }
    } finally {
      await file.close()
    }
    return { bytes, sha256: hash.digest('hex') }
  }

  /**
   * Throws if the credential was revoked or has expired since the upload started: that can be days ago. The
   * operator may take in pictures of a device that was revoked.
   */
  #checkCredential({ credential, operator }: Pick<UploadSession, 'credential' | 'operator'>): void {
    if (operator !== undefined) return
    const { credentials, writer } = this.#store
    const lapse = credentials.lapse(must(credential), writer.nowMs)
    if (lapse !== null) throw new Problem('no_verified_subject', {}, lapse)
  }

  #append({ id, party, credential, operator, sha256, bytes }: UploadSession, kept: Kept): UploadAct {
    const { acts, audit, log, parties, writer } = this.#store
    this.#checkCredential({ credential, ...given({ operator }) })
    // The client knows the upload's id, and may have used it for something else meanwhile.
    if (log.has(id)) throw new Problem('id_conflict')
    const { nowMs } = writer
    const act: UploadAct = {
      id,
      uploaded_by: parties.id(party),
      credential_id: credential === null ? null : must(acts.bySeq(credential)?.id),
      captured_sha256: sha256,
      stored_sha256: kept.storedSha256,
      media_type: kept.mediaType,
      captured_bytes: bytes,
      stored_bytes: kept.storedBytes,
      received_at: formatInstant(nowMs),
    }
    const seq = acts.append('evidence', id, nowMs, act)
    const detail = { evidence: seq, ...actedBy(operator) }
    audit.append(nowMs, { credential, action: 'evidence', outcome: 'done', detail })
    return act
  }
}

function refusalOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

async function hashOf(pieces: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256')
  const breathe = breather()
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      hash.update(piece.subarray(at, at + SLICE_BYTES))
      await breathe()
    }
  return hash.digest('hex')
}
