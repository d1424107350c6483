import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HEADERS } from './browser-rules.ts'
import type { ConnectionGuard } from './connection-guard.ts'

/** Requests that are refused before the routes: malformed, too slow, without a host, or with an expectation. */

/** Connections whose requests may take longer than the limit. */
const exempt = new WeakSet<Socket>()

/**
 * Exempts a request's body from the time limit; its reader must disconnect a client that sends nothing.
 * @returns a function that ends the exemption; call it when the body is read
 */
export function mayTakeLong({ raw: { socket } }: FastifyRequest): () => void {
  exempt.add(socket)
  return () => exempt.delete(socket)
}

const HEADER_LINES = Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/**
 * The answer to an address typed with http: in place of https:. Without it, a browser would report only that
 * the connection was closed.
 */
const USE_HTTPS_TEXT = 'This server uses https. Put https:// before its address, in place of http://.\n'
const USE_HTTPS = `HTTP/1.0 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${USE_HTTPS_TEXT.length}\r\n${HEADER_LINES}Connection: close\r\n\r\n${USE_HTTPS_TEXT}`

/** Closes a connection on which something malformed arrived, or too slowly, with a reply if one is due. */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  guard: ConnectionGuard,
): void {
  // Node leaves the connection open for listeners of "clientError".
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && exempt.has(socket)) return
  if (error.code === 'ERR_SSL_HTTP_REQUEST') guard.acceptedOf(socket)?.write(USE_HTTPS)
  // A client whose TLS does not work with ours could not read a reply.
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
  guard.refuse(
    socket,
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Correlation-Id: ${correlationId}\r\n${HEADER_LINES}Connection: close\r\n\r\n${body}`,
  )
}

/**
 * Sends "100 Continue" when the reply is next on its connection. If it were sent earlier, Node would insert
 * it between the head and the body of a previous reply.
 */
export function letContinue(this: Server, request: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null) response.writeContinue()
  else
    response.once('socket', () => {
      if (!response.headersSent) response.writeContinue()
    })
  this.emit('request', request, response)
}

/** Node would answer an unknown expectation (RFC 9110 §10.1.1) without a body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
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

/** Whether the request names its host, as RFC 9112 §3.2 requires of HTTP/1.1. */
export const namesHost = ({ headers, httpVersion }: IncomingMessage) =>
  headers.host !== undefined || httpVersion === '1.0'

export function refuseHostless(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .header('connection', 'close')
    .header('content-type', 'application/problem+json; charset=utf-8')
  reply.send(bareProblem('400 Bad Request', request.id).body)
}

/** Makes a problem document without a code. @param status the status code and its reason phrase */
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
