import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../base/problem.ts'
import { addressKey, WindowCounter } from './limits.ts'

/** How much is left would tell how often others behind the same address have asked. */
const QUIET = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/**
 * Counts in windows of a minute, by a clock that nobody sets. The plugin's own goes by the time of day: set back by years,
 * it would shut everybody out for years.
 */
class MinuteWindows {
  readonly #asked = new WindowCounter(60_000, () => performance.now())

  incr(address: string, done: (error: null, counted: { current: number; ttl: number }) => void): void {
    done(null, { current: this.#asked.add(address), ttl: this.#asked.secondsLeft * 1_000 })
  }

  child(): MinuteWindows {
    return this
  }
}

/** Bounds what one address may ask of routes that look at no credential. Before they are added to the app. */
export async function limitByAddress(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: perMinute,
    timeWindow: '1 minute',
    store: MinuteWindows,
    keyGenerator: (request) => addressKey(request.ip),
    errorResponseBuilder: (_request, context) =>
      new Problem('rate_limited', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
    addHeadersOnExceeding: QUIET,
    addHeaders: { ...QUIET, 'retry-after': true },
  })
}
