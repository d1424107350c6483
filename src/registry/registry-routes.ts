import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import { isOneOf } from '../base/typed.ts'
import { REGISTRY_KINDS, type RegistryKind, type RowOf, rowSchemas } from '../domain/registry.ts'
import { closed, Next, ref } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import { sendJson } from '../http/door.ts'
import { matchesTag } from '../http/etag.ts'
import { ENCODINGS } from '../http/packed.ts'
import type { PagePorts } from '../http/ports.ts'
import { limitByAddress } from '../http/public-limit.ts'
import { Cursor, noParameters, pageSize, queryReader } from '../http/query.ts'
import { problems } from '../http/refusals.ts'
import { ETAG, json, NOT_MODIFIED } from '../http/responses.ts'
import { etagOf, type Registry } from './registry.ts'

/** Reference data, without a credential (contract §12). */

const CACHING = 'public, max-age=86400, immutable'

const RowsQuery = Type.Object({ limit: pageSize(500, 500), cursor: Cursor })
const rowsQuery = queryReader(RowsQuery)

const HEADERS = {
  ...ETAG,
  'cache-control': { type: 'string', description: `Always \`${CACHING}\`.` },
}
const rows = (description: string, schema: TSchema) => ({
  200: { description, headers: HEADERS, content: json(schema) },
  304: { ...NOT_MODIFIED[304], headers: HEADERS },
})

export const RegistryKinds = closed({ kinds: Type.Array(Type.String()) }, { $id: 'RegistryKinds' })
export const RegistryRow = Type.Unsafe<RowOf<RegistryKind>>({
  $id: 'RegistryRow',
  anyOf: Object.values(rowSchemas).map(ref),
  description: 'An immutable reference row; its members depend on the kind.',
})
export const RegistryPage = closed(
  { rows: Type.Array(ref(RegistryRow)), next: Next },
  { $id: 'RegistryPage' },
)

export interface RegistryPorts extends PagePorts {
  readonly registry: Registry
}

export async function registryRoutes(app: App, ports: RegistryPorts): Promise<void> {
  const { registry, config } = ports
  limitByAddress(app, config.registryPerMinute)
  app.addHook('onSend', async (_request, reply) => {
    const { etag, 'content-encoding': encoding } = reply.getHeaders()
    reply.header('vary', 'accept-encoding')
    if (etag !== undefined && encoding !== undefined)
      reply.header('etag', taggedFor(`${etag}`, `${encoding}`))
  })

  app.get('/v1/registry', {
    schema: {
      operationId: 'listRegistryKinds',
      tags: ['registry'],
      security: [],
      summary: 'The kinds of reference rows.',
      description: 'Needs no credential. A row never changes: a new row corrects it.',
      response: { ...rows('The kinds.', RegistryKinds), ...problems('invalid_parameter', 'rate_limited') },
    },
    handler: async (request, reply) => {
      noParameters(request)
      return cacheable(request, reply, JSON.stringify({ kinds: REGISTRY_KINDS }))
    },
  })

  const KindParameter = Type.Object({
    kind: Type.Unsafe<string>({ type: 'string', enum: [...REGISTRY_KINDS] }),
  })

  app.get('/v1/registry/:kind', {
    schema: {
      operationId: 'listRegistryRows',
      tags: ['registry'],
      security: [],
      summary: 'Reference rows of one kind, by id.',
      description:
        'A measured factor is listed without its weighings; request the single conversion to get them.',
      params: KindParameter,
      querystring: RowsQuery,
      response: {
        ...rows('A page.', RegistryPage),
        ...problems('invalid_parameter', 'not_found', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      const kind = kindOf(request.params.kind)
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
        ...rows('The row.', RegistryRow),
        ...problems('invalid_parameter', 'not_found', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      const { kind, id } = request.params
      noParameters(request)
      const row = registry.get(kindOf(kind), id)
      if (!row) throw new Problem('not_found')
      return cacheable(request, reply, JSON.stringify(row))
    },
  })
}

function kindOf(text: string): RegistryKind {
  if (!isOneOf(REGISTRY_KINDS, text)) throw new Problem('not_found')
  return text
}

/** A tag is strong, so what is sent compressed has another (RFC 9110 §8.8.3.3). */
const taggedFor = (etag: string, encoding: string) => etag.replace(/"$/, `-${encoding}"`)

function cacheable(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = etagOf(body)
  const tags = [etag, ...ENCODINGS.map((encoding) => taggedFor(etag, encoding))]
  const held = tags.find((tag) => matchesTag(request.headers['if-none-match'], tag))
  reply.header('cache-control', CACHING).header('etag', held ?? etag)
  if (held !== undefined) return reply.code(304).send()
  return sendJson(reply, 200, body, { mayCompress: true })
}
