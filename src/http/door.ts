import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import {
  diskRefusal,
  Problem,
  type ProblemCode,
  type ProblemExtra,
  problemDocument,
} from '../base/problem.ts'
import { draftOf } from '../domain/draft-shape.ts'
import { parseIJson } from '../domain/i-json.ts'
import { HEADERS, STRICT_TRANSPORT } from './browser-rules.ts'
import { ConnectionGuard, closeWith } from './connection-guard.ts'
import type { Connections } from './connections.ts'
import { checkOf } from './contract.ts'
import { isOwnAddress, proxiesIn } from './loopback.ts'
import { RefusalDelay } from './refusal-delay.ts'
import { limitReplies } from './reply-room.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body as they arrived, announced or not. */
    bodyBytes: number
    /** When all of it was here, its body included: a client that dawdles must not choose when its answer is due. */
    wholeAtMs: number
  }
  interface FastifyInstance {
    hold: RefusalDelay
  }
}

/** The bare server: strict bodies, problem replies, time-outs. What it serves is listed in app.ts. */

export interface DoorOptions {
  readonly bodyLimitBytes: number
  readonly maxJsonDepth: number
  readonly trustedProxy: string
  /** Quantum of the time that a refusal takes; 0 lets it leave at once. */
  readonly refusalMs: number
  readonly logger: Logger
  /**
   * Told of every answer, once it has left.
   * @param route template of the address; undefined for what is no route
   */
  readonly noteAnswer: (method: string, route: string | undefined, status: number, seconds: number) => void
  readonly connections: Connections
  readonly tls?: Pick<SecureContextOptions, 'cert' | 'key' | 'minVersion'>
  /** Tells browsers to use nothing but TLS from now on. Not with a certificate made here: a new authority may replace it. */
  readonly strictTransport?: boolean
}

/** Headers must arrive within this, whole requests within twice as much: slow clients do not hold places. */
const HEADERS_MS = 20_000
const REQUEST_MS = 60_000
const IDLE_MS = 75_000
/** How often the two are looked after. Node's own 30 s would let slow headers hold a place twice as long. */
const CHECK_MS = 2_000
/** How a server treats those who connect, with TLS and without. */
const CONNECTIONS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  connectionsCheckingInterval: CHECK_MS,
  maxHeaderSize: 16 * 1024,
  // Node would refuse it without a body; see below.
  requireHostHeader: false,
} as const
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function makeDoor(options: DoorOptions): FastifyInstance {
  const isProxy = proxiesIn(options.trustedProxy)
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
    // These pass by all hooks: a malformed address must not look another way than an unknown one.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.raw.once('finish', () => options.noteAnswer(request.method, undefined, reply.statusCode, 0))
      answerError(error, request, receive(request, reply))
    },
    clientErrorHandler: refuseConnection,
    serverFactory: (answer: RequestListener) => serverFor(guard, answer, options.tls),
    ...(options.tls ? { https: {} } : {}),
  } as object) as unknown as FastifyInstance
  limitReplies(app, guard)
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart !== 'body') return (value) => ({ value })
    const component = String((schema as { $ref?: string }).$ref).replace('#', '')
    if (component === 'RecordDraft') return (value) => ({ value: draftOf(value) })
    const check = checkOf(component)
    return (value) => {
      const violations = check(value)
      return violations ? { error: new Problem('schema_violation', { errors: violations }) } : { value }
    }
  })
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  const hold = new RefusalDelay(options.refusalMs)
  app.decorate('hold', hold)
  app.addHook('preClose', (done) => {
    hold.end()
    done()
  })
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('wholeAtMs', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json\s*(;|$)/i, { parseAs: 'buffer' }, (request, body, done) => {
    request.bodyBytes = (body as Buffer).length
    request.wholeAtMs = performance.now()
    // Where the body may be left out, a client that names its type all the same means no body.
    if (request.bodyBytes === 0 && request.routeOptions.schema?.body === undefined) return done(null)
    try {
      done(null, parseIJson(utf8(body as Buffer), options.maxJsonDepth))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply)
    if (options.strictTransport) reply.header('strict-transport-security', STRICT_TRANSPORT)
    if (namesHost(request.raw)) done()
    else refuseHostless(request, reply)
  })
  app.setErrorHandler((error, request, reply) => answerError(error as FastifyError, request, reply))
  app.setNotFoundHandler((request, reply) => answerProblem(reply, 'not_found', {}, request))
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { url: route } = request.routeOptions
    const { statusCode: status, elapsedTime: ms } = reply
    options.noteAnswer(method, route, status, ms / 1000)
    // By route template: an address would name a record or a party.
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

/** The first thing done for every request. */
function receive(request: FastifyRequest, reply: FastifyReply): FastifyReply {
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

/** Fastify's own refusals, in our words. */
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
    request.log.error({ err: problem.cause, correlation_id: request.id }, 'the disk does not do its work')
  if (problem !== null) answerProblem(reply, problem.code, problem.extra, request)
  else answerProblem(reply, codeOf(error as FastifyError, request), {}, request)
}

