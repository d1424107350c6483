import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { asError } from '../base/error-kinds.ts'
import {
  diskRefusal,
  Problem,
  type ProblemCode,
  type ProblemExtra,
  problemDocument,
} from '../base/problem.ts'
import { draftOf } from '../domain/draft-shape.ts'
import { mostPartsIn, parseIJson } from '../domain/i-json.ts'
import { RecordDraft } from '../domain/record.ts'
import { compileCheck } from '../domain/validation.ts'
import type { App } from './app.ts'
import { HEADERS, STRICT_TRANSPORT } from './browser-rules.ts'
import { ConnectionGuard } from './connection-guard.ts'
import type { Connections } from './connections.ts'
import { shortenLists } from './long-headers.ts'
import { isOwnAddress, proxiesIn } from './loopback.ts'
import { getsPage, sendNothingThere } from './nothing-there.ts'
import { RefusalDelay } from './refusal-delay.ts'
import {
  letContinue,
  namesHost,
  refuseConnection,
  refuseExpectation,
  refuseHostless,
} from './refused-connection.ts'
import { limitReplies } from './reply-room.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the received body, whether or not a header announced its length. */
    bodyBytes: number
    /**
     * When the whole request, including its body, had arrived: a slow client must not control when its
     * refusal is sent.
     */
    wholeAtMs: number
  }
  interface FastifyInstance {
    refusalDelay: RefusalDelay
  }
}

/**
 * Makes the server without its routes: strict bodies, problem replies, timeouts. `app.ts` adds the routes.
 */

export interface DoorOptions {
  readonly bodyLimitBytes: number
  readonly maxJsonDepth: number
  readonly trustedProxy: string
  /** Quantum of the refusal delay; 0 for none. */
  readonly refusalMs: number
  readonly logger: Logger
  /**
   * Called after every reply.
   * @param route template of the address; undefined if no route matched
   */
  readonly noteAnswer: (method: string, route: string | undefined, status: number, seconds: number) => void
  readonly connections: Connections
  /** Whether replies may state the time, by which phones judge their own clocks. */
  readonly knowsTime?: () => boolean
  readonly tls?: Pick<SecureContextOptions, 'cert' | 'key' | 'minVersion' | 'ciphers'>
  /** Makes browsers use only TLS. Not for a certificate that Granary made: a new authority may replace it. */
  readonly strictTransport?: boolean
}

/**
 * Headers must arrive within this time, and whole requests within the next limit, so that slow clients do not
 * keep connections.
 */
const HEADERS_MS = 20_000
const REQUEST_MS = 60_000
const IDLE_MS = 75_000
/**
 * How often the limits are checked. With Node's default of 30 s, slow headers could keep a connection twice
 * as long.
 */
