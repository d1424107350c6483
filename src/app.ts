import compress from '@fastify/compress'
import type { TSchema } from '@sinclair/typebox'
import type { preParsingHookHandler, RouteOptions } from 'fastify'
import { type MarkPorts, markRoute } from './appliance/appearance/mark-route.ts'
import { frontPageRoutes } from './appliance/front-page.ts'
import { callbackRoutes } from './appliance/messages/callback-routes.ts'
import type { Callbacks } from './appliance/messages/callbacks.ts'
import { Metrics } from './appliance/metrics/metrics.ts'
import { metricsRoutes } from './appliance/metrics/metrics-routes.ts'
import type { MetricsSources } from './appliance/metrics/service.ts'
import { Health, Readiness, serviceRoutes } from './appliance/service-routes.ts'
import { type TlsPorts, tlsRoutes } from './appliance/tls/tls-routes.ts'
import { fieldRoutes } from './clients/field/field-routes.ts'
import { accessRequestRoutes } from './consent/access-request-routes.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { DelegationDraft, DelegationPage, DelegationView } from './consent/delegations.ts'
import { Disclosure, DisclosurePage, ListedDisclosure } from './consent/disclosures/disclosure-shapes.ts'
import { disclosureRoutes } from './consent/disclosures/routes.ts'
import { GrantEnd } from './consent/fetched.ts'
import { GrantDraft, GrantPage, GrantView, RevocationDraft } from './consent/grants.ts'
import { MessageTold } from './consent/messages.ts'
import { ObjectionDraft, ObjectionPage, ObjectionView, WithdrawalDraft } from './consent/objection-shapes.ts'
import { objectionsRoutes } from './consent/objections-routes.ts'
import type { ActPorts } from './consent/ports.ts'
import { ConsentReceipt } from './consent/receipt.ts'
import {
  SubjectAccessAnswer,
  SubjectAccessDraft,
  subjectAccessRoutes,
} from './consent/subject-access/routes.ts'
import {
  AccessDecisionDraft,
  AccessRequest,
  AccessRequestDraft,
  AccessRequestPage,
} from './domain/access-request-shapes.ts'
import { InferenceDraft } from './domain/inference.ts'
import { draftSchemas, RecordDraft } from './domain/record.ts'
import { rowSchemas } from './domain/registry.ts'
import { type EvidencePorts, evidenceRoutes } from './evidence/evidence-routes.ts'
import { uploadsRoutes } from './evidence/uploads-routes.ts'
import type { App } from './http/app.ts'
import { type AdmissionPorts, Callers } from './http/caller.ts'
import type { Connections } from './http/connections.ts'
import { type DoorOptions, makeDoor } from './http/door.ts'
import { ENCODINGS } from './http/packed.ts'
import { docsRoutes } from './http/reference/routes.ts'
import { ProblemShape } from './http/refusals.ts'
import { DeviceDraft, DeviceView } from './identity/device-shapes.ts'
import { type DevicesPorts, devicesRoutes } from './identity/devices-routes.ts'
import { type LenderPorts, lenderRoutes } from './lender/routes.ts'
import { type OfficePorts, officeRoutes } from './office/routes.ts'
import { AnchorKey, AnchorRoots, ConsistencyProof, InclusionProof } from './proofs/anchor/anchor-shapes.ts'
import { type AnchorPorts, anchorsRoutes, proofRoutes } from './proofs/anchor/anchors-routes.ts'
import { EpcisDocument, eventsRoutes } from './records/events-routes.ts'
import { inferencesRoutes } from './records/inferences-routes.ts'
import { originRoutes } from './records/origin-routes.ts'
import type { IntakePorts } from './records/ports.ts'
import { ConfirmationDraft, RecordChain, recordsRoutes } from './records/records-routes.ts'
import { type SyncPorts, syncRoutes } from './records/sync/sync-routes.ts'
import { ChangesPage, OutboxBatch, OutboxResults } from './records/sync/sync-shapes.ts'
import { InferenceView } from './records/views/inference-view.ts'
import { LotOrigin } from './records/views/origin-schema.ts'
import { AnyRecord, RecordPage, recordSchemas } from './records/views/record-schema.ts'
import {
  RegistryKinds,
  RegistryPage,
  type RegistryPorts,
  RegistryRow,
  registryRoutes,
} from './registry/registry-routes.ts'

/** The named schemas of the contract, in its order. */
const SHAPES: readonly TSchema[] = [
  ...Object.values(draftSchemas),
  ...Object.values(recordSchemas),
  RecordDraft,
  AnyRecord,
  RecordPage,
  LotOrigin,
  RecordChain,
  EpcisDocument,
  ConfirmationDraft,
  InferenceDraft,
  InferenceView,
  GrantDraft,
  GrantView,
  GrantEnd,
  ConsentReceipt,
  GrantPage,
  RevocationDraft,
  AccessRequestDraft,
  AccessDecisionDraft,
  AccessRequest,
  AccessRequestPage,
  ObjectionDraft,
  ObjectionView,
  ObjectionPage,
  WithdrawalDraft,
  SubjectAccessDraft,
  SubjectAccessAnswer,
  MessageTold,
  Disclosure,
  ListedDisclosure,
  DisclosurePage,
  DelegationDraft,
  DelegationView,
  DelegationPage,
  DeviceDraft,
  DeviceView,
  OutboxBatch,
  OutboxResults,
  ChangesPage,
  RegistryKinds,
  ...Object.values(rowSchemas),
  RegistryRow,
  RegistryPage,
  AnchorKey,
  AnchorRoots,
  InclusionProof,
  ConsistencyProof,
  Health,
  Readiness,
  ProblemShape,
]

