import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Problem } from '../base/problem.ts'
import type { Checksum } from './tus.ts'
import { guard } from './upload-folder.ts'

/** The bytes of one request, and where they belong. */
export interface Part {
  readonly body: Readable
  /** How much of the upload is here already. */
  readonly offset: number
  /** How much there will be. */
  readonly bytes: number
  readonly checksum: Checksum | null
  /** A body that stands still for so long is cut off. */
  readonly idleMs: number
  /** Asked while the body comes; what it throws ends it. */
  readonly check: () => void
}

/** So many bytes of a body are taken between two checks. */
const CHECKED_BYTES = 256 * 1024

/**
 * Writes a body at the end of a file, piece by piece. What came before the sender went away or was cut off is kept,
 * save that a part with a checksum counts whole or not at all: what was not verified is worth nothing.
 *
 * What an answer acknowledges is on the disk, but for a whole upload: that is answered when it stands in the object
 * store, and a power cut before then finds it a little shorter.
 * @returns how many bytes of the upload are now here
 * @throws {Problem} body_too_large, upload_checksum_mismatch, storage_full, and what `check` throws; the file is then as it
 * was
 */
export async function receive(file: FileHandle, part: Part): Promise<number> {
  const { offset, bytes, checksum } = part
  const hash = checksum && createHash(checksum.algorithm)
  const { size } = await guard(file.stat())
  if (size > offset) await guard(file.truncate(offset))
  try {
    const { at, isComplete } = await append(file, part, (piece) => hash?.update(piece))
    if (checksum && !isComplete) {
      await file.truncate(offset)
      return offset
    }
    if (checksum && !hash?.digest().equals(checksum.digest)) throw new Problem('upload_checksum_mismatch')
    if (at < bytes) await guard(file.datasync())
    return at
  } catch (error) {
    // Where not even that can be done, it is done before more is written.
    await file.truncate(offset).catch(() => {})
    throw error
  }
}

async function append(
  file: FileHandle,
  { body, offset, bytes, idleMs, check }: Part,
  see: (piece: Buffer) => void,
) {
  const cutOff = setTimeout(() => body.destroy(), idleMs)
  // Leaving in the middle must not close the connection: there is an answer to send.
  const pieces = body.iterator({ destroyOnReturn: false })
  const gathering = new Gathering(file)
  try {
    for (let at = offset, checkedAt = offset; ; ) {
      const next = await pieces.next().catch(() => null)
      if (next === null || next.done) return { at, isComplete: next !== null }
      const piece = next.value as Buffer
      at += piece.length
      if (at > bytes)
        throw new Problem('body_too_large', { detail: 'More bytes came than Upload-Length says.' })
      if (at - checkedAt >= CHECKED_BYTES) {
        check()
        checkedAt = at
      }
      see(piece)
      await gathering.add(piece)
      cutOff.refresh()
    }
  } finally {
    clearTimeout(cutOff)
    await gathering.end()
  }
}

/** So many bytes wait at most while others are being written. */
const GATHERED_BYTES = 512 * 1024

/** Pieces that come while the disk is at work are written together: a connection brings them small. */
class Gathering {
  readonly #file: FileHandle
  #pieces: Buffer[] = []
  #bytes = 0
  #writing: Promise<void> | null = null

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add(piece: Buffer): Promise<void> {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    if (this.#writing && this.#bytes < GATHERED_BYTES) return
    await this.#writing
    this.#write()
  }

  /** All that was added is written. */
  async end(): Promise<void> {
    await this.#writing
    this.#write()
    await this.#writing
  }

  #write(): void {
    const writing = guard(writeAll(this.#file, this.#pieces, this.#bytes))
    this.#pieces = []
    this.#bytes = 0
    this.#writing = writing
    // A fault is met by whoever waits for it next.
    writing.then(
      () => {
        this.#writing = null
      },
      () => {},
    )
  }
}

async function writeAll(file: FileHandle, pieces: readonly Buffer[], bytes: number): Promise<void> {
  if (bytes === 0) return
  const { bytesWritten } = await file.writev(pieces)
  // A disk that fills up takes a part; why it takes no more is told when the rest is written.
  if (bytesWritten < bytes) await file.appendFile(Buffer.concat(pieces).subarray(bytesWritten))
}
