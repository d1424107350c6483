import Fastify, { type FastifyInstance } from 'fastify'
import { draftOf } from '../../../src/domain/draft-shape.ts'
import { parseIJson } from '../../../src/domain/i-json.ts'
import { serveTasks } from './children.ts'

/** The limit over HTTP: Fastify that reads, checks and replies as Granary does, and does nothing else. */

export interface BareReplies {
  /** What a read of one record replies. */
  readonly record: string
  /** What a list replies. */
  readonly list: string
  readonly absent: string
}

let app: FastifyInstance | undefined

async function listen(replies: BareReplies): Promise<number> {
  await app?.close()
  app = Fastify({ logger: false })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json\b/i, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseIJson(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setValidatorCompiler(() => (value) => ({ value: draftOf(value) }))
  const json = 'application/json; charset=utf-8'
  app.post('/post', { schema: { body: {} } }, (_request, reply) => {
    reply.code(201).header('content-type', json).send('{"status":"accepted"}')
  })
  for (const name of ['record', 'list'] as const) {
    app.get(`/${name}`, (_request, reply) => {
      reply.header('content-type', json).send(replies[name])
    })
  }
  app.get('/absent', (_request, reply) => {
    reply.code(404).header('content-type', json).send(replies.absent)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export function bareRole(): void {
  serveTasks({ listen })
}
