import type { FastifyRequest, RouteOptions } from 'fastify'
import type { App } from './app.ts'
import { addressKey, MINUTE_MS, WindowCounter } from './limits.ts'

/**
 * Limits requests by address on routes without a credential, after their own checks. Call before adding the
 * routes. Uses a monotonic clock: setting the machine's clock back must not lock all callers out.
 * @param isExempt whether the caller is known, so that other limits, if any, apply to it
 */
export function limitByAddress(
  app: App,
  perMinute: number,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): void {
  const requests = new WindowCounter(MINUTE_MS, () => performance.now())
  const limit = (request: FastifyRequest, _reply: unknown, done: (refusal?: Error) => void): void => {
    done(isExempt(request) ? undefined : requests.refusal(addressKey(request.ip), perMinute))
  }
  app.addHook('onRoute', (route: RouteOptions) => {
    route.onRequest = [route.onRequest ?? [], limit].flat()
  })
}