export interface MoreOfServer {
  /**
   * Collects the routes, to write the contract (`packaging/contract/describe.ts`). The service does not need
   * it.
   */
  readonly describe?: (app: App) => Promise<void>
  /** Runs tasks as a person at the office page. Without it, the server has no office page. */
  readonly runAs?: OfficePorts['runAs']
  /** Imports sheets at the office page. Without it, the office page has no imports. */
  readonly desk?: OfficePorts['desk']
  /** Reads operators' files at the office page. */
  readonly paymentDesk?: OfficePorts['paymentDesk']
  /** Takes what the gateway of messages says by itself. Without it, the server has no address for that. */
  readonly callbacks?: Callbacks | null
}

/** Everything that the rooms need. Each room sees only its own part. */
export type ServerPorts = AdmissionPorts &
  IntakePorts &
  ActPorts &
  DevicesPorts &
  SyncPorts &
  EvidencePorts &
  LenderPorts &
  RegistryPorts &
  AnchorPorts &
  TlsPorts &
  MarkPorts &
  Omit<OfficePorts, 'runAs' | 'desk' | 'paymentDesk'> &
  MetricsSources & {
    readonly knowsTime: () => boolean
    readonly connections: Connections
  }

/** Makes the whole server: every room, its addresses, and what it needs. */
export async function makeApp(
  ports: ServerPorts,
  {
    describe,
    runAs,
    desk = null,
    paymentDesk = null,
    callbacks = null,
    ...options
  }: Omit<DoorOptions, 'noteAnswer' | 'connections'> & MoreOfServer,
): Promise<App> {
  const metrics = new Metrics(ports)
  const noteAnswer: DoorOptions['noteAnswer'] = (...answer) => metrics.answers.note(...answer)
  const app = makeDoor({ ...options, noteAnswer, connections: ports.connections, knowsTime: ports.knowsTime })
  await describe?.(app)
  app.addHook('onRoute', leaveCompressed)
  // Compresses replies, because devices have slow links; only those whose routes allow it (`sendJson`).
  await app.register(compress, {
    globalCompression: false,
    encodings: [...ENCODINGS],
    requestEncodings: ['gzip', 'identity'],
    threshold: 1024,
  })
  app.addHook('onRoute', stopDecompressing)
  for (const schema of SHAPES) app.addSchema(schema)
  const callers = new Callers(ports)
  await app.register(async (room) => recordsRoutes(room, ports, callers)) // /v1/records, /v1/deliveries
  await app.register(async (room) => eventsRoutes(room, ports, callers)) // /v1/records/{id}/events
  await app.register(async (room) => originRoutes(room, ports, callers)) // /v1/records/{id}/origin
  await app.register(async (room) => inferencesRoutes(room, ports, callers)) // /v1/inferences
  await app.register(async (room) => consentRoutes(room, ports, callers)) // /v1/grants, /v1/delegations
  await app.register(async (room) => accessRequestRoutes(room, ports, callers)) // /v1/access-requests
  await app.register(async (room) => objectionsRoutes(room, ports, callers)) // /v1/objections
  await app.register(async (room) => subjectAccessRoutes(room, ports, callers)) // /v1/subject-access-requests
  await app.register(async (room) => disclosureRoutes(room, ports, callers)) // /v1/disclosures
  await app.register(async (room) => devicesRoutes(room, ports, callers)) // /v1/devices
  await app.register(async (room) => syncRoutes(room, ports, callers)) // /v1/sync/outbox, /v1/sync/changes
  await app.register(async (room) => uploadsRoutes(room, ports, callers)) // /v1/uploads
  await app.register(async (room) => evidenceRoutes(room, ports, callers)) // /v1/evidence
  await app.register(async (room) => lenderRoutes(room, ports, callers, app)) // /v1/lender-view
  await app.register(async (room) => proofRoutes(room, ports, callers)) // /v1/records/{id}/proof
  await app.register(async (room) => anchorsRoutes(room, ports, callers)) // /v1/anchors
  await app.register(async (room) => registryRoutes(room, ports)) // /v1/registry
  await app.register(async (room) => tlsRoutes(room, ports)) // /v1/tls/authority
  await app.register(async (room) => serviceRoutes(room, ports)) // /v1/health, /v1/ready, /v1/openapi.json
  await app.register(async (room) => metricsRoutes(room, metrics, callers)) // /v1/metrics
  await app.register(async (room) => docsRoutes(room, ports)) // /docs
  await app.register(async (room) => fieldRoutes(room, ports)) // /field
  await app.register(async (room) => frontPageRoutes(room, ports, runAs !== undefined)) // /
  await app.register(async (room) => markRoute(room, ports)) // /mark
  if (callbacks !== null) await app.register(async (room) => callbackRoutes(room, callbacks)) // /v1/message-callbacks
  if (runAs !== undefined)
    await app.register(async (room) => officeRoutes(room, { ...ports, runAs, desk, paymentDesk })) // /today, /sign-in
  await app.ready()
  return app
}

/** Ignores the Content-Encoding of a GET, which has no body. Must run before the hook of the decompressor. */
function leaveCompressed(route: RouteOptions): void {
  if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) route.decompress = false
}

/** Stops decompressing a body that was refused for its size. Must run after the hook of the decompressor. */
function stopDecompressing(route: RouteOptions): void {
  if (route.decompress === false) return
  const hooks = [route.preParsing ?? []].flat()
  const stop: preParsingHookHandler = (request, reply, payload, done) => {
    if (payload !== request.raw)
      reply.raw.once('close', () => (payload as { destroy?: () => void }).destroy?.())
    done(null, payload)
  }
  route.preParsing = [...hooks, stop]
}