const CHECK_MS = 2_000
const CONNECTIONS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  connectionsCheckingInterval: CHECK_MS,
  maxHeaderSize: 16 * 1024,
  // Node would refuse a request without a host in a reply without a body. See `namesHost`.
  requireHostHeader: false,
} as const
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function makeDoor(options: DoorOptions): App {
  const isProxy = proxiesIn(options.trustedProxy)
  const mostParts = mostPartsIn(options.bodyLimitBytes)
  const guard = new ConnectionGuard(
    options.connections,
    (address) => isOwnAddress(address) || isProxy(address),
  )
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustedProxy === '' ? false : options.trustedProxy.split(',').map((a) => a.trim()),
    genReqId: correlationIdOf,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    // Fastify's own errors bypass all hooks, but a malformed address must look like an unknown one.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.raw.once('finish', () => options.noteAnswer(request.method, undefined, reply.statusCode, 0))
      answerError(error, request, receive(request, reply))
    },
    clientErrorHandler: (error: Error, socket: Socket) => refuseConnection(error, socket, guard),
    serverFactory: (answer: RequestListener) => serverFor(guard, answer, options.tls),
    ...(options.tls ? { https: {} } : {}),
  } as object) as unknown as App
  limitReplies(app, guard)
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // Addresses are read by their routes (`query.ts`).
    if (httpPart !== 'body') return undefined as never
    const component = String(Object(schema).$ref).replace('#', '')
    if (component === RecordDraft.$id) return (value) => ({ value: draftOf(value) })
    const check = compileCheck(Object(app.getSchema(component)))
    return (value) => {
      const violations = check(value)
      return violations ? { error: new Problem('schema_violation', { errors: violations }) } : { value }
    }
  })
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  const refusalDelay = new RefusalDelay(options.refusalMs)
  app.decorate('refusalDelay', refusalDelay)
  app.addHook('preClose', (done) => {
    refusalDelay.end()
    done()
  })
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('wholeAtMs', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/json\s*(;|$)/i,
    { parseAs: 'buffer' },
    (request, body, done) => {
      request.bodyBytes = body.length
      request.wholeAtMs = performance.now()
      // If the body is optional, an empty body with a media type means no body.
      if (request.bodyBytes === 0 && request.routeOptions.schema?.body === undefined) return done(null)
      try {
        done(null, parseIJson(utf8(body), options.maxJsonDepth, mostParts))
      } catch (error) {
        done(asError(error))
      }
    },
  )
  const knowsTime = lately(options.knowsTime ?? (() => true))
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply)
    // As a server without a clock (RFC 9110, 6.6.1).
    if (!knowsTime(request.wholeAtMs)) reply.raw.sendDate = false
    if (options.strictTransport) reply.header('strict-transport-security', STRICT_TRANSPORT)
    if (namesHost(request.raw)) done()
    else refuseHostless(request, reply)
  })
  app.setErrorHandler<FastifyError>(answerError)
  app.setNotFoundHandler(answerNothingThere)
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime: ms } = reply
    options.noteAnswer(method, route, status, ms / 1000)
    // Logs the route's template, not the address, which may name a record or a party.
    request.log.debug({ route, method, status, ms }, 'answered')
    done()
  })
  return app
}

function serverFor(guard: ConnectionGuard, answer: RequestListener, tls: DoorOptions['tls']): Server {
  const inTurn = guard.inTurn(answer)
  const server = tls
    ? createSecureServer({ ...CONNECTIONS, ...tls, handshakeTimeout: HEADERS_MS }, inTurn)
    : createServer(CONNECTIONS, inTurn)
  server.on('checkContinue', letContinue)
  server.on('checkExpectation', refuseExpectation)
  guard.watch(server)
  return server
}

/** How long an answer about the clock holds: looking at it costs more than the rest of what each request goes through. */
const LATELY_MS = 1_000

/** @returns the same question, asked at most once a second, by the time of `performance.now()` */
function lately(ask: () => boolean): (nowMs: number) => boolean {
  let [answer, askedAtMs] = [true, Number.NEGATIVE_INFINITY]
  return (nowMs) => {
    if (nowMs - askedAtMs >= LATELY_MS) [answer, askedAtMs] = [ask(), nowMs]
    return answer
  }
}

/** Shortens the headers of a request, and sets those of its reply. Call first for every request. */
function receive(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  shortenLists(request.raw.headers)
  request.wholeAtMs = performance.now()
  reply.header('x-correlation-id', request.id)
  reply.headers(HEADERS)
  if (!request.url.startsWith('/v1/registry')) reply.header('cache-control', 'no-store')
  return reply
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws {Problem} malformed_json */
export function utf8(body: Buffer): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new Problem('malformed_json', { detail: 'The text is not well-formed UTF-8.' })
  }
}

function correlationIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-correlation-id']
  return typeof sent === 'string' && UUID.test(sent) ? sent.toLowerCase() : randomUUID()
}

/** Problem codes of Fastify's own refusals. */
const FRAMEWORK: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_CP_ERR_INVALID_CONTENT: 'malformed_encoding',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'unsupported_encoding',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
}

