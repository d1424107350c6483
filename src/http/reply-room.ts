import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asError } from '../base/error-kinds.ts'
import { Problem, problemDocument } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import type { App } from './app.ts'
import type { ConnectionGuard } from './connection-guard.ts'

/** Limits the memory of replies that clients are reading. */

declare module 'fastify' {
  interface FastifyInstance {
    guard: ConnectionGuard
  }
  interface FastifyReply {
    /** For a reply sent as a stream: the bytes that it keeps in memory. */
    bytesBehind: number
  }
}

/** Replies up to this size are neither counted nor split. */
const SMALL_BYTES = 16 * 1024
/** A text of this length is at most that many bytes in UTF-8. */
const SMALL_CHARACTERS = Math.floor(SMALL_BYTES / 3)
/**
 * Bytes of a large reply that are written to the socket at a time. When they are sent, the client is reading.
 */
export const CHUNK_BYTES = 16 * 1024
/**
 * A chunk that is sent within this time is followed by one of twice its length, up to the longest, because
 * each chunk costs a system call.
 */
const FAST_MS = 20
const LONGEST_CHUNK_BYTES = 64 * 1024
/** Least bytes that a stream keeps in memory, as the stream of a picture does. */
const STREAM_BYTES = 128 * 1024
const RETRY_SECONDS = 5

const sharedFiles = new WeakSet<Buffer>()

/** Marks bytes that replies share, such as the contract, so that they are not counted for each reply. */
export function shared(bytes: Buffer): Buffer {
  sharedFiles.add(bytes)
  return bytes
}

/** Counts every reply while it is sent, and refuses a reply that the limits do not allow. */
export function limitReplies(app: App, guard: ConnectionGuard): void {
  app.decorate('guard', guard)
  app.decorateReply('bytesBehind', 0)
  app.addHook<string | Buffer | Readable | null | undefined>('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' && payload.length <= SMALL_CHARACTERS) {
      done(null, payload)
      return
    }
    const body = typeof payload === 'string' && payload.length > SMALL_BYTES ? Buffer.from(payload) : payload
    const bytes = body ? bytesOf(body, reply) : 0
    if (!body || bytes <= SMALL_BYTES || !guard.isOverConnection(request)) done(null, body)
    else if (!isShared(body) && !guard.hold(request, bytes)) {
      if (isStream(body)) body.destroy()
      done(null, refusal(reply, request.id))
    } else if (isStream(body)) done(null, body)
    else {
      reply.header('content-length', String(bytes))
      done(null, inChunks([Buffer.isBuffer(body) ? body : Buffer.from(body)]))
    }
  })
}

/** What a reply is counted for: the connection, the address and the party of a request. */
type Holder = Pick<FastifyRequest, 'raw' | 'ip' | 'caller' | 'server'>

/** The request over a connection for which the program makes a request to itself. */
const outerRequest = new AsyncLocalStorage<FastifyRequest>()

/** Makes a request to the program itself. It must have the correlation id of the outer request. */
export const askingFor = <T>(request: FastifyRequest, ask: () => Promise<T>): Promise<T> =>
  outerRequest.run(request, ask)

/** Returns the request for which to count a reply: for the program's own requests, the outer request. */
export function holderOf(request: FastifyRequest): Holder {
  const { id, server } = request
  const outer = outerRequest.getStore()
  if (outer?.id !== id || server.guard.isOverConnection(request)) return request
  return { raw: outer.raw, ip: outer.ip, caller: request.caller, server }
}

/**
 * Counts a reply while it is made.
 * @param bytes of the reply in memory so far
 * @throws {Problem} overloaded, also if the client has hung up
 */
export function keepRoom(request: Holder, bytes: number): void {
  checkStillConnected(request)
  if (bytes > SMALL_BYTES && !request.server.guard.hold(request, bytes))
    throw new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS })
}

/**
 * Checks that the client has not hung up. Call before each part of long work.
 * @throws {Problem} overloaded, which no client reads
 */
export function checkStillConnected({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): void {
  if (socket.destroyed) throw new Problem('overloaded', { retryAfterSeconds: RETRY_SECONDS })
}

const isStream = (payload: string | Buffer | Readable): payload is Readable =>
  typeof payload === 'object' && !Buffer.isBuffer(payload)

const isShared = (payload: string | Buffer | Readable): boolean =>
  Buffer.isBuffer(payload) && sharedFiles.has(payload)

const bytesOf = (payload: string | Buffer | Readable, { bytesBehind }: FastifyReply): number =>
  isStream(payload) ? Math.max(STREAM_BYTES, bytesBehind) : Buffer.byteLength(payload)

/**
 * Encodes a list of texts, with commas between them, and what is before and behind them. The pieces are about
 * as long as the longest chunk: one buffer for all of them would have to be copied together.
 */
export function encodedList([first, texts, last]: readonly [
  first: string,
  texts: readonly string[],
  last: string,
]): Buffer[] {
  const pieces: Buffer[] = []
  let next = 0
  do {
    const from = next
    let characters = 0
    do characters += texts[next++]?.length ?? 0
    while (next < texts.length && characters + must(texts[next]).length < LONGEST_CHUNK_BYTES)
    const start = from === 0 ? first : ','
    pieces.push(Buffer.from(start + texts.slice(from, next).join(',') + (next < texts.length ? '' : last)))
  } while (next < texts.length)
  return pieces
}

/**
 * Returns a stream that sends bytes in chunks.
 * @param before called with the length of each chunk before it is sent; if it throws, no more is sent
 * @param now a monotonic clock, in milliseconds
 */
export function inChunks(
  pieces: readonly Buffer[],
  before: (bytes: number) => void = () => {},
  now: () => number = () => performance.now(),
): Readable {
  let length = CHUNK_BYTES
  let pushedAtMs = Number.NEGATIVE_INFINITY
  let piece = 0
  let at = 0
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      const nowMs = now()
      length = nowMs - pushedAtMs < FAST_MS ? Math.min(2 * length, LONGEST_CHUNK_BYTES) : CHUNK_BYTES
      pushedAtMs = nowMs
      const bytes = pieces[piece]
      const chunk = bytes?.subarray(at, at + length) ?? null
      at += length
      if (bytes !== undefined && at >= bytes.length) {
        piece++
        at = 0
      }
      try {
        before(chunk?.length ?? 0)
      } catch (error) {
        this.destroy(asError(error))
        return
      }
      this.push(chunk)
    },
  })
}

/** Headers that describe only the reply that a refusal replaces. */
const REPLACED_HEADERS = [
  ...['content-length', 'content-encoding', 'content-range', 'content-disposition', 'accept-ranges'],
  ...['etag', 'vary', 'link', 'location'],
]

function refusal(reply: FastifyReply, correlationId: string): string {
  for (const name of REPLACED_HEADERS) reply.removeHeader(name)
  const document = problemDocument('overloaded', {}, correlationId)
  reply
    .code(document.status)
    .header('retry-after', String(RETRY_SECONDS))
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
  return JSON.stringify(document)
}
