import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import { given } from '../base/typed.ts'
import type { App } from './app.ts'
import { addressKey, WindowCounter } from './limits.ts'

/** The remaining number would reveal how often others at the same address have asked. */
const QUIET = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/** Counts per minute by a monotonic clock. The plugin's own counter would lock everybody out if the clock were set back. */
class MinuteWindows {
  readonly #asked = new WindowCounter(60_000, () => performance.now())

  incr(address: string, done: (error: null, counted: { current: number; ttl: number }) => void): void {
    done(null, { current: this.#asked.add(address), ttl: this.#asked.secondsLeft * 1_000 })
  }

  child(): MinuteWindows {
    return this
  }
}

/**
 * Limits requests per address on routes without a credential. Call before adding them.
 * @param isExempt who is known, and limited otherwise if at all
 */
export async function limitByAddress(
  app: App,
  perMinute: number,
  isExempt?: (request: FastifyRequest) => boolean,
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: perMinute,
    timeWindow: '1 minute',
    store: MinuteWindows,
    keyGenerator: (request) => addressKey(request.ip),
    ...given({ allowList: isExempt }),
    errorResponseBuilder: (_request, context) =>
      new Problem('rate_limited', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
    addHeadersOnExceeding: QUIET,
    addHeaders: { ...QUIET, 'retry-after': true },
  })
}