function answerError(
  error: FastifyError | Problem | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = error instanceof Problem ? error : diskRefusal(error)
  if (problem?.cause !== undefined)
    request.log.error({ err: problem.cause, correlation_id: request.id }, 'the disk is failing')
  if (problem !== null) answerProblem(reply, problem.code, problem.extra, request)
  else answerProblem(reply, codeOf(error instanceof Problem ? undefined : error, request), {}, request)
}

function codeOf(error: FastifyError | undefined, request: FastifyRequest): ProblemCode {
  const code = FRAMEWORK[error?.code ?? '']
  if (code) return code
  if (error?.statusCode === 400) return 'malformed_json'
  if (error?.statusCode === 429) return 'rate_limited'
  // The client hung up before the reply was made.
  if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed) return 'internal_error'
  request.log.error({ err: error, correlation_id: request.id }, 'unforeseen error')
  return 'internal_error'
}

/**
 * Refusals that are delayed, because their time could reveal whether an id is known. The quota is among them
 * because a revocation is counted after the lookup.
 */
const DELAYED: ReadonlySet<ProblemCode> = new Set(['not_found', 'reference_unresolved', 'quota_exceeded'])

const OVERLOADED: ProblemExtra = { retryAfterSeconds: 1 }

/**
 * Answers with a refusal, at once or after the delay. Returns nothing, because Fastify sends what a handler
 * returns.
 */
function answerProblem(
  reply: FastifyReply,
  code: ProblemCode,
  extra: ProblemExtra,
  request: FastifyRequest,
): void {
  const { refusalDelay } = reply.server
  if (!DELAYED.has(code)) sendProblem(reply, code, extra, request.id)
  else if (refusalDelay.isFull) sendProblem(reply, 'overloaded', OVERLOADED, request.id)
  else refusalDelay.until(request.wholeAtMs, () => sendProblem(reply, code, extra, request.id))
}

function answerNothingThere(request: FastifyRequest, reply: FastifyReply): void {
  const { refusalDelay } = reply.server
  if (refusalDelay.isFull || !getsPage(request)) answerProblem(reply, 'not_found', {}, request)
  else
    refusalDelay.until(request.wholeAtMs, () => {
      sendNothingThere(request, reply).catch(() => sendProblem(reply, 'internal_error', {}, request.id))
    })
}

/**
 * Resolves when a reply may be sent whose time could reveal as much as that of a refusal.
 * @throws {Problem} overloaded, when too many replies wait
 */
export function refusalTime(request: FastifyRequest, refusals = 1): Promise<void> {
  const { refusalDelay } = request.server
  if (refusalDelay.isFull) throw new Problem('overloaded', OVERLOADED)
  return new Promise((resolve) => refusalDelay.until(request.wholeAtMs, resolve, refusals))
}

function sendProblem(
  reply: FastifyReply,
  code: ProblemCode,
  extra: ProblemExtra,
  correlationId: string,
): void {
  const document = problemDocument(code, extra, correlationId)
  // A credential that ended during the request is refused like one that ended before (RFC 9110 §15.5.2).
  if (code === 'no_verified_subject' && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer realm="granary"')
  if (extra.retryAfterSeconds !== undefined) reply.header('retry-after', String(extra.retryAfterSeconds))
  reply
    .code(document.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(document))
}

/**
 * Sends JSON text.
 * @param mayCompress true only if this program and the reader chose the whole text: a party that wrote a part
 *   of a compressed text and sees its length can guess what others wrote
 */
export function sendJson(
  reply: FastifyReply,
  status: number,
  json: string,
  { mayCompress = false, type = 'application/json; charset=utf-8' } = {},
): FastifyReply {
  reply.code(status).header('content-type', type)
  if (!mayCompress) return reply.send(json)
  reply.bytesBehind = json.length
  reply.compress(json)
  return reply
}
