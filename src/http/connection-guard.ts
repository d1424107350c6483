import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Connection, Connections, Transport } from './connections.ts'
import { addressKey } from './limits.ts'

/** Applies the rules in `connections.ts` to a server's sockets. */

/** Most pipelined requests that may wait on a connection. A client that sends more is disconnected. */
const MOST_QUEUED = 64
const CHECK_MS = 1_000
/** Sockets above the limit, for connections that are closing. Node closes any further ones. */
const CLOSING = 32
/** How long a client may read the last message before it is disconnected. */
const GRACE_MS = 1_000

export class ConnectionGuard {
  readonly #connections: Connections
  readonly #isTrusted: (address: string) => boolean
  /** Connections by the socket of their requests. With TLS, that is not the accepted socket. */
  readonly #bySocket = new WeakMap<Socket, Guarded>()
  /** Open connections, by the addresses and ports of both ends. */
  readonly #accepted = new Map<string, Guarded>()

  /** @param isTrusted whether an address is this machine or a configured proxy */
  constructor(connections: Connections, isTrusted: (address: string) => boolean) {
    this.#connections = connections
    this.#isTrusted = isTrusted
  }

  /** Call before the server listens. */
  watch(server: Server): void {
    server.maxConnections = this.#connections.limits.most + CLOSING
    // Node has set up the socket before this event, so it can be closed.
    server.on('connection', (socket: Socket) => this.#accept(socket))
    server.on('secureConnection', (socket: Socket) => {
      const guarded = this.#accepted.get(clientOf(socket))
      if (guarded === undefined) return
      guarded.socket = socket
      this.#bySocket.set(socket, guarded)
    })
    const checking = setInterval(() => this.#connections.check(), CHECK_MS).unref()
    server.once('close', () => clearInterval(checking))
  }

  /**
   * Answers a connection's requests one at a time. Node would start all pipelined requests, and keep their
   * replies until the client reads them.
   */
  inTurn(answer: RequestListener): RequestListener {
    return (request, response) => {
      const guarded = this.#bySocket.get(request.socket)
      if (guarded === undefined) answer(request, response)
      else if (guarded.request === null) this.#begin(guarded, answer, request, response)
      else if (guarded.queue.length >= MOST_QUEUED) request.socket.destroy()
      else guarded.queue.push(() => this.#begin(guarded, answer, request, response))
    }
  }

  /**
   * Counts a reply while it is made and sent.
   * @param bytes of the reply in memory
   * @returns whether the limits allow it
   */
  hold(
    { raw: { socket }, ip, caller }: Pick<FastifyRequest, 'raw' | 'ip' | 'caller'>,
    bytes: number,
  ): boolean {
    const guarded = this.#bySocket.get(socket)
    if (guarded === undefined) return true
    // A request to a public route, or one that is refused, has no caller.
    const party = caller?.party ?? null
    return this.#connections.hold(guarded.connection, addressKey(ip), party, bytes)
  }

  /**
   * Returns whether the request arrived over a connection; false for the program's own requests to itself.
   */
  isOverConnection({ raw: { socket } }: FastifyRequest): boolean {
    return this.#bySocket.has(socket)
  }

  /**
   * Closes a connection on which something malformed arrived, or too slowly. The message is sent only if a
   * request has begun that has no reply yet: a client that asked for nothing, or has its reply, would take it
   * for the reply to its next request.
   */
  refuse(socket: Socket, text: string): void {
    const guarded = this.#bySocket.get(socket)
    const latest = guarded?.latest
    if (latest == null) closeWith(socket, socket.bytesRead > 0 ? text : '')
    else if (guarded?.request == null) closeWith(socket, latest.request.complete ? text : '')
    else if (!latest.request.complete && !latest.response.headersSent) closeWith(socket, text)
    // What follows a request must not cut its reply short, nor be answered in its place.
    else
      latest.response.once('close', () =>
        closeWith(socket, latest.request.complete && guarded.request === null ? text : ''),
      )
  }

  /** Returns the accepted socket, below TLS, on which a client that does not use TLS can be answered. */
  acceptedOf(socket: Socket): Socket | undefined {
    return this.#accepted.get(clientOf(socket))?.accepted
  }

  #accept(socket: Socket): void {
    const guarded = new Guarded(socket, this.#isTrusted)
    const connection = this.#connections.accept(guarded)
    if (connection === null) {
      socket.destroy()
      return
    }
    guarded.connection = connection
    const client = clientOf(socket)
    this.#accepted.set(client, guarded)
    this.#bySocket.set(socket, guarded)
    socket.once('close', () => {
      // The client may have a new connection from the same port already.
      if (this.#accepted.get(client) === guarded) this.#accepted.delete(client)
      this.#connections.leave(connection)
    })
  }

  #begin(
    guarded: Guarded,
    answer: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    guarded.request = request
    guarded.latest = { request, response }
    this.#connections.enter(guarded.connection, 'working')
    response.once('close', () => {
      guarded.request = null
      this.#connections.enter(guarded.connection, 'resting')
      const next = guarded.queue.shift()
      if (next !== undefined && !guarded.socket.destroyed) next()
    })
    answer(request, response as never)
  }
}

class Guarded implements Transport {
  readonly address: string
  readonly isTrusted: boolean
  readonly accepted: Socket
  connection!: Connection
  /** The socket of the requests. */
  socket: Socket
  /** The request that is being answered. */
  request: IncomingMessage | null = null
  /** The request whose answer began last, and its reply. */
  latest: { readonly request: IncomingMessage; readonly response: ServerResponse } | null = null
  /** Functions that start the requests that wait behind it. */
  readonly queue: (() => void)[] = []

  constructor(accepted: Socket, isTrusted: (address: string) => boolean) {
    const { remoteAddress } = accepted
    this.address = addressKey(remoteAddress)
    this.isTrusted = remoteAddress !== undefined && isTrusted(remoteAddress)
    this.accepted = accepted
    this.socket = accepted
  }

  moved(): number {
    const { bytesRead, bytesWritten, writableLength } = this.socket
    return bytesRead + bytesWritten - writableLength
  }

  hasUnread(): boolean {
    return this.socket.writableLength > 0
  }

  hasUnsent(): boolean {
    return this.request !== null && !this.request.complete
  }

  cut(): void {
    this.socket.destroy()
    this.accepted.destroy()
  }
}

/** A client may use one port for connections to several addresses of this machine. */
const clientOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

/** Sends a last message and closes the connection, even if the client never closes its end. */
function closeWith(socket: Socket, text: string): void {
  socket.end(text)
  const closing = setTimeout(() => socket.destroy(), GRACE_MS).unref()
  socket.once('close', () => clearTimeout(closing))
}
