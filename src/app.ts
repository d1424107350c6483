import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import type { FastifyInstance, preParsingHookHandler, RouteOptions } from 'fastify'
import { docsRoutes } from './docs/routes.ts'
import { anchorsRoutes, proofRoutes } from './http/anchors-routes.ts'
import { Callers } from './http/caller.ts'
import { consentRoutes } from './http/consent-routes.ts'
import { components } from './http/contract.ts'
import { ofRoute, published } from './http/contract-document.ts'
import { devicesRoutes } from './http/devices-routes.ts'
import { type DoorOptions, makeDoor } from './http/door.ts'
import { evidenceRoutes } from './http/evidence-routes.ts'
import type { Handles } from './http/handles.ts'
import { inferencesRoutes } from './http/inferences-routes.ts'
import { INTRODUCTION } from './http/introduction.ts'
import { metricsRoutes } from './http/metrics-routes.ts'
import { objectionsRoutes } from './http/objections-routes.ts'
import { recordsRoutes } from './http/records-routes.ts'
import { registryRoutes } from './http/registry-routes.ts'
import { serviceRoutes } from './http/service-routes.ts'
import { syncRoutes } from './http/sync-routes.ts'
import { tlsRoutes } from './http/tls-routes.ts'
import { uploadsRoutes } from './http/uploads-routes.ts'
import { lenderRoutes } from './lender/routes.ts'
import { Metrics } from './metrics/metrics.ts'
import { subjectAccessRoutes } from './subject-access/routes.ts'
import { VERSION } from './version.ts'

/** The whole server on one page: every room, its address, its handles. */
export async function makeApp(
  handles: Handles,
  options: Omit<DoorOptions, 'noteAnswer'>,
): Promise<FastifyInstance> {
  const metrics = new Metrics(handles)
  const noteAnswer: DoorOptions['noteAnswer'] = (...answer) => metrics.answers.note(...answer)
  const app = makeDoor({ ...options, noteAnswer })
  await app.register(swagger, {
    exposeHeadRoutes: true,
    transform: ofRoute,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Granary',
        version: VERSION,
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The appliance that serves this contract.' }],
      components: {
        // Who wants to give one on the page of the reference finds itself at the last.
        securitySchemes: {
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'For a browser: any name, the token as password.',
          },
          enrolment: {
            type: 'http',
            scheme: 'bearer',
            description: 'A one-time code gryenr_…, from "granary device enrol".',
          },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token gry_…, from "granary credential issue".',
          },
        },
      },
      security: [{ bearer: [] }],
      tags: [
        { name: 'records', description: 'Observations and what follows from them.' },
        {
          name: 'inferences',
          description: 'Predictions of models, apart from observations; nothing lists them.',
        },
        { name: 'consent', description: 'Grants, delegations and objections.' },
        { name: 'sync', description: 'Devices that work offline.' },
        { name: 'evidence', description: 'Pictures that records cite.' },
        { name: 'lender', description: 'The plain-text view.' },
        { name: 'anchors', description: 'Roots of the log, and what is proved by them.' },
        { name: 'registry', description: 'Public reference data.' },
        { name: 'service', description: 'Health, readiness, metrics and this contract.' },
      ],
    } as object,
    transformObject: (document) => published('openapiObject' in document ? document.openapiObject : {}),
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
  })
  app.addHook('onRoute', leavePacked)
  // Links are slow where devices are. Small answers, refusals among them, leave as they are.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    requestEncodings: ['gzip', 'identity'],
    threshold: 1024,
  })
  app.addHook('onRoute', stopUnpacking)
  for (const [name, schema] of Object.entries(components)) app.addSchema({ ...schema, $id: name })
  const callers = new Callers(handles)
  await app.register(async (room) => recordsRoutes(room, handles, callers)) // /v1/records, /v1/deliveries
  await app.register(async (room) => inferencesRoutes(room, handles, callers)) // /v1/inferences
  await app.register(async (room) => consentRoutes(room, handles, callers)) // /v1/grants, /v1/delegations
  await app.register(async (room) => objectionsRoutes(room, handles, callers)) // /v1/objections
  await app.register(async (room) => subjectAccessRoutes(room, handles, callers)) // /v1/subject-access-requests
  await app.register(async (room) => devicesRoutes(room, handles, callers)) // /v1/devices
  await app.register(async (room) => syncRoutes(room, handles, callers)) // /v1/sync/outbox, /v1/sync/changes
  await app.register(async (room) => uploadsRoutes(room, handles, callers)) // /v1/uploads
  await app.register(async (room) => evidenceRoutes(room, handles, callers)) // /v1/evidence
  await app.register(async (room) => lenderRoutes(room, handles, callers, app)) // /v1/lender-view
  await app.register(async (room) => proofRoutes(room, handles, callers)) // /v1/records/{id}/proof
  await app.register(async (room) => anchorsRoutes(room, handles, callers)) // /v1/anchors
  await app.register(async (room) => registryRoutes(room, handles)) // /v1/registry
  await app.register(async (room) => tlsRoutes(room, handles)) // /v1/tls/authority
  await app.register(async (room) => serviceRoutes(room, handles)) // /v1/health, /v1/ready, /v1/openapi.json
  await app.register(async (room) => metricsRoutes(room, metrics, callers)) // /v1/metrics
  await app.register(async (room) => docsRoutes(room)) // /docs
  await app.ready()
  return app
}

/** Whoever asks for something sends no body, so what its encoding is said to be does not matter. Before the unpacker. */
function leavePacked(route: RouteOptions): void {
  if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) route.decompress = false
}

/** What is refused for its size before it was all unpacked is not unpacked any further. After the unpacker's own hook. */
function stopUnpacking(route: RouteOptions): void {
  const hooks = [route.preParsing ?? []].flat()
  const stop: preParsingHookHandler = (request, reply, payload, done) => {
    if (payload !== request.raw)
      reply.raw.once('close', () => (payload as { destroy?: () => void }).destroy?.())
    done(null, payload)
  }
  route.preParsing = [...hooks, stop]
}
