import { Problem } from '../../base/problem.ts'
import type { App } from '../../http/app.ts'
import type { Callbacks } from './callbacks.ts'

/**
 * Where the gateway sends what became of messages, and what members answer. For any other address there is nothing here: it gets the
 * reply of an unknown one, before its body is read.
 */

export const CALLBACK_PATH = '/v1/message-callbacks'
/** Gateways report some hundreds of messages at once. */
const MOST_BYTES = 256 * 1024

export async function callbackRoutes(app: App, callbacks: Callbacks): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (!callbacks.takesFrom(request.ip)) return reply.callNotFound()
    if (!callbacks.hasRoom()) throw new Problem('rate_limited')
  })
  app.post(CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!(await callbacks.take({ headers: request.headers, body }))) return reply.callNotFound()
    return reply.code(204).send()
  })
}
