import type { FastifyRequest, RouteOptions } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { App } from './app.ts'
import { addressKey, MINUTE_MS, WindowCounter } from './limits.ts'

/**
 * Limits requests per address on routes without a credential, after their own checks. Call before adding them. Counts by a
 * monotonic clock: setting the clock back must not lock everybody out.
 * @param isExempt who is known, and limited otherwise if at all
 */
export function limitByAddress(
  app: App,
  perMinute: number,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): void {
  const asked = new WindowCounter(MINUTE_MS, () => performance.now())
  const limit = (request: FastifyRequest, _reply: unknown, done: (refusal?: Error) => void): void => {
    if (isExempt(request) || asked.add(addressKey(request.ip)) <= perMinute) done()
    else done(new Problem('rate_limited', { retryAfterSeconds: asked.secondsLeft }))
  }
  app.addHook('onRoute', (route: RouteOptions) => {
    route.onRequest = [route.onRequest ?? [], limit].flat()
  })
}
