import { connect, type Socket } from 'node:net'

/**
 * A load generator that costs little: sockets kept alive, request bytes made beforehand, one request in flight
 * on each connection, and just enough of the reply read to know its status and its end.
 */

export interface Source {
  /** Bytes of the next request. They must stay as they are until its reply has come. */
  next(): Buffer
  readonly expectedStatus: number
  /** Length of the reply's body, where another one would mean that not all went well. */
  readonly expectedBytes?: number
}

export interface Sample {
  readonly count: number
  readonly seconds: number
  /** Microseconds, unsorted. */
  readonly latencies: Float64Array
}

const READ_BYTES = 1 << 20
const OPEN_TIMEOUT_MS = 10_000
const STALL_MS = 30_000
/** JSON, as all that is answered in chunks, holds no such line break. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

export class Connections {
  readonly #lines: readonly Line[]

  private constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  static async open(port: number, count: number): Promise<Connections> {
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    return new Connections(await Promise.all(Array.from({ length: count }, () => Line.open(port, buffer))))
  }

  /** Keeps every connection busy for so long. @throws {Error} on an unexpected status or a lost connection */
  async run(source: Source, ms: number): Promise<Sample> {
    const tally = new Tally()
    const startedAt = performance.now()
    const endsAt = startedAt + ms
    await Promise.all(this.#lines.map((line) => line.keepBusy(source, endsAt, tally)))
    return { count: tally.count, seconds: ms / 1000, latencies: tally.latencies() }
  }

  close(): void {
    for (const line of this.#lines) line.close()
  }
}

class Tally {
  #latencies = new Float64Array(1 << 16)
  count = 0

  add(ms: number): void {
    if (this.count === this.#latencies.length) {
      const larger = new Float64Array(this.count * 2)
      larger.set(this.#latencies)
      this.#latencies = larger
    }
    this.#latencies[this.count++] = ms * 1000
  }

  latencies(): Float64Array {
    return this.#latencies.subarray(0, this.count)
  }
}

interface Work {
  readonly source: Source
  readonly endsAt: number
  readonly tally: Tally
  readonly done: () => void
  readonly failed: (error: Error) => void
}

class Line {
  #socket: Socket | undefined
  #work: Work | null = null
  #sentAt = 0
  /** Bytes of the reply still to come, unknown of one in chunks; null while its head is awaited. */
  #missing: number | null = null
  /** The end of what has come of a reply in chunks. */
  #tail: string | null = null
  #head = ''

  static open(port: number, buffer: Buffer): Promise<Line> {
    return new Promise((resolve, reject) => {
      const line = new Line()
      // One buffer serves all connections: what is read is looked at before anything else is read.
      const socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          buffer,
          callback: (length, bytes) => {
            line.#take(bytes as Buffer, length)
            return true
          },
        },
      })
      const timer = setTimeout(() => reject(new Error(`port ${port} does not answer`)), OPEN_TIMEOUT_MS)
      socket.once('connect', () => {
        clearTimeout(timer)
        line.#socket = socket
        resolve(line)
      })
      socket.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
        line.#fail(error)
      })
      socket.on('close', () => line.#fail(new Error('the server closed the connection')))
    })
  }

  keepBusy(source: Source, endsAt: number, tally: Tally): Promise<void> {
    return new Promise((resolve, reject) => {
      const stalled = setTimeout(
        () => this.#fail(new Error('no reply for half a minute')),
        endsAt - performance.now() + STALL_MS,
      )
      this.#work = {
        source,
        endsAt,
        tally,
        done: () => {
          clearTimeout(stalled)
          resolve()
        },
        failed: (error) => {
          clearTimeout(stalled)
          reject(error)
        },
      }
      this.#send()
    })
  }

  close(): void {
    this.#work = null
    this.#socket?.destroy()
  }

  #send(): void {
    const work = this.#work as Work
    this.#missing = null
    this.#tail = null
    this.#head = ''
    const request = work.source.next()
    this.#sentAt = performance.now()
    this.#socket?.write(request)
  }

  #take(bytes: Buffer, length: number): void {
    if (this.#missing === null) {
      this.#head += bytes.toString('latin1', 0, Math.min(length, 4096))
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const status = Number(this.#head.slice(9, 12))
      const expected = this.#work?.source.expectedStatus
      if (status !== expected) {
        this.#fail(
          new Error(`answered ${status} where ${expected} was expected: ${this.#head.slice(0, 1000)}`),
        )
        return
      }
      if (/\r\ntransfer-encoding: chunked\r\n/i.test(this.#head)) {
        this.#missing = Number.POSITIVE_INFINITY
        this.#tail = this.#head.slice(end + 2)
        if (length > 4096) this.#takeChunked(bytes, length)
        else this.#finishChunked()
        return
      }
      const at = this.#head.indexOf('content-length: ', 12) + 16
      const bodyBytes = Number(this.#head.slice(at, this.#head.indexOf('\r', at)))
      const expectedBytes = this.#work?.source.expectedBytes ?? bodyBytes
      if (bodyBytes !== expectedBytes) {
        this.#fail(new Error(`a reply of ${bodyBytes} bytes where ${expectedBytes} were expected`))
        return
      }
      // The head is read from at most the first 4 KiB of this piece; whatever else came with it is body.
      const bodySoFar = length - Math.min(length, 4096) + this.#head.length - end - 4
      this.#missing = bodyBytes - bodySoFar
    } else if (this.#tail !== null) {
      this.#takeChunked(bytes, length)
      return
    } else this.#missing -= length
    if (this.#missing <= 0) this.#finish()
  }

  #takeChunked(bytes: Buffer, length: number): void {
    const end = bytes.toString('latin1', Math.max(0, length - LAST_CHUNK.length), length)
    this.#tail = (this.#tail + end).slice(-LAST_CHUNK.length)
    this.#finishChunked()
  }

  #finishChunked(): void {
    if (this.#tail?.endsWith(LAST_CHUNK)) this.#finish()
  }

  #finish(): void {
    const work = this.#work
    if (work === null) return
    const now = performance.now()
    if (now < work.endsAt) {
      work.tally.add(now - this.#sentAt)
      this.#send()
    } else {
      this.#work = null
      work.done()
    }
  }

  #fail(error: Error): void {
    const work = this.#work
    this.#work = null
    work?.failed(error)
  }
}
