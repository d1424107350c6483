import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Problem } from '../base/problem.ts'
import type { Checksum } from './tus.ts'
import { guard } from './upload-folder.ts'

export interface UploadPart {
  readonly body: Readable
  /** Bytes of the upload already received. */
  readonly offset: number
  /** Length of the whole upload. */
  readonly bytes: number
  readonly checksum: Checksum | null
  /** The body is cut off after this long without a byte. */
  readonly idleMs: number
  /** Called while the body arrives; it may throw to stop receiving. */
  readonly check: () => void
}

/** Bytes received between two checks. */
const CHECKED_BYTES = 256 * 1024

/**
 * Appends a body to a file. If the sender goes away or is cut off, the received bytes are kept, except those
 * of a part with a checksum, which is kept whole or not at all.
 *
 * Acknowledged bytes are on the disk. A whole upload is acknowledged only when it is in the object store;
 * after an earlier power cut its file may be shorter.
 * @returns the number of bytes of the upload received so far
 * @throws {Problem} body_too_large, upload_checksum_mismatch, storage_full, and what `check` throws; the file
 * is then unchanged
 */
export async function receive(file: FileHandle, part: UploadPart): Promise<number> {
  const { offset, bytes, checksum } = part
  const hash = checksum && createHash(checksum.algorithm)
  const { size } = await guard(file.stat())
  if (size > offset) await guard(file.truncate(offset))
  try {
    const { at, isComplete } = await append(file, part, (chunk) => hash?.update(chunk))
    if (checksum && !isComplete) {
      await file.truncate(offset)
      return offset
    }
    if (checksum && !hash?.digest().equals(checksum.digest)) throw new Problem('upload_checksum_mismatch')
    if (at < bytes) await guard(file.datasync())
    return at
  } catch (error) {
    // If this fails, the next write truncates first.
    await file.truncate(offset).catch(() => {})
    throw error
  }
}

async function append(
  file: FileHandle,
  { body, offset, bytes, idleMs, check }: UploadPart,
  see: (chunk: Buffer) => void,
) {
  const cutOff = setTimeout(() => body.destroy(), idleMs)
  // Leaving the loop must not close the connection: the reply is still to be sent.
  const chunks = body.iterator({ destroyOnReturn: false })
  const gathering = new Gathering(file)
  try {
    for (let at = offset, checkedAt = offset; ; ) {
      const next = await chunks.next().catch(() => null)
      if (next === null || next.done) return { at, isComplete: next !== null }
      const chunk = next.value as Buffer
      at += chunk.length
      if (at > bytes)
        throw new Problem('body_too_large', { detail: 'The body is longer than Upload-Length.' })
      if (at - checkedAt >= CHECKED_BYTES) {
        check()
        checkedAt = at
      }
      see(chunk)
      await gathering.add(chunk)
      cutOff.refresh()
    }
  } finally {
    clearTimeout(cutOff)
    await gathering.end()
  }
}

/** Most bytes that wait in memory while others are written. */
const GATHERED_BYTES = 512 * 1024

/** Writes together the small chunks that arrive while the disk is busy. */
class Gathering {
  readonly #file: FileHandle
  #chunks: Buffer[] = []
  #bytes = 0
  #writing: Promise<void> | null = null

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add(chunk: Buffer): Promise<void> {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#writing && this.#bytes < GATHERED_BYTES) return
    await this.#writing
    this.#write()
  }

  /** Resolves when all added chunks are written. */
  async end(): Promise<void> {
    await this.#writing
    this.#write()
    await this.#writing
  }

  #write(): void {
    const writing = guard(writeAll(this.#file, this.#chunks, this.#bytes))
    this.#chunks = []
    this.#bytes = 0
    this.#writing = writing
    // The next caller that awaits this write gets its error.
    writing.then(
      () => {
        this.#writing = null
      },
      () => {},
    )
  }
}

async function writeAll(file: FileHandle, chunks: readonly Buffer[], bytes: number): Promise<void> {
  if (bytes === 0) return
  const { bytesWritten } = await file.writev(chunks)
  // A disk that fills up writes only part; writing the rest then fails with the disk's error.
  if (bytesWritten < bytes) await file.appendFile(Buffer.concat(chunks).subarray(bytesWritten))
}
