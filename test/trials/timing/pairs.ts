import { connect, type Socket } from 'node:net'

/**
 * Asks two questions in turn, the order of each pair left to chance, over kept-alive connections with one request in
 * flight on each, and takes the time from the writing of a request to the first byte of its answer.
 */

export interface Question {
  readonly name: string
  readonly status: number
  /** Connections to ask over, where fewer than usual are enough to keep the server busy. */
  readonly connections?: number
  /**
   * Bytes to ask with: `refused[i]` of something that exists, `absent[i]` of something like it that does not. What is
   * written can be sent once only: then they are made when they are sent.
   */
  readonly refused: readonly Buffer[] | ((pair: number) => Buffer)
  readonly absent: readonly Buffer[] | ((pair: number) => Buffer)
}

/** Microseconds, one of each for every pair. */
export interface Times {
  readonly refused: Float64Array
  readonly absent: Float64Array
}

const READ_BYTES = 1 << 16
const STALL_MS = 30_000

export async function askInPairs(
  port: number,
  connections: number,
  question: Question,
  pairs: number,
  progress: (done: number) => void = () => {},
): Promise<Times> {
  const times = { refused: new Float64Array(pairs), absent: new Float64Array(pairs) }
  let taken = 0
  const nextPair = () => {
    if (taken % 100 === 0) progress(taken)
    return taken < pairs ? taken++ : null
  }
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(port, buffer)))
  try {
    await Promise.all(lines.map((line) => askOn(line, question, times, nextPair)))
  } finally {
    for (const line of lines) line.close()
  }
  return times
}

async function askOn(line: Line, question: Question, times: Times, nextPair: () => number | null) {
  for (let pair = nextPair(); pair !== null; pair = nextPair()) {
    const order = Math.random() < 0.5 ? (['refused', 'absent'] as const) : (['absent', 'refused'] as const)
    for (const kind of order) {
      const requests = question[kind]
      const bytes =
        typeof requests === 'function' ? requests(pair) : (requests[pair % requests.length] as Buffer)
      times[kind][pair] = await line.ask(bytes, question.status)
    }
  }
}

class Line {
  #socket: Socket | undefined
  #sentAtMs = 0
  #firstByteUs = 0
  #text = ''
  #status = 0
  #settle: { readonly done: (us: number) => void; readonly failed: (error: Error) => void } | null = null

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
            line.#take(performance.now(), bytes as Buffer, length)
            return true
          },
        },
      })
      socket.once('connect', () => {
        line.#socket = socket
        resolve(line)
      })
      socket.setTimeout(STALL_MS, () => line.#fail(new Error('no answer for half a minute')))
      socket.on('error', (error) => {
        reject(error)
        line.#fail(error)
      })
      socket.on('close', () => line.#fail(new Error('the server closed the connection')))
    })
  }

  /** @returns microseconds to the first byte, once the whole answer is there */
  ask(request: Buffer, status: number): Promise<number> {
    return new Promise((done, failed) => {
      this.#settle = { done, failed }
      this.#text = ''
      this.#status = status
      this.#sentAtMs = performance.now()
      this.#socket?.write(request)
    })
  }

  close(): void {
    this.#settle = null
    this.#socket?.destroy()
  }

  #take(atMs: number, bytes: Buffer, length: number): void {
    if (this.#text === '') this.#firstByteUs = (atMs - this.#sentAtMs) * 1000
    this.#text += bytes.toString('latin1', 0, length)
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return
    const status = Number(this.#text.slice(9, 12))
    if (status !== this.#status) {
      this.#fail(new Error(`answered ${status} where ${this.#status} was expected: ${this.#text}`))
      return
    }
    const at = this.#text.indexOf('content-length: ', 12) + 16
    const whole = end + 4 + Number(this.#text.slice(at, this.#text.indexOf('\r', at)))
    if (this.#text.length < whole) return
    const settle = this.#settle
    this.#settle = null
    settle?.done(this.#firstByteUs)
  }

  #fail(error: Error): void {
    const settle = this.#settle
    this.#settle = null
    settle?.failed(error)
  }
}
