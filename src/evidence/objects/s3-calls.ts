import * as http from 'node:http'
import * as https from 'node:https'
import { type RetryLimits, retrying } from './retry.ts'
import { Attempt, type AttemptLimits, type S3Account, type S3Work } from './s3-attempt.ts'
import { S3Fault } from './s3-fault.ts'

/** Where the store is, and with whose keys. */
export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  readonly bucket: string
  /** Before every key, without a "/" at its end; '' for the whole bucket. */
  readonly prefix: string
}

/** How long the store is waited for. */
export interface Timeouts extends RetryLimits, AttemptLimits {
  /** A line slower than this is given up; an attempt gets the time that its bytes take at this speed on top. */
  readonly slowestBytesPerSecond: number
  /** For an attempt that asks only whether the store answers. */
  readonly checkMs: number
}

/**
 * A server that is silent is given up after two attempts, 25 s; one that refuses connections after four, 2 s. A village
 * line that still moves 16 KiB a second (128 kbit/s) is waited for: 20 MiB take 21 minutes on it.
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

/** An idle connection is closed before most servers close it themselves, in the middle of our next request. */
const KEEP_CONNECTION_MS = 4_000

/** Calls to one S3 service: each with time-outs, and again where that may help. They reject with {@link S3Fault}. */
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

  /** @param bytes how many are sent or fetched: the call has the more time */
  call<T>(work: S3Work<T>, bytes = 0): Promise<T> {
    return this.#retried(this.#account, work, this.limits(bytes))
  }

  /** Without credentials. */
  callAsStranger<T>(work: S3Work<T>): Promise<T> {
    return this.#retried(this.#stranger, work, this.limits(0))
  }

  /** For an answer soon: a second attempt only when the first fails at once, as on a connection that has grown old. */
  ask<T>(work: S3Work<T>): Promise<T> {
    const { checkMs } = this.#timeouts
    const limits = { idleMs: checkMs, wholeMs: checkMs }
    return this.#retried(this.#account, work, limits, {
      ...this.#timeouts,
      attempts: 2,
      budgetMs: checkMs / 2,
    })
  }

  /** How long the server is waited for, when so many bytes are sent or fetched. */
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
