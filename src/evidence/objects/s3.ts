import type { IncomingMessage } from 'node:http'
import { Problem } from '../../base/problem.ts'
import { type Message, message } from '../../words/message.ts'
import { checkKey, checkPrefix, isKey, probeKey } from './keys.ts'
import { S3Calls, type S3Place, TIMEOUTS, type Timeouts } from './s3-calls.ts'
import { S3Fault } from './s3-fault.ts'
import { findOpenness } from './s3-strangers.ts'
import {
  type FetchedObject,
  type ObjectStore,
  ObjectStoreUnavailable,
  type Openness,
  type StoredObject,
} from './store.ts'
import { checkContent, verified } from './verified.ts'

/** How long a successful write counts, because every test write leaves an object or a version. */
const BELIEVED_MS = 10 * 60_000

/**
 * Objects in a bucket of any S3 service.
 *
 * The server checks each object against its signed SHA-256; then the length and digest that it reports are
 * checked. The object is not fetched back: that would double the traffic on a slow line, and every read
 * checks all bytes anyway.
 */
export class S3Store implements ObjectStore {
  readonly name: Message
  readonly #calls: S3Calls
  readonly #pageKeys: number
  #tookAtMs = Number.NEGATIVE_INFINITY

  /** @param pageKeys keys per page of a list; S3 allows 1,000 */
  constructor(place: S3Place, timeouts: Timeouts = TIMEOUTS, pageKeys = 1_000) {
    const { bucket, prefix } = place
    const address = new URL(place.endpoint).origin
    this.name =
      prefix === ''
        ? message('objects.bucket', { bucket, address })
        : message('objects.bucketBelow', { bucket, address, prefix })
    this.#calls = new S3Calls(place, timeouts)
    this.#pageKeys = pageKeys
  }

  async put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void> {
    checkKey(key, sha256)
    checkContent(key, content, sha256)
    const [first] = content
    const body = content.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(content)
    await this.#writing(this.#calls.put(key, body, sha256))
  }

  async get(key: string, sha256: string): Promise<FetchedObject | null> {
    checkKey(key, sha256)
    const { bucket, before } = this.#calls
    const fetching = this.#calls.call(async (client, attempt) => {
      const response = (await client.getObject(bucket, before + key)) as IncomingMessage
      const bytes = lengthOf(response.headers['content-length'])
      attempt.isLeftOpen = true
      return { bytes, response }
    })
    const found = await this.#told(fetching.catch(nullIfAbsent))
    if (found === null) return null
    const { bytes, response } = found
    const limits = this.#calls.limits(bytes)
    return { bytes, stream: verified(response, { key, sha256, limits, store: this.name }) }
  }

  async has(key: string): Promise<StoredObject | null> {
    checkKey(key)
    const { bucket, before } = this.#calls
    const asking = this.#calls.call((client) => client.statObject(bucket, before + key))
    return this.#told(asking.then(({ size }) => ({ key, bytes: lengthOf(size) })).catch(nullIfAbsent))
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    checkPrefix(prefix)
    const { bucket, before } = this.#calls
    let from = ''
    do {
      const asking = this.#calls.call(async (client) => {
        const page = await client.listObjectsV2Query(bucket, before + prefix, from, '', this.#pageKeys, '')
        const objects = page.objects.flatMap(({ name, size }) =>
          name?.startsWith(before) ? [{ key: name.slice(before.length), bytes: lengthOf(size) }] : [],
        )
        if (!page.isTruncated) return { objects, next: '' }
        // A server that repeats the same page would make the list endless.
        if (!page.nextContinuationToken || page.nextContinuationToken === from)
          throw new S3Fault('again', message('objects.fault.list'))
        return { objects, next: page.nextContinuationToken }
      })
      const { objects, next } = await this.#told(asking)
      for (const object of objects) if (isKey(object.key)) yield object
      from = next
    } while (from !== '')
  }

  async remove(key: string): Promise<void> {
    checkKey(key)
    await this.#told(this.#calls.remove(key).catch(nullIfAbsent))
  }

  async check(): Promise<void> {
    const { bucket } = this.#calls
    const probe = probeKey('evidence', 'writable')
    if (performance.now() - this.#tookAtMs < BELIEVED_MS)
      await this.#told(
        this.#calls.ask(async (client) => {
          const isThere = await client.bucketExists(bucket)
          if (!isThere) throw new S3Fault('refused', message('objects.fault.noBucket'))
        }),
      )
    else
      await this.#writing(
        this.#calls.ask((client) => this.#calls.send(client, probe, Buffer.from('granary'), {})),
      )
  }

  async anonymousAccess(): Promise<Openness | null> {
    return this.#told(findOpenness(this.#calls, this.name))
  }

  close(): void {
    this.#calls.close()
  }

  async #writing(work: Promise<void>): Promise<void> {
    try {
      await this.#told(work)
      this.#tookAtMs = performance.now()
    } catch (error) {
      this.#tookAtMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  /** Turns a fault into an error for callers. */
  #told<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (!(error instanceof S3Fault)) throw error
      if (error.kind === 'full') throw new Problem('storage_full')
      const reason = message('objects.fault', { store: this.name, why: error.what })
      throw new ObjectStoreUnavailable(reason, error)
    })
  }
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof S3Fault && error.kind === 'absent') return null
  throw error
}

function lengthOf(stated: unknown): number {
  const bytes = Number(stated)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new S3Fault('again', message('objects.fault.length'))
  return bytes
}