function codeOf(error: FastifyError | undefined, request: FastifyRequest): ProblemCode {
  const code = FRAMEWORK[error?.code ?? '']
  if (code) return code
  if (error?.statusCode === 400) return 'malformed_json'
  if (error?.statusCode === 429) return 'rate_limited'
  // Whoever asked has hung up while the answer was being made: nobody hears this one.
  if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed) return 'internal_error'
  request.log.error({ err: error, correlation_id: request.id }, 'unforeseen error')
  return 'internal_error'
}

/**
 * Refusals by which a caller may ask whether an id is known here. They leave when the hold lets them. The quota is
 * among them because a revocation is counted after it was looked for.
 */
const HELD: ReadonlySet<ProblemCode> = new Set(['not_found', 'reference_unresolved', 'quota_exceeded'])

const OVERLOADED: ProblemExtra = { retryAfterSeconds: 1 }

/** Gives nothing back: what Fastify is given it sends, and a held answer is sent later. */
function answerProblem(
  reply: FastifyReply,
  code: ProblemCode,
  extra: ProblemExtra,
  request: FastifyRequest,
): void {
  const { hold } = reply.server
  if (!HELD.has(code)) sendProblem(reply, code, extra, request.id)
  else if (hold.isFull) sendProblem(reply, 'overloaded', OVERLOADED, request.id)
  else hold.until(request.wholeAtMs, () => sendProblem(reply, code, extra, request.id))
}

/** Resolves when a reply may leave that says as much as a refusal does. @throws {Problem} when too many wait */
export function refusalTime(request: FastifyRequest, refusals = 1): Promise<void> {
  const { hold } = request.server
  if (hold.isFull) throw new Problem('overloaded', OVERLOADED)
  return new Promise((resolve) => hold.until(request.wholeAtMs, resolve, refusals))
}

function sendProblem(
  reply: FastifyReply,
  code: ProblemCode,
  extra: ProblemExtra,
  correlationId: string,
): void {
  const document = problemDocument(code, extra, correlationId)
  // A credential that ended while its request was under way is refused like one that had ended before (RFC 9110 §15.5.2).
  if (code === 'no_verified_subject' && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer realm="granary"')
  if (extra.retryAfterSeconds !== undefined) reply.header('retry-after', String(extra.retryAfterSeconds))
  reply
    .code(document.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(document))
}

/** Connections whose request may take longer than others. */
const patient = new WeakSet<Socket>()

/**
 * Lets the body of this request take longer than whole requests may: whoever reads it sees to it that it moves.
 * @returns ends that; to be called when the body is read
 */
export function mayTakeLong({ raw: { socket } }: FastifyRequest): () => void {
  patient.add(socket)
  return () => patient.delete(socket)
}

const HEADER_LINES = Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** What is no HTTP at all gets a short answer and its connection closed. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // Node leaves the connection to whoever listens to "clientError".
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.has(socket)) return
  // Who does not speak TLS as it is done here hears no words that he could read.
  if (error.code === 'ECONNRESET' || !socket.writable || /^ERR_(SSL|TLS)_/.test(error.code ?? '')) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const { body, correlationId } = bareProblem(status)
  closeWith(
    socket,
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Correlation-Id: ${correlationId}\r\n${HEADER_LINES}Connection: close\r\n\r\n${body}`,
  )
}

/**
 * "100 Continue" is said when the answer is the next one on its connection. While another one is still under way before
 * it, Node would keep the words back and then put them between the head of the answer and a body of bytes.
 */
function letContinue(this: Server, request: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null) response.writeContinue()
  else
    response.once('socket', () => {
      if (!response.headersSent) response.writeContinue()
    })
  this.emit('request', request, response)
}

/** Node answers an expectation that it does not know (RFC 9110 §10.1.1) without a body. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { body, correlationId } = bareProblem('417 Expectation Failed')
  response.writeHead(417, {
    ...HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-correlation-id': correlationId,
    connection: 'close',
  })
  response.end(body)
}

/** RFC 9112 §3.2. */
const namesHost = ({ headers, httpVersion }: IncomingMessage) =>
  headers.host !== undefined || httpVersion === '1.0'

function refuseHostless(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .header('connection', 'close')
    .header('content-type', 'application/problem+json; charset=utf-8')
  reply.send(bareProblem('400 Bad Request', request.id).body)
}

/** @param status with its words */
function bareProblem(
  status: string,
  correlationId: string = randomUUID(),
): { readonly body: string; readonly correlationId: string } {
  const document = {
    title: status.slice(4),
    status: Number(status.slice(0, 3)),
    correlation_id: correlationId,
  }
  return { body: JSON.stringify(document), correlationId }
}

/**
 * Sends JSON text that is already made.
 * @param mayCompress only if the reader and this program chose all of the text: someone who sees the length of compressed
 *   text, and wrote some of it, can guess what others wrote in it
 */
export function sendJson(
  reply: FastifyReply,
  status: number,
  json: string,
  { mayCompress = false } = {},
): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (!mayCompress) return reply.send(json)
  reply.bytesBehind = json.length
  reply.compress(json)
  return reply
}
