import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Connection, Connections, Line } from './connections.ts'
import { addressKey } from './limits.ts'

/** Applies the rules of `connections.ts` to a server's sockets. */

/** Pipelined requests that may wait on a connection; a client that sends more is cut off. */
const MOST_IN_LINE = 64
const LOOK_MS = 1_000
/** Sockets in excess of the limit, for connections that are closing; beyond them, the system accepts no more. */
const CLOSING = 32
/** How long a client that is disconnected may read why. */
const GRACE_MS = 1_000

export class ConnectionGuard {
  readonly #connections: Connections
  readonly #isTrusted: (address: string) => boolean
  /** By the socket of the requests; with TLS, that is not the accepted socket. */
  readonly #bySocket = new WeakMap<Socket, Guarded>()
  /** Connections without a request yet, by the client's address and port. */
  readonly #accepted = new Map<string, Guarded>()

  /** @param isTrusted whether an address is this machine or a configured proxy */
  constructor(connections: Connections, isTrusted: (address: string) => boolean) {
    this.#connections = connections
    this.#isTrusted = isTrusted
  }

  /** Call before the server listens. */
  watch(server: Server): void {
    server.maxConnections = this.#connections.limits.most + CLOSING
    // Node has set up the socket by now, so it can be closed.
    server.on('connection', (socket: Socket) => this.#come(socket))
    server.on('secureConnection', (socket: Socket) => {
      const guarded = this.#accepted.get(clientOf(socket))
      if (guarded === undefined) return
      guarded.carrier = socket
      this.#bySocket.set(socket, guarded)
    })
    const looking = setInterval(() => this.#connections.check(), LOOK_MS).unref()
    server.once('close', () => clearInterval(looking))
  }

  /**
   * Answers a connection's requests one at a time. Node would start all pipelined requests, and keep their replies until
   * the client reads them.
   */
  inTurn(answer: RequestListener): RequestListener {
    return (request, response) => {
      const guarded = this.#bySocket.get(request.socket)
      if (guarded === undefined) answer(request, response)
      else if (guarded.request === null) this.#begin(guarded, answer, request, response)
      else if (guarded.line.length >= MOST_IN_LINE) request.socket.destroy()
      else guarded.line.push(() => this.#begin(guarded, answer, request, response))
    }
  }

  /**
   * Counts a reply while it is made and sent.
   * @param bytes in memory
   * @returns whether there is room
   */
  hold(
    { raw: { socket }, ip, caller }: Pick<FastifyRequest, 'raw' | 'ip' | 'caller'>,
    bytes: number,
  ): boolean {
    const guarded = this.#bySocket.get(socket)
    if (guarded === undefined) return true
    // A request for what is public, or one that is refused, has none.
    const party = caller?.party ?? null
    return this.#connections.hold(guarded.connection, addressKey(ip), party, bytes)
  }

  /** False for the program's own in-process requests. */
  isOverConnection({ raw: { socket } }: FastifyRequest): boolean {
    return this.#bySocket.has(socket)
  }

  /** The accepted socket, below TLS: who sent no TLS can be answered there. */
  acceptedOf(socket: Socket): Socket | undefined {
    return this.#accepted.get(clientOf(socket))?.accepted
  }

  #come(socket: Socket): void {
    const guarded = new Guarded(socket, this.#isTrusted)
    const connection = this.#connections.come(guarded)
    if (connection === null) {
      socket.destroy()
      return
    }
    guarded.connection = connection
    const client = clientOf(socket)
    this.#accepted.set(client, guarded)
    this.#bySocket.set(socket, guarded)
    socket.once('close', () => {
      this.#accepted.delete(client)
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
    this.#connections.enter(guarded.connection, 'working')
    response.once('close', () => {
      guarded.request = null
      this.#connections.enter(guarded.connection, 'resting')
      const next = guarded.line.shift()
      if (next !== undefined && !guarded.carrier.destroyed) next()
    })
    answer(request, response as never)
  }
}

class Guarded implements Line {
  readonly address: string
  readonly isTrusted: boolean
  readonly accepted: Socket
  connection!: Connection
  carrier: Socket
  /** The request being answered. */
  request: IncomingMessage | null = null
  /** Starts the requests that wait behind it. */
  readonly line: (() => void)[] = []

  constructor(accepted: Socket, isTrusted: (address: string) => boolean) {
    const { remoteAddress } = accepted
    this.address = addressKey(remoteAddress)
    this.isTrusted = remoteAddress !== undefined && isTrusted(remoteAddress)
    this.accepted = accepted
    this.carrier = accepted
  }

  moved(): number {
    const { bytesRead, bytesWritten, writableLength } = this.carrier
    return bytesRead + bytesWritten - writableLength
  }

  hasUnread(): boolean {
    return this.carrier.writableLength > 0
  }

  hasUnsent(): boolean {
    return this.request !== null && !this.request.complete
  }

  cut(): void {
    this.carrier.destroy()
    this.accepted.destroy()
  }
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Sends a last message and closes, without waiting for the client's end, which may never come. */
export function closeWith(socket: Socket, text: string): void {
  socket.end(text)
  const closing = setTimeout(() => socket.destroy(), GRACE_MS).unref()
  socket.once('close', () => clearTimeout(closing))
}
