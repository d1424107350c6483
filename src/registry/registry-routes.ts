import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Config } from '../config/config.ts'
import { REGISTRY_KINDS, type RegistryKind } from '../domain/registry.ts'
import { sendJson } from '../http/door.ts'
import { matchesTag } from '../http/etag.ts'
import { limitByAddress } from '../http/public-limit.ts'
import { Cursor, noParameters, pageSize, queryReader } from '../http/query.ts'
import { problems } from '../http/refusals.ts'
import { ETAG, json, NOT_MODIFIED } from '../http/responses.ts'
import type { Registry } from './registry.ts'
import { etagOf } from './registry.ts'

/** Reference data, without a credential (contract §12). */

const CACHING = 'public, max-age=86400, immutable'

const RowsQuery = Type.Object({ limit: pageSize(500, 500), cursor: Cursor })
const rowsQuery = queryReader(RowsQuery)

const HEADERS = {
  ...ETAG,
  'cache-control': { type: 'string', description: `Always \`${CACHING}\`.` },
}
const rows = (description: string, component: string) => ({
  200: { description, headers: HEADERS, content: json(component) },
  304: { ...NOT_MODIFIED[304], headers: HEADERS },
})

export interface RegistryPorts {
  readonly registry: Registry
  readonly config: Pick<Config, 'registryPerMinute'>
}

export async function registryRoutes(app: FastifyInstance, ports: RegistryPorts): Promise<void> {
  const { registry, config } = ports
  await limitByAddress(app, config.registryPerMinute)

  app.get('/v1/registry', {
    schema: {
      operationId: 'listRegistryKinds',
      tags: ['registry'],
      security: [],
      summary: 'The kinds of reference rows.',
      description: 'Needs no credential. A row never changes: a new row corrects it.',
      response: { ...rows('The kinds.', 'RegistryKinds'), ...problems('invalid_parameter', 'rate_limited') },
    },
    handler: async (request, reply) => {
      noParameters(request)
      return cacheable(request, reply, JSON.stringify({ kinds: REGISTRY_KINDS }))
    },
  })

  const KindParameter = Type.Object({
    kind: Type.Unsafe<RegistryKind>({ type: 'string', enum: [...REGISTRY_KINDS] }),
  })

  app.get('/v1/registry/:kind', {
    schema: {
      operationId: 'listRegistryRows',
      tags: ['registry'],
      security: [],
      summary: 'Reference rows of one kind, by id.',
      description: 'The weighings behind a measured factor come only with the single conversion.',
      params: KindParameter,
      querystring: RowsQuery,
      response: {
        ...rows('A page.', 'RegistryPage'),
        ...problems('invalid_parameter', 'not_found', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      const kind = kindOf((request.params as Static<typeof KindParameter>).kind)
      const { limit, cursor = null } = rowsQuery(request)
      const page = registry.page(kind, cursor, limit)
      return cacheable(request, reply, JSON.stringify(page))
    },
  })

  const RowParameters = Type.Object({ ...KindParameter.properties, id: Type.String() })

  app.get('/v1/registry/:kind/:id', {
    schema: {
      operationId: 'getRegistryRow',
      tags: ['registry'],
      security: [],
      summary: 'One reference row; a conversion with its weighings.',
      description: 'Its members depend on the kind; `source` names its origin.',
      params: RowParameters,
      response: {
        ...rows('The row.', 'RegistryRow'),
        ...problems('invalid_parameter', 'not_found', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      const { kind, id } = request.params as Static<typeof RowParameters>
      noParameters(request)
      const row = registry.get(kindOf(kind), id)
      if (!row) throw new Problem('not_found')
      return cacheable(request, reply, JSON.stringify(row))
    },
  })
}

function kindOf(text: string): RegistryKind {
  if (!REGISTRY_KINDS.includes(text as RegistryKind)) throw new Problem('not_found')
  return text as RegistryKind
}

function cacheable(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = etagOf(body)
  reply.header('cache-control', CACHING).header('etag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendJson(reply, 200, body, { mayCompress: true })
}
