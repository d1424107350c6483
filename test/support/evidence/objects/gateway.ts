import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'

/**
 * A gateway before a real server, which passes everything on but for what it is told to spoil. Signatures stay valid,
 * since it leaves the host's name as it is.
 */
export type Treatment =
  | 'pass'
  /** The server does what is asked, and nobody hears of it. */
  | 'lose the answer'
  /** One bit of what is sent changes on the way. */
  | 'damage what is sent'
  /** One bit of what is fetched changes on the way. */
  | 'damage what is fetched'

export interface Gateway {
  readonly port: number
  /** Method and path of each request that came. */
  readonly seen: string[]
  close(): Promise<void>
}

export interface TlsFiles {
  readonly key: Buffer
  readonly cert: Buffer
}

export interface Ways {
  readonly treat?: (request: IncomingMessage) => Treatment
  /** Answers a request itself, if it returns true. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Lets a request wait before anything is done with it, milliseconds. */
  readonly delayMs?: (request: IncomingMessage) => number
  /** The path that is asked for instead. */
  readonly path?: (request: IncomingMessage) => string
}

/** @param tls key and certificate, to be spoken to under TLS */
export async function gateway(upstream: URL, ways: Ways, tls?: TlsFiles): Promise<Gateway> {
  const seen: string[] = []
  const take: RequestListener = (request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const delayMs = ways.delayMs?.(request) ?? 0
    if (delayMs === 0) pass(request, response)
    else setTimeout(() => pass(request, response), delayMs)
  }
  const pass: RequestListener = (request, response) => {
    if (ways.answer?.(request, response)) return
    const treatment = ways.treat?.(request) ?? 'pass'
    const { method, headers } = request
    const path = ways.path?.(request) ?? request.url
    const onward = forward(
      { host: upstream.hostname, port: upstream.port, method, path, headers, agent: false },
      (reply) => {
        if (treatment === 'lose the answer') {
          reply.resume()
          reply.once('end', () => response.destroy())
          return
        }
        response.writeHead(reply.statusCode as number, reply.headers)
        reply.pipe(damaging(treatment === 'damage what is fetched')).pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(damaging(treatment === 'damage what is sent')).pipe(onward)
  }
  const server = tls === undefined ? createServer(take) : createTlsServer(tls, take)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function damaging(isWanted: boolean): Transform {
  let isDone = !isWanted
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (!isDone && piece.length > 0) {
        piece[0] = (piece[0] as number) ^ 1
        isDone = true
      }
      done(null, piece)
    },
  })
}

/** Each of these treatments once, in turn, for the requests that match; all others pass. */
export function inTurn(matches: RegExp, ...treatments: Treatment[]): (request: IncomingMessage) => Treatment {
  return ({ method, url }) => (matches.test(`${method} ${url}`) ? (treatments.shift() ?? 'pass') : 'pass')
}
