import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { message } from '../../words/message.ts'
import { objectHeaders, type S3Calls } from './s3-calls.ts'
import { S3Fault } from './s3-fault.ts'
import { DigestMismatch } from './store.ts'
import { checkContent } from './verified.ts'

/**
 * Size of a part, the unit of a retry: small enough for an unstable line and for memory. S3 allows 10,000
 * parts of at least 5 MiB each, so an object may have up to 156 GiB.
 */
export const PART_BYTES = 16 * 1024 * 1024
const MOST_PARTS = 10_000

export interface SentFile {
  readonly key: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * Sends a file, in parts if it is longer than one. The object appears under its key once all parts are stored
 * and the bytes read have the right digest.
 * @throws {DigestMismatch | S3Fault | NodeJS.ErrnoException}
 */
export async function sendFile(calls: S3Calls, sent: SentFile, partBytes: number): Promise<void> {
  const { key, path, bytes, sha256 } = sent
  if (bytes > partBytes * MOST_PARTS) throw new Error(`${key} is too long to be stored.`)
  const file = await open(path, 'r')
  try {
    if ((await file.stat()).size !== bytes) throw new DigestMismatch(key)
    if (bytes > partBytes) await sendParts(calls, sent, file, partBytes)
    else {
      const body = await readPart(file, Buffer.allocUnsafe(bytes))
      checkContent(key, [body], sha256)
      await calls.put(key, body, sha256)
    }
  } finally {
    await file.close()
  }
}

/**
 * Avoids the library's stream upload, which continues any unfinished upload of the key, and in which an error
 * of the file ends the process.
 */
async function sendParts(
  calls: S3Calls,
  { key, bytes, sha256 }: SentFile,
  file: FileHandle,
  partBytes: number,
): Promise<void> {
  const { bucket } = calls
  const name = calls.before + key
  const uploadID = await calls.call((client) =>
    client.initiateNewMultipartUpload(bucket, name, objectHeaders(sha256)),
  )
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(partBytes)
    const parts: { part: number; etag: string }[] = []
    for (let at = 0; at < bytes; at += partBytes) {
      const body = await readPart(file, buffer.subarray(0, Math.min(partBytes, bytes - at)))
      hash.update(body)
      const part = parts.length + 1
      const where = { bucketName: bucket, objectName: name, uploadID, partNumber: part, headers: {} }
      const etag = await calls.call(async (client) => {
        const stored = await client.uploadPart(where, body)
        if (!stored.etag) throw new S3Fault('again', message('objects.fault.part'))
        return stored.etag
      }, body.length)
      parts.push({ part, etag })
    }
    if (hash.digest('hex') !== sha256) throw new DigestMismatch(key)
    // The object stored decides: if the reply was lost, a retry finds no such upload.
    const fault = await calls
      .call((client) => client.completeMultipartUpload(bucket, name, uploadID, parts), bytes)
      .then(
        () => null,
        (error: unknown) => error,
      )
    await calls.confirm(key, bytes, sha256).catch((unconfirmed: unknown) => {
      throw fault ?? unconfirmed
    })
  } catch (error) {
    // Parts of an unfinished upload cost money and appear in no list. If the store is unreachable, they stay.
    await calls.call((client) => client.abortMultipartUpload(bucket, name, uploadID)).catch(() => {})
    throw error
  }
}

/**
 * Fills the buffer with the next bytes of the file.
 * @throws {Error} when the file became shorter meanwhile
 */
async function readPart(file: FileHandle, into: Buffer): Promise<Buffer> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.')
    at += bytesRead
  }
  return into
}
