import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTls } from 'node:https'
import { boundedText } from '../../base/bounded-text.ts'
import { kindWords } from '../../base/error-kinds.ts'
import { MemoryBudget } from '../../base/memory-budget.ts'
import { membersOf } from '../../base/typed.ts'
import { isLoopback } from '../../config/addresses.ts'
import { ConnectionGuard } from '../../http/connection-guard.ts'
import { Connections } from '../../http/connections.ts'
import { type Clock, pageIn, type Taken, takeIn } from './apply.ts'
import type { Engine } from './engine.ts'
import { unionMetrics } from './metrics.ts'
import { BadPage, cursorIn, jsonIn } from './rows.ts'
import { isTokenOf, nameInToken, type Source, sourceNamed } from './source.ts'

/** Takes the pages that offices send (contract §27), and tells the metrics to this machine. */

/** A page has at most 100 records and 500 consents. */
const MOST_BYTES = 16 * 1024 * 1024
/** Of all pages in memory, each of another source: slow ones are short for long, and keep nobody out. */
const MOST_BYTES_AT_ONCE = 4 * MOST_BYTES
const SLOWEST_MS = 120_000
/** Before a token is known, senders are told apart by their address. A proxy on this machine has its own limits. */
const CONNECTIONS = { most: 400, reserved: 16, perAddress: 32, unreadMs: SLOWEST_MS, bytesPerAddress: 0 }

export interface InboxOptions {
  readonly engine: Engine
  readonly clock: () => Clock
  /** Certificate and key in PEM; none for a listener on this machine, such as one behind a proxy. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly log: (text: string) => void
}

interface Answer {
  readonly status: number
  readonly body: object
}

/** Returns a server that is not listening yet. */
export function inboxServer(options: InboxOptions): Server {
  const sending = new Map<string, Arriving>()
  const answering = async (request: IncomingMessage, response: ServerResponse) => {
    const [pathname] = (request.url ?? '').split('?')
    if (request.method === 'GET' && pathname === '/metrics' && isFromHere(request)) {
      const text = await unionMetrics(options.engine, options.clock().nowMs)
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text)
      return
    }
    const { status, body } = await answerTo(options, request, pathname, sending)
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(body))
  }
  const handler = (request: IncomingMessage, response: ServerResponse) =>
    void answering(request, response).catch((error: unknown) => {
      // A sender that hangs up in the middle is no fault of this program.
      if (!request.readableAborted) options.log(kindWords(error))
      if (!response.headersSent) response.writeHead(503, { connection: 'close' })
      response.end()
    })
  const connections = new Connections(CONNECTIONS, new MemoryBudget(0), options.log)
  const guard = new ConnectionGuard(connections, isLoopback)
  const answer = guard.inTurn(handler)
  const server = options.tls === null ? createPlain(answer) : createTls(options.tls, answer)
  guard.watch(server)
  server.requestTimeout = SLOWEST_MS
  return server
}

const told = (status: number, code: string): Answer => ({ status, body: { code } })
const BUSY = told(503, 'busy')
/** The same for every token that is none. */
const STRANGER = told(401, 'no_verified_sender')

/** A page that arrives, or is taken in. */
interface Arriving {
  readonly request: IncomingMessage
  bytes: number
  isBusy: boolean
}

/** @param sending the pages under way, by their source: an office sends one after the other */
async function answerTo(
  options: InboxOptions,
  request: IncomingMessage,
  pathname: string | undefined,
  sending: Map<string, Arriving>,
): Promise<Answer> {
  if (pathname !== '/v1/inbox') return told(404, 'not_found')
  if (request.method !== 'POST') return told(405, 'method_not_allowed')
  const source = await senderOf(options.engine, request)
  if (source === null) return STRANGER
  if (sending.has(source.source)) return BUSY
  const page = { request, bytes: 0, isBusy: false }
  sending.set(source.source, page)
  try {
    const text = await boundedText(counted(page, sending), MOST_BYTES)
    if (page.isBusy) return BUSY
    if (text === null) return told(413, 'body_too_large')
    const sent = jsonIn(text)
    const { since = null } = membersOf(sent)
    const from = since === null ? null : cursorIn(since)
    return answerOf(await takeIn(options.engine, source.source, pageIn(sent), from, options.clock()))
  } catch (error) {
    if (error instanceof BadPage) return told(400, 'bad_page')
    throw error
  } finally {
    sending.delete(source.source)
  }
}

/**
 * Counts a page while it arrives. Where all are too long together, the longest is given up, and comes again; if that has arrived
 * whole and waits for the store, this one is told to come later.
 */
async function* counted(page: Arriving, sending: ReadonlyMap<string, Arriving>): AsyncGenerator<Buffer> {
  for await (const piece of page.request.iterator({ destroyOnReturn: false })) {
    page.bytes += piece.length
    const all = [...sending.values()]
    if (all.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES_AT_ONCE) {
      const [longest = page] = all.sort((a, b) => b.bytes - a.bytes)
      page.isBusy = longest.request.complete && !page.request.complete
      if (page.isBusy) return
      if (!longest.request.complete) longest.request.destroy()
    }
    yield piece
  }
}

function answerOf(taken: Taken): Answer {
  if (taken.is === 'taken') return { status: 200, body: { cursor: taken.cursor } }
  if (taken.is === 'again') return { status: 409, body: { since: taken.since } }
  if (taken.is === 'gone') return STRANGER
  return taken.is === 'refused' ? told(422, 'checkpoint_refused') : told(423, 'frozen')
}

async function senderOf(engine: Engine, { headers }: IncomingMessage): Promise<Source | null> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const name = nameInToken(token)
  const source = name === null ? null : await sourceNamed(engine, name)
  return source !== null && source.state !== 'ended' && isTokenOf(source, token) ? source : null
}

/** A request that a proxy handed on comes from elsewhere; some tell it only by the name that was asked for. */
const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  isLoopback(/^\[?(.*?)\]?(:\d+)?$/.exec(headers.host ?? '')?.[1] ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined
