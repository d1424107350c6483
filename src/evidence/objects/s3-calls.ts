import * as http from 'node:http'
import * as https from 'node:https'
import { type RetryLimits, retrying } from './retry.ts'
import { Attempt, type AttemptLimits, type S3Account, type S3Work } from './s3-attempt.ts'
import { S3Fault } from './s3-fault.ts'

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
export interface Timeouts extends RetryLimits, AttemptLimits {
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

/** Calls to one S3 service, with timeouts and retries. They reject with {@link S3Fault}. */
export class S3Calls {
  readonly #account: S3Account
  readonly #stranger: S3Account
  readonly #timeouts: Timeouts

  constructor(place: S3Place, timeouts: Timeouts) {
    const endpoint = new URL(place.endpoint)
    const { Agent } = endpoint.protocol === 'https:' ? https : http
    this.#stranger = {
      endpoint,
      region: place.region,
      keys: null,
      agent: new Agent({ keepAlive: true, timeout: KEEP_CONNECTION_MS }),
    }
    this.#account = { ...this.#stranger, keys: { access: place.accessKey, secret: place.secretKey } }
    this.#timeouts = timeouts
  }

  /** Makes a call. @param bytes number of bytes sent or fetched, which extends the timeout */
  call<T>(work: S3Work<T>, bytes = 0): Promise<T> {
    return this.#retried(this.#account, work, this.limits(bytes))
  }

  callAsStranger<T>(work: S3Work<T>): Promise<T> {
    return this.#retried(this.#stranger, work, this.limits(0))
  }

  /** Makes a quick call, retried only if the first attempt fails at once, as on a stale connection. */
  ask<T>(work: S3Work<T>): Promise<T> {
    const { checkMs } = this.#timeouts
    const limits = { idleMs: checkMs, wholeMs: checkMs }
    return this.#retried(this.#account, work, limits, {
      ...this.#timeouts,
      attempts: 2,
      budgetMs: checkMs / 2,
    })
  }

  /** Timeouts for a call that moves this many bytes. */
  limits(bytes: number): AttemptLimits {
    const { idleMs, wholeMs, slowestBytesPerSecond } = this.#timeouts
    return { idleMs, wholeMs: wholeMs + (bytes / slowestBytesPerSecond) * 1000 }
  }

  close(): void {
    this.#account.agent.destroy()
  }

  #retried<T>(
    account: S3Account,
    work: S3Work<T>,
    limits: AttemptLimits,
    retries: RetryLimits = this.#timeouts,
  ): Promise<T> {
    return retrying(
      () => new Attempt(account, limits).run(work),
      (error) => error instanceof S3Fault && error.kind === 'again',
      retries,
    )
  }
}
