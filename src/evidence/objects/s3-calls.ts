import * as http from 'node:http'
import * as https from 'node:https'
import type { Client } from 'minio'
import { message } from '../../words/message.ts'
import { type RetryLimits, retrying } from './retry.ts'
import { attempted, type S3Account, type S3Work } from './s3-attempt.ts'
import { S3Fault } from './s3-fault.ts'
import type { SourceLimits } from './verified.ts'

export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  readonly bucket: string
  /** Prefix of every key, without a final "/"; '' for the whole bucket. */
  readonly prefix: string
}

/** Timeouts and retries. */
export interface Timeouts extends RetryLimits, SourceLimits {
  /** Minimum speed: an attempt gets extra time for its bytes at this speed. */
  readonly slowestBytesPerSecond: number
  /** Timeout of an attempt that only asks whether the store answers. */
  readonly checkMs: number
}

/**
 * A silent server is given up after two attempts (25 s); one that refuses connections, after four (2 s). A
 * village line of 16 KiB a second (128 kbit/s) is fast enough: it needs 21 minutes for 20 MiB.
 */
export const TIMEOUTS: Timeouts = {
  attempts: 4,
  budgetMs: 20_000,
  firstDelayMs: 200,
  longestDelayMs: 3_000,
  idleMs: 12_000,
  wholeMs: 30_000,
  slowestBytesPerSecond: 16 * 1024,
  checkMs: 5_000,
}

/** How long an idle connection is kept: less than servers do, which might close it during a request. */
const KEEP_CONNECTION_MS = 4_000

/** Metadata key of the object's digest. */
const DIGEST = 'granary-sha256'

/** Calls to a bucket, with timeouts and retries. They reject with {@link S3Fault}. */
export class S3Calls {
  readonly bucket: string
  /** Prefix of our names in the bucket. */
  readonly before: string
  readonly #account: S3Account
  readonly #timeouts: Timeouts

  constructor(place: S3Place, timeouts: Timeouts) {
    this.bucket = place.bucket
    this.before = place.prefix === '' ? '' : `${place.prefix}/`
    const endpoint = new URL(place.endpoint)
    const { Agent } = endpoint.protocol === 'https:' ? https : http
    this.#account = {
      endpoint,
      region: place.region,
      keys: { access: place.accessKey, secret: place.secretKey },
      agent: new Agent({ keepAlive: true, timeout: KEEP_CONNECTION_MS }),
    }
    this.#timeouts = timeouts
  }

  /** Makes a call. @param bytes number of bytes sent or fetched, which extends the timeout */
  call<T>(work: S3Work<T>, bytes = 0): Promise<T> {
    return this.#retried(this.#account, work, this.limits(bytes))
  }

  callAsStranger<T>(work: S3Work<T>): Promise<T> {
    return this.#retried({ ...this.#account, keys: null }, work, this.limits(0))
  }

  /** Makes a quick call, retried only if the first attempt fails at once, as on a stale connection. */
  ask<T>(work: S3Work<T>): Promise<T> {
    const { checkMs } = this.#timeouts
    const retries = { ...this.#timeouts, attempts: 2, budgetMs: checkMs / 2 }
    return this.#retried(this.#account, work, { idleMs: checkMs, wholeMs: checkMs }, retries)
  }

  /** Timeouts for a call that moves this many bytes. */
  limits(bytes: number): SourceLimits {
    const { idleMs, wholeMs, slowestBytesPerSecond } = this.#timeouts
    return { idleMs, wholeMs: wholeMs + (bytes / slowestBytesPerSecond) * 1000 }
  }

  /** Sends an object, then asks the server which one it now holds; if it differs, retries the question and then fails. */
  async put(key: string, body: Buffer, sha256: string): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', [`x-amz-meta-${DIGEST}`]: sha256 }
    await this.call((client) => this.send(client, key, body, headers), body.length)
    await this.call(async (client) => {
      const found = await client.statObject(this.bucket, this.before + key)
      if (found.size !== body.length || found.metaData[DIGEST] !== sha256)
        throw new S3Fault('again', message('objects.fault.other'))
    })
  }

  /** Avoids the library's putObject, which copies the whole body and computes an unused MD5. */
  async send(client: Client, key: string, body: Buffer, headers: Record<string, string>): Promise<void> {
    const where = { method: 'PUT', bucketName: this.bucket, objectName: this.before + key }
    await client.makeRequestAsyncOmit({ ...where, headers }, body)
  }

  async remove(key: string): Promise<void> {
    await this.call((client) => client.removeObject(this.bucket, this.before + key))
  }

  close(): void {
    this.#account.agent.destroy()
  }

  #retried<T>(
    account: S3Account,
    work: S3Work<T>,
    limits: SourceLimits,
    retries: RetryLimits = this.#timeouts,
  ): Promise<T> {
    return retrying(
      () => attempted(account, limits, work),
      (error) => error instanceof S3Fault && error.kind === 'again',
      retries,
    )
  }
}
