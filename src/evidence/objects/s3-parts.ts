import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { message } from '../../words/message.ts'
import { OBJECT_HEADERS, type S3Bucket } from './s3-bucket.ts'
import { S3Fault } from './s3-fault.ts'
import { DigestMismatch } from './store.ts'

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

interface Part {
  readonly part: number
  readonly etag: string
}

/**
 * Sends a file, in parts if it is longer than one. The object appears under its key once all parts are stored
 * and the bytes read have the right digest.
 * @throws {DigestMismatch | S3Fault | NodeJS.ErrnoException}
 */
export async function sendFile(bucket: S3Bucket, sent: SentFile, partBytes: number): Promise<void> {
  if (sent.bytes > partBytes * MOST_PARTS) throw new Error(`${sent.key} is too long to be stored.`)
  const file = await open(sent.path, 'r')
  try {
    if ((await file.stat()).size !== sent.bytes) throw new DigestMismatch(sent.key)
    if (sent.bytes <= partBytes) await sendWhole(bucket, sent, file)
    else await sendParts(bucket, sent, file, partBytes)
  } finally {
    await file.close()
  }
}

async function sendWhole(
  bucket: S3Bucket,
  { key, bytes, sha256 }: SentFile,
  file: FileHandle,
): Promise<void> {
  const body = await readPart(file, Buffer.allocUnsafe(bytes))
  if (createHash('sha256').update(body).digest('hex') !== sha256) throw new DigestMismatch(key)
  await bucket.put(key, body, sha256)
}

/**
 * Avoids the library's stream upload, which continues any unfinished upload of the key, and in which an error
 * of the file ends the process.
 */
async function sendParts(
  bucket: S3Bucket,
  sent: SentFile,
  file: FileHandle,
  partBytes: number,
): Promise<void> {
  const { key, bytes, sha256 } = sent
  const name = bucket.nameOf(key)
  const headers = OBJECT_HEADERS(sha256)
  const upload = await bucket.call((client) => client.initiateNewMultipartUpload(bucket.name, name, headers))
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(partBytes)
    const parts: Part[] = []
    for (let at = 0; at < bytes; at += partBytes) {
      const body = await readPart(file, buffer.subarray(0, Math.min(partBytes, bytes - at)))
      hash.update(body)
      parts.push(await sendPart(bucket, name, upload, parts.length + 1, body))
    }
    if (hash.digest('hex') !== sha256) throw new DigestMismatch(key)
    await complete(bucket, sent, upload, parts)
  } catch (error) {
    // Parts of an unfinished upload cost money and appear in no list. If the store is unreachable, they stay.
    await bucket.call((client) => client.abortMultipartUpload(bucket.name, name, upload)).catch(() => {})
    throw error
  }
}

function sendPart(bucket: S3Bucket, name: string, upload: string, part: number, body: Buffer): Promise<Part> {
  return bucket.call(async (client) => {
    const where = {
      bucketName: bucket.name,
      objectName: name,
      uploadID: upload,
      partNumber: part,
      headers: {},
    }
    const { etag } = await client.uploadPart(where, body)
    if (!etag) throw new S3Fault('again', message('objects.fault.part'))
    return { part, etag }
  }, body.length)
}

/** Completes an upload. The object stored decides: if the reply was lost, a retry finds no such upload. */
async function complete(
  bucket: S3Bucket,
  { key, bytes, sha256 }: SentFile,
  upload: string,
  parts: readonly Part[],
): Promise<void> {
  try {
    const name = bucket.nameOf(key)
    await bucket.call(
      (client) => client.completeMultipartUpload(bucket.name, name, upload, [...parts]),
      bytes,
    )
  } catch (fault) {
    await bucket.confirm(key, bytes, sha256).catch(() => {
      throw fault
    })
  }
  await bucket.confirm(key, bytes, sha256)
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
