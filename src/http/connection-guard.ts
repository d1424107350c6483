import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Connection, Connections, Line } from './connections.ts'
import { addressKey } from './limits.ts'

/** The sockets of a server, held to the rules of `connections.ts`. */

/** Requests that may wait on one connection behind the one being answered; a client that sends more is cut off. */
const MOST_IN_LINE = 64
const LOOK_MS = 1_000
/** Connections that are closing. With more than these the system is told to accept no more. */
const CLOSING = 32
/** A client that is being disconnected has this long to read why. */
const GRACE_MS = 1_000

export class ConnectionGuard {
  readonly #connections: Connections
  readonly #isTrusted: (address: string) => boolean
  /** By the socket that requests come on: under TLS this is not the socket that was accepted. */
  readonly #bySocket = new WeakMap<Socket, Guarded>()
  /** Those without a request yet, by the client's address and port. */
  readonly #accepted = new Map<string, Guarded>()

  /** @param isTrusted told the address of a connection: is it this machine or a proxy that the settings name? */
  constructor(connections: Connections, isTrusted: (address: string) => boolean) {
    this.#connections = connections
    this.#isTrusted = isTrusted
  }

  /** To be called before the server listens. */
  watch(server: Server): void {
    server.maxConnections = this.#connections.limits.most + CLOSING
    // Node has set the socket up by then, so it can be closed here.
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
   * Answers the requests of one connection one at a time. Node would begin all that came together, and keep all their
   * replies until the client reads them.
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
   * Counts the reply to a request while it is being sent.
   * @param bytes that are kept until the client has read them
   * @returns whether there is room for it
   */
  hold({ raw: { socket }, ip }: FastifyRequest, bytes: number): boolean {
    const guarded = this.#bySocket.get(socket)
    return guarded === undefined || this.#connections.hold(guarded.connection, addressKey(ip), bytes)
  }

  /** False for what this program asks of itself. */
  isOverConnection({ raw: { socket } }: FastifyRequest): boolean {
    return this.#bySocket.has(socket)
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
  readonly #accepted: Socket
  connection!: Connection
  carrier: Socket
  /** The one being answered. */
  request: IncomingMessage | null = null
  /** What begins those that came with it. */
  readonly line: (() => void)[] = []

  constructor(accepted: Socket, isTrusted: (address: string) => boolean) {
    const { remoteAddress } = accepted
    this.address = addressKey(remoteAddress)
    this.isTrusted = remoteAddress !== undefined && isTrusted(remoteAddress)
    this.#accepted = accepted
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
    this.#accepted.destroy()
  }
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Says a last word and closes. The client's own end of the connection is not waited for: it may never come. */
export function closeWith(socket: Socket, text: string): void {
  socket.end(text)
  const closing = setTimeout(() => socket.destroy(), GRACE_MS).unref()
  socket.once('close', () => clearTimeout(closing))
}
