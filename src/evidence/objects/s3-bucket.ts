import type { IncomingMessage } from 'node:http'
import type { Client } from 'minio'
import { message } from '../../words/message.ts'
import type { AttemptLimits, S3Work } from './s3-attempt.ts'
import { S3Calls, type S3Place, type Timeouts } from './s3-calls.ts'
import { S3Fault } from './s3-fault.ts'
import type { StoredObject } from './store.ts'

/** Metadata key of the digest of the whole object, however many parts it was sent in. */
const DIGEST = 'granary-sha256'
export const OBJECT_HEADERS = (sha256: string) => ({
  'content-type': 'application/octet-stream',
  [`x-amz-meta-${DIGEST}`]: sha256,
})

export interface Page {
  readonly objects: readonly StoredObject[]
  /** Null after the last page. */
  readonly next: string | null
}

/**
 * A bucket, or the part of it below a prefix, addressed by our keys. Every method rejects with
 * {@link S3Fault}.
 */
export class S3Bucket {
  readonly name: string
  readonly #before: string
  readonly #calls: S3Calls

  constructor(place: S3Place, timeouts: Timeouts) {
    this.name = place.bucket
    this.#before = place.prefix === '' ? '' : `${place.prefix}/`
    this.#calls = new S3Calls(place, timeouts)
  }

  /** Returns an object's name in the bucket. */
  nameOf(key: string): string {
    return this.#before + key
  }

  call<T>(work: S3Work<T>, bytes = 0): Promise<T> {
    return this.#calls.call(work, bytes)
  }

  async put(key: string, body: Buffer, sha256: string): Promise<void> {
    await this.call((client) => this.#put(client, key, body, OBJECT_HEADERS(sha256)), body.length)
    await this.confirm(key, body.length, sha256)
  }

  /** Asks the server which object it now holds; if it differs from the one sent, retries and then fails. */
  async confirm(key: string, bytes: number, sha256: string): Promise<void> {
    await this.call(async (client) => {
      const found = await client.statObject(this.name, this.nameOf(key))
      if (found.size !== bytes || found.metaData[DIGEST] !== sha256)
        throw new S3Fault('again', message('objects.fault.other'))
    })
  }

  /** Fetches an object. The caller must read the reply within the returned limits, or destroy it. */
  fetch(key: string): Promise<{ bytes: number; response: IncomingMessage; limits: AttemptLimits }> {
    return this.call(async (client, attempt) => {
      const response = (await client.getObject(this.name, this.nameOf(key))) as IncomingMessage
      const bytes = lengthOf(response.headers['content-length'])
      attempt.handOver(response)
      return { bytes, response, limits: this.#calls.limits(bytes) }
    })
  }

  async stat(key: string): Promise<StoredObject> {
    const found = await this.call((client) => client.statObject(this.name, this.nameOf(key)))
    return { key, bytes: lengthOf(found.size) }
  }

  /** Lists one page of objects. @param from `next` of the page before; '' for the first page */
  page(prefix: string, from: string, most: number): Promise<Page> {
    return this.call(async (client) => {
      const page = await client.listObjectsV2Query(this.name, this.nameOf(prefix), from, '', most, '')
      const objects = page.objects.flatMap(({ name, size }) =>
        name?.startsWith(this.#before)
          ? [{ key: name.slice(this.#before.length), bytes: lengthOf(size) }]
          : [],
      )
      if (!page.isTruncated) return { objects, next: null }
      // A server that repeats the same page would make the list endless.
      if (!page.nextContinuationToken || page.nextContinuationToken === from)
        throw new S3Fault('again', message('objects.fault.list'))
      return { objects, next: page.nextContinuationToken }
    })
  }

  async remove(key: string): Promise<void> {
    await this.call((client) => client.removeObject(this.name, this.nameOf(key)))
  }

  /** Checks quickly that the bucket answers. */
  async answers(): Promise<void> {
    const isThere = await this.#calls.ask((client) => client.bucketExists(this.name))
    if (!isThere) throw new S3Fault('refused', message('objects.fault.noBucket'))
  }

  /** Checks quickly that the bucket accepts a small object. */
  async checkWritable(key: string): Promise<void> {
    await this.#calls.ask((client) => this.#put(client, key, Buffer.from('granary'), {}))
  }

  /** Whether a caller without credentials can list objects. */
  async isListableByStrangers(): Promise<boolean> {
    return this.#isAllowedToStrangers((client) =>
      client.listObjectsV2Query(this.name, this.#before, '', '', 1, ''),
    )
  }

  /** Whether a caller without credentials can read this object. */
  async isReadableByStrangers(key: string): Promise<boolean> {
    return this.#isAllowedToStrangers((client) => client.getObject(this.name, this.nameOf(key)))
  }

  close(): void {
    this.#calls.close()
  }

  /** Avoids the library's putObject, which copies the whole body and computes an unused MD5. */
  async #put(client: Client, key: string, body: Buffer, headers: Record<string, string>): Promise<void> {
    const where = { method: 'PUT', bucketName: this.name, objectName: this.nameOf(key) }
    await client.makeRequestAsyncOmit({ ...where, headers }, body)
  }

  /** Any success status means yes. A failing server proves neither yes nor no, so it is a fault. */
  async #isAllowedToStrangers(work: (client: Client) => Promise<unknown>): Promise<boolean> {
    try {
      await this.#calls.callAsStranger(async (client, attempt) => {
        await work(client).catch((error) => {
          if (attempt.status === undefined || attempt.status >= 300) throw error
        })
      })
      return true
    } catch (error) {
      if (error instanceof S3Fault && (error.kind === 'absent' || error.kind === 'refused')) return false
      throw error
    }
  }
}

function lengthOf(stated: unknown): number {
  const bytes = Number(stated)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new S3Fault('again', message('objects.fault.length'))
  return bytes
}
