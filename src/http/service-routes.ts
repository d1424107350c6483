import type { FastifyInstance } from 'fastify'
import { problems, ref } from './contract.ts'
import { sendJson } from './door.ts'
import type { Handles } from './handles.ts'

/** How the service stands, and its contract. */
export function serviceRoutes(app: FastifyInstance, handles: Handles): void {
  app.get('/v1/health', {
    schema: {
      operationId: 'getHealth',
      tags: ['service'],
      security: [],
      summary: 'It runs. Never touches the disk.',
      response: { 200: ref('Health') },
    },
    handler: async (_request, reply) => sendJson(reply, 200, '{"status":"ok"}'),
  })

  app.get('/v1/ready', {
    schema: {
      operationId: 'getReadiness',
      tags: ['service'],
      security: [],
      summary:
        'It can serve: the database and the object store answer, the last commit succeeded, the disk has room.',
      response: { 200: ref('Readiness'), 503: ref('Readiness') },
    },
    handler: async (_request, reply) => {
      const found = Object.entries(await handles.readiness())
      const ready = found.every(([, fault]) => fault === null)
      const parts = Object.fromEntries(found.map(([part, fault]) => [part, fault ?? 'ok']))
      return sendJson(
        reply,
        ready ? 200 : 503,
        JSON.stringify({ status: ready ? 'ready' : 'not_ready', parts }),
      )
    },
  })

  let contract: string | undefined
  app.get('/v1/openapi.json', {
    schema: {
      operationId: 'getContract',
      tags: ['service'],
      security: [],
      summary: 'This contract.',
      response: { 200: { description: 'OpenAPI 3.1.', type: 'object' }, ...problems() },
    },
    handler: async (_request, reply) => {
      contract ??= JSON.stringify(app.swagger())
      return sendJson(reply, 200, contract)
    },
  })
}
