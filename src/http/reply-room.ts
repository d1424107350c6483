import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asError } from '../base/error-kinds.ts'
import { Problem, problemDocument } from '../base/problem.ts'
import type { App } from './app.ts'
import type { ConnectionGuard } from './connection-guard.ts'

/** Limits the memory of replies that clients are reading. */

declare module 'fastify' {
  interface FastifyInstance {
    guard: ConnectionGuard
  }
  interface FastifyReply {
    /** For a reply sent as a stream: the bytes behind it. */
    bytesBehind: number
  }
}

/** Smaller replies are neither counted nor cut. */
const SMALL_BYTES = 16 * 1024
/** Piece of a large reply given to the socket at a time; when one has left, the client is reading. */
export const PIECE_BYTES = 16 * 1024
/** A piece that leaves within this time is followed by one of twice its length, up to the longest: each piece costs a system call. */
const AT_ONCE_MS = 20
const LONGEST_PIECE_BYTES = 64 * 1024
/** What a stream keeps in memory at least: of a picture. */
const STREAM_BYTES = 128 * 1024
const RETRY_SECONDS = 5

const sharedFiles = new WeakSet<Buffer>()

/** Marks bytes that replies share, such as the contract, and so cost no memory per reply. */
export function shared(bytes: Buffer): Buffer {
  sharedFiles.add(bytes)
  return bytes
}

/** Counts every reply while it is sent, and refuses one without room. */
export function limitReplies(app: App, guard: ConnectionGuard): void {
  app.decorate('guard', guard)
  app.decorateReply('bytesBehind', 0)
  app.addHook<string | Buffer | Readable | null | undefined>('onSend', (request, reply, payload, done) => {
    const body = typeof payload === 'string' && payload.length > SMALL_BYTES ? Buffer.from(payload) : payload
    const bytes = body ? bytesOf(body, reply) : 0
    if (!body || bytes <= SMALL_BYTES || !guard.isOverConnection(request)) done(null, body)
    else if (!isShared(body) && !guard.hold(request, bytes)) {
      if (isStream(body)) body.destroy()
      done(null, refusal(reply, request.id))
    } else if (isStream(body)) done(null, body)
    else {
      reply.header('content-length', String(bytes))
      done(null, inPieces(Buffer.isBuffer(body) ? body : Buffer.from(body)))
    }
  })
}

/** What holds a reply: the connection, the address and the party of a request. */
type Holder = Pick<FastifyRequest, 'raw' | 'ip' | 'caller' | 'server'>

/** The request over a connection for which the program asks itself. */
const askedFor = new AsyncLocalStorage<FastifyRequest>()

/** Asks the program itself, with the request's own correlation id. */
export const askingFor = <T>(request: FastifyRequest, ask: () => Promise<T>): Promise<T> =>
  askedFor.run(request, ask)

/** Who waits for the reply: of a request of the program's own, the connection it is made for. */
export function holderOf(request: FastifyRequest): Holder {
  const { id, server } = request
  const outer = askedFor.getStore()
  if (outer?.id !== id || server.guard.isOverConnection(request)) return request
  return { raw: outer.raw, ip: outer.ip, caller: request.caller, server }
}

/**
 * Counts a reply while it is made.
 * @param bytes that it holds so far
 * @throws {Problem} overloaded, also if the client has hung up
 */
export function keepRoom(request: Holder, bytes: number): void {
  checkStillThere(request)
  if (bytes > SMALL_BYTES && !request.server.guard.hold(request, bytes))
    throw new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS })
}

/**
 * Call before each piece of long work: no work is done for a client that has hung up.
 * @throws {Problem} overloaded, which nobody reads
 */
export function checkStillThere({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): void {
  if (socket.destroyed) throw new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS })
}

const isStream = (payload: string | Buffer | Readable): payload is Readable =>
  typeof payload === 'object' && !Buffer.isBuffer(payload)

const isShared = (payload: string | Buffer | Readable): boolean =>
  Buffer.isBuffer(payload) && sharedFiles.has(payload)

const bytesOf = (payload: string | Buffer | Readable, { bytesBehind }: FastifyReply): number =>
  isStream(payload) ? Math.max(STREAM_BYTES, bytesBehind) : Buffer.byteLength(payload)

/**
 * @param before called with the length of each piece before it leaves; it may throw, and then no more leaves
 * @param now a monotonic clock, in milliseconds
 */
export function inPieces(
  bytes: Buffer,
  before: (bytes: number) => void = () => {},
  now: () => number = () => performance.now(),
): Readable {
  let at = 0
  let length = PIECE_BYTES
  let gaveAtMs = Number.NEGATIVE_INFINITY
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      const nowMs = now()
      length = nowMs - gaveAtMs < AT_ONCE_MS ? Math.min(2 * length, LONGEST_PIECE_BYTES) : PIECE_BYTES
      gaveAtMs = nowMs
      const piece = at < bytes.length ? bytes.subarray(at, at + length) : null
      at += length
      try {
        before(piece?.length ?? 0)
      } catch (error) {
        this.destroy(asError(error))
        return
      }
      this.push(piece)
    },
  })
}

/** Headers of the reply that is replaced. */
const OF_THE_REPLY = [
  ...['content-length', 'content-encoding', 'content-range', 'content-disposition', 'accept-ranges'],
  ...['etag', 'vary', 'link', 'location'],
]

function refusal(reply: FastifyReply, correlationId: string): string {
  for (const name of OF_THE_REPLY) reply.removeHeader(name)
  const document = problemDocument('overloaded', {}, correlationId)
  reply
    .code(document.status)
    .header('retry-after', String(RETRY_SECONDS))
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
  return JSON.stringify(document)
}
