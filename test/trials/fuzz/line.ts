import { connect, type Socket } from 'node:net'

/** One connection on which requests are sent ahead of their answers, and every answer is read as bytes. */

export interface Answer {
  readonly status: number
  /** Names in lower case; of a header that comes twice the last. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly ms: number
}

export interface Asked {
  readonly method: string
  readonly bytes: Buffer
}

/** Null: the connection ended before this one was answered. */
export type Settle = (answer: Answer | null) => void

interface Waiting {
  readonly asked: Asked
  readonly settle: Settle
  readonly sentAtMs: number
}

/** Nothing that is asked here takes so long. */
const SILENCE_MS = 30_000
const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

export class Line {
  readonly #socket: Socket
  #waiting: Waiting[] = []
  #unread: Buffer = Buffer.alloc(0)
  #isOpen = true
  /** What was wrong with the bytes of an answer, or that none came; null: nothing. */
  fault: string | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setTimeout(SILENCE_MS, () => {
      if (this.#waiting.length === 0) return
      this.fault = `no answer within ${SILENCE_MS} ms`
      socket.destroy()
    })
    socket.on('data', (more: Buffer) => this.#take(more))
    socket.on('error', () => {})
    socket.on('close', () => this.#end())
  }

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Line(socket))
      })
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get waiting(): number {
    return this.#waiting.length
  }

  send(asked: Asked, settle: Settle): void {
    if (!this.#isOpen) {
      settle(null)
      return
    }
    this.#waiting.push({ asked, settle, sentAtMs: performance.now() })
    this.#socket.write(asked.bytes)
  }

  /** No more bytes are sent on it. */
  halfClose(): void {
    this.#socket.end()
  }

  close(): void {
    this.#socket.destroy()
  }

  #end(): void {
    this.#isOpen = false
    for (const { settle } of this.#waiting.splice(0)) settle(null)
  }

  #take(more: Buffer): void {
    this.#unread = this.#unread.length === 0 ? more : Buffer.concat([this.#unread, more])
    for (;;) {
      const first = this.#waiting[0]
      if (first === undefined || this.#unread.length === 0) return
      const read = answerIn(this.#unread, first.asked.method)
      if (read === null) return
      if (typeof read === 'string') {
        this.fault = read
        this.#socket.destroy()
        return
      }
      this.#unread = this.#unread.subarray(read.length)
      if (read.status >= 200) {
        this.#waiting.shift()
        first.settle({ ...read, ms: performance.now() - first.sentAtMs })
      }
      if (read.headers.get('connection') === 'close') this.#socket.end()
    }
  }
}

type Read = Omit<Answer, 'ms'> & { readonly length: number }

/**
 * @param isAll no more will come: an answer may end with its connection (HTTP/1.0)
 * @returns null where more bytes must come first, or what is wrong with them
 */
export function answerIn(bytes: Buffer, method: string, isAll = false): Read | string | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  if (!(status >= 100)) return `no status line: ${statusLine.slice(0, 100)}`
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) return `no header: ${line.slice(0, 100)}`
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const from = headEnd + HEAD_END.length
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { status, headers, body: Buffer.alloc(0), length: from }
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = chunksIn(bytes, from)
    if (chunks === null || typeof chunks === 'string') return chunks
    return { status, headers, body: Buffer.concat(chunks.pieces), length: chunks.end }
  }
  const ends = isAll && headers.get('connection') === 'close' ? bytes.length - from : Number.NaN
  const length = Number(headers.get('content-length') ?? ends)
  if (!Number.isInteger(length)) return 'an answer without a length'
  if (bytes.length < from + length) return null
  return { status, headers, body: bytes.subarray(from, from + length), length: from + length }
}

function chunksIn(bytes: Buffer, from: number): { pieces: Buffer[]; end: number } | string | null {
  const pieces: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (Number.isNaN(size)) return 'a chunk without a size'
    const begin = lineEnd + LINE_END.length
    const end = begin + size + LINE_END.length
    if (bytes.length < end) return null
    if (size === 0) return { pieces, end }
    pieces.push(bytes.subarray(begin, begin + size))
    at = end
  }
}
