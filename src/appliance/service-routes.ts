import { gzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { closed, Word } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import { contractText } from '../http/contract-file.ts'
import { sendJson } from '../http/door.ts'
import { matchesTag } from '../http/etag.ts'
import { acceptsGzip } from '../http/packed.ts'
import { shared } from '../http/reply-room.ts'
import { ETAG, json, NOT_MODIFIED } from '../http/responses.ts'
import { etagOf } from '../registry/registry.ts'
import type { MetricsSources } from './metrics/service.ts'

export const Health = closed({ status: Word(['ok'], 'The service runs.') }, { $id: 'Health' })
export const Readiness = closed(
  {
    status: Word(['ready', 'not_ready'], 'Whether the service can handle requests.'),
    parts: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'Readiness' },
)

/** Routes that show the state of the service, and its contract. */
export function serviceRoutes(app: App, ports: MetricsSources): void {
  app.get('/v1/health', {
    schema: {
      operationId: 'getHealth',
      tags: ['service'],
      security: [],
      summary: 'Whether the service runs. Never touches the disk.',
      description: 'For a supervisor that restarts a dead service. This request does not check the parts.',
      response: { 200: { description: 'The service runs.', content: json(Health) } },
    },
    handler: async (_request, reply) => sendJson(reply, 200, '{"status":"ok"}'),
  })

  app.get('/v1/ready', {
    schema: {
      operationId: 'getReadiness',
      tags: ['service'],
      security: [],
      summary:
        'Whether the service can handle requests: the database and the object store answer, the last commit succeeded, the disk has room.',
      description: 'For a load balancer. The reply names each part and its fault, if any.',
      response: {
        200: { description: 'Every part works.', content: json(Readiness) },
        503: { description: 'A part does not work; the reply names it.', content: json(Readiness) },
      },
    },
    handler: async (_request, reply) => {
      const found = Object.entries(await ports.readiness())
      const ready = found.every(([, fault]) => fault === null)
      const parts = Object.fromEntries(found.map(([part, fault]) => [part, fault ?? 'ok']))
      return sendJson(
        reply,
        ready ? 200 : 503,
        JSON.stringify({ status: ready ? 'ready' : 'not_ready', parts }),
      )
    },
  })

  let contract: ReturnType<typeof readContract> | undefined
  app.get('/v1/openapi.json', {
    schema: {
      operationId: 'getContract',
      tags: ['service'],
      security: [],
      summary: 'This contract.',
      description: 'Made from the schemas that check requests, with an example of every answer.',
      response: {
        200: { description: 'OpenAPI 3.1.', type: 'object', headers: ETAG },
        ...NOT_MODIFIED,
      },
    },
    handler: async (request, reply) => {
      contract ??= readContract()
      reply
        .header('etag', contract.etag)
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
      if (matchesTag(request.headers['if-none-match'], contract.etag)) return reply.code(304).send()
      reply.header('content-type', 'application/json; charset=utf-8')
      return acceptsGzip(request.headers['accept-encoding'])
        ? reply.header('content-encoding', 'gzip').send(contract.gzipped)
        : reply.send(contract.plain)
    },
  })
}

/** The contract is public and large, so all replies share its bytes. */
function readContract() {
  const json = JSON.stringify(JSON.parse(contractText()))
  const plain = Buffer.from(json)
  return { plain: shared(plain), gzipped: shared(gzipSync(plain)), etag: etagOf(json) }
}
