import { connect, type Socket } from 'node:net'

/** A connection that costs little: one request in flight, and just enough of the reply read to know its status and its end. */

export interface Expected {
  readonly expectedStatus: number
  /** Length of the reply's body, where another one would mean that not all went well. */
  readonly expectedBytes?: number
}

const READ_BYTES = 1 << 20
/** Of a reply, where its head may be. */
const HEAD_BYTES = 4_096
const STALL_MS = 30_000
/** JSON, as all that is answered in chunks, holds no such line break. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

export class Line {
  #socket: Socket | undefined
  #expected: Expected = { expectedStatus: 0 }
  #settle: { readonly done: (ms: number) => void; readonly failed: (error: Error) => void } | null = null
  #sentAtMs = 0
  /** To the first byte of the reply; null while it is awaited. */
  #firstMs: number | null = null
  /** Bytes of the reply still to come, unknown of one in chunks; null while its head is awaited. */
  #missing: number | null = null
  /** The end of what has come of a reply in chunks. */
  #tail: string | null = null
  #head = ''

  static many(port: number, count: number): Promise<Line[]> {
    // One buffer serves all connections: what is read is looked at before anything else is read.
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    return Promise.all(Array.from({ length: count }, () => Line.#open(port, buffer)))
  }

  static #open(port: number, buffer: Buffer): Promise<Line> {
    return new Promise((resolve, reject) => {
      const line = new Line()
      const callback = (length: number, bytes: Uint8Array) => {
        line.#take(bytes as Buffer, length)
        return true
      }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
      line.#socket = socket
      socket.once('connect', () => resolve(line))
      socket.setTimeout(STALL_MS, () => {
        socket.destroy(new Error('no reply for half a minute'))
      })
      socket.on('error', (error) => {
        reject(error)
        line.#fail(error)
      })
      socket.on('close', () => line.#fail(new Error('the server closed the connection')))
    })
  }

  /** Resolves when the whole reply has come. @returns milliseconds to its first byte @throws {Error} on another reply */
  ask(request: Buffer, expected: Expected): Promise<number> {
    return new Promise((done, failed) => {
      this.#settle = { done, failed }
      this.#expected = expected
      this.#firstMs = null
      this.#missing = null
      this.#tail = null
      this.#head = ''
      this.#sentAtMs = performance.now()
      this.#socket?.write(request)
    })
  }

  close(): void {
    this.#settle = null
    this.#socket?.destroy()
  }

  #take(bytes: Buffer, length: number): void {
    this.#firstMs ??= performance.now() - this.#sentAtMs
    if (this.#missing === null) this.#takeHead(bytes, length)
    else if (this.#tail !== null) this.#takeChunked(bytes, length)
    else this.#missing -= length
    if (this.#missing !== null && this.#missing <= 0) this.#finish()
  }

  #takeHead(bytes: Buffer, length: number): void {
    this.#head += bytes.toString('latin1', 0, Math.min(length, HEAD_BYTES))
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return
    const status = Number(this.#head.slice(9, 12))
    const { expectedStatus, expectedBytes } = this.#expected
    if (status !== expectedStatus) {
      const told = this.#head.slice(0, 1_000)
      this.#fail(new Error(`answered ${status} where ${expectedStatus} was expected: ${told}`))
      return
    }
    if (/\r\ntransfer-encoding: chunked\r\n/i.test(this.#head)) {
      this.#missing = Number.POSITIVE_INFINITY
      this.#tail = this.#head.slice(end + 2)
      this.#takeChunked(bytes, length > HEAD_BYTES ? length : 0)
      return
    }
    const at = this.#head.indexOf('content-length: ', 12) + 16
    const bodyBytes = Number(this.#head.slice(at, this.#head.indexOf('\r', at)))
    if (bodyBytes !== (expectedBytes ?? bodyBytes)) {
      this.#fail(new Error(`a reply of ${bodyBytes} bytes where ${expectedBytes} were expected`))
      return
    }
    // The head is read from the beginning of this piece; whatever else came with it is body.
    const bodySoFar = length - Math.min(length, HEAD_BYTES) + this.#head.length - end - 4
    this.#missing = bodyBytes - bodySoFar
  }

  #takeChunked(bytes: Buffer, length: number): void {
    const end = bytes.toString('latin1', Math.max(0, length - LAST_CHUNK.length), length)
    this.#tail = (this.#tail + end).slice(-LAST_CHUNK.length)
    if (this.#tail === LAST_CHUNK) this.#missing = 0
  }

  #finish(): void {
    const settle = this.#settle
    this.#settle = null
    settle?.done(this.#firstMs as number)
  }

  #fail(error: Error): void {
    const settle = this.#settle
    this.#settle = null
    settle?.failed(error)
  }
}
