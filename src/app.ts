import compress from '@fastify/compress'
import type { FastifyInstance, preParsingHookHandler, RouteOptions } from 'fastify'
import { docsRoutes } from './docs/routes.ts'
import { anchorsRoutes, proofRoutes } from './http/anchors-routes.ts'
import { Callers } from './http/caller.ts'
import { consentRoutes } from './http/consent-routes.ts'
import { components } from './http/contract.ts'
import { devicesRoutes } from './http/devices-routes.ts'
import { type DoorOptions, makeDoor } from './http/door.ts'
import { evidenceRoutes } from './http/evidence-routes.ts'
import type { Handles } from './http/handles.ts'
import { inferencesRoutes } from './http/inferences-routes.ts'
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

export interface Describing {
  /** Hears of every route, and writes the contract of them (`http/contract-maker.ts`). A service needs none: it has it ready. */
  readonly describe?: (app: FastifyInstance) => Promise<void>
}

/** The whole server on one page: every room, its address, its handles. */
export async function makeApp(
  handles: Handles,
  { describe, ...options }: Omit<DoorOptions, 'noteAnswer' | 'connections'> & Describing,
): Promise<FastifyInstance> {
  const metrics = new Metrics(handles)
  const noteAnswer: DoorOptions['noteAnswer'] = (...answer) => metrics.answers.note(...answer)
  const app = makeDoor({ ...options, noteAnswer, connections: handles.connections })
  await describe?.(app)
  app.addHook('onRoute', leavePacked)
  // Links are slow where devices are. A reply is compressed where its route says that it may be (`sendJson`).
  await app.register(compress, {
    globalCompression: false,
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
  if (route.decompress === false) return
  const hooks = [route.preParsing ?? []].flat()
  const stop: preParsingHookHandler = (request, reply, payload, done) => {
    if (payload !== request.raw)
      reply.raw.once('close', () => (payload as { destroy?: () => void }).destroy?.())
    done(null, payload)
  }
  route.preParsing = [...hooks, stop]
}
