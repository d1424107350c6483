import { Problem } from '../../base/problem.ts'
import { type Message, message } from '../../words/message.ts'
import { englishWords } from '../../words/words.ts'
import { checkDigest, checkKey, checkPrefix, isKey, probeKey } from './keys.ts'
import { type Page, S3Bucket } from './s3-bucket.ts'
import { type S3Place, TIMEOUTS, type Timeouts } from './s3-calls.ts'
import { S3Fault } from './s3-fault.ts'
import { PART_BYTES, sendFile } from './s3-parts.ts'
import { findOpenness } from './s3-strangers.ts'
import {
  type FetchedObject,
  type ObjectStore,
  ObjectStoreUnavailable,
  type Openness,
  type StoredObject,
} from './store.ts'
import { checkContent, verified } from './verified.ts'

export interface S3Sizes {
  readonly partBytes: number
  /** Keys per page of a list; S3 allows 1,000. */
  readonly pageKeys: number
}
const SIZES: S3Sizes = { partBytes: PART_BYTES, pageKeys: 1_000 }

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
  readonly #bucket: S3Bucket
  readonly #sizes: S3Sizes
  #tookAtMs = Number.NEGATIVE_INFINITY

  /** Told when somebody asks: the start parses no catalogue. */
  get words(): string {
    return englishWords().tell(this.name)
  }

  constructor(place: S3Place, timeouts: Timeouts = TIMEOUTS, sizes: S3Sizes = SIZES) {
    const { bucket, prefix } = place
    const address = new URL(place.endpoint).origin
    this.name =
      prefix === ''
        ? message('objects.bucket', { bucket, address })
        : message('objects.bucketBelow', { bucket, address, prefix })
    this.#bucket = new S3Bucket(place, timeouts)
    this.#sizes = sizes
  }

  async put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void> {
    checkKey(key)
    checkDigest(sha256)
    checkContent(key, content, sha256)
    const [first] = content
    const body = content.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(content)
    await this.#writing(this.#bucket.put(key, body, sha256))
  }

  async putFile(key: string, path: string, bytes: number, sha256: string): Promise<void> {
    checkKey(key)
    checkDigest(sha256)
    await this.#writing(sendFile(this.#bucket, { key, path, bytes, sha256 }, this.#sizes.partBytes))
  }

  async get(key: string, sha256: string): Promise<FetchedObject | null> {
    checkKey(key)
    checkDigest(sha256)
    const found = await this.#unlessAbsent(this.#bucket.fetch(key))
    if (found === null) return null
    const { bytes, response, limits } = found
    return { bytes, stream: verified(response, { key, sha256, limits, store: this.name }) }
  }

  async has(key: string): Promise<StoredObject | null> {
    checkKey(key)
    return this.#unlessAbsent(this.#bucket.stat(key))
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    checkPrefix(prefix)
    let from: string | null = ''
    while (from !== null) {
      const page: Page = await this.#noted(this.#bucket.page(prefix, from, this.#sizes.pageKeys))
      for (const object of page.objects) if (isKey(object.key)) yield object
      from = page.next
    }
  }

  async remove(key: string): Promise<void> {
    checkKey(key)
    await this.#unlessAbsent(this.#bucket.remove(key))
  }

  async check(): Promise<void> {
    if (performance.now() - this.#tookAtMs < BELIEVED_MS) await this.#noted(this.#bucket.answers())
    else await this.#writing(this.#bucket.checkWritable(probeKey('evidence', 'writable')))
  }

  async anonymousAccess(): Promise<Openness | null> {
    return this.#noted(findOpenness(this.#bucket, this.name))
  }

  close(): void {
    this.#bucket.close()
  }

  async #writing(work: Promise<void>): Promise<void> {
    try {
      await this.#noted(work)
      this.#tookAtMs = performance.now()
    } catch (error) {
      this.#tookAtMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  async #unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (error instanceof S3Fault && error.kind === 'absent') return null
      throw this.#errorFor(error)
    }
  }

  async #noted<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#errorFor(error)
    }
  }

  /** Turns a fault into an error for callers. */
  #errorFor(error: unknown): unknown {
    if (!(error instanceof S3Fault)) return error
    if (error.kind === 'full') return new Problem('storage_full')
    return new ObjectStoreUnavailable(message('objects.fault', { store: this.name, why: error.what }), error)
  }
}
