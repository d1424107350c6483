import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { OUTBOX } from './devices.ts'
import type { Figure } from './figure.ts'
import { type Cast, type DraftRecord, delivery } from './records.ts'

/** What a device's week costs in bytes, counted where they leave and reach its socket, HTTP's own included. */

const DELIVERIES = 200
const PAGE = 500
const WEEK_MS = 7 * 86_400_000
/** What a phone asks for, and what it is answered in when it asks for nothing. */
const COMPRESSED = { 'accept-encoding': 'br, gzip' }
const PLAIN = { 'accept-encoding': 'identity' }

export interface WireOrder {
  readonly port: number
  readonly cast: Cast
  readonly deviceToken: string
  readonly random: () => number
}

export async function wireFigures({ port, cast, deviceToken, random }: WireOrder): Promise<Figure[]> {
  const line = new CountedLine(port, deviceToken)
  try {
    const since = await cursorAtTheEnd(line)
    const idle = await pull(line, since, COMPRESSED)
    const packed = await drain(line, week(cast, random), true)
    const pulledBr = await pull(line, since, COMPRESSED)
    const pulledGzip = await pull(line, since, { 'accept-encoding': 'gzip' })
    const pulledPlain = await pull(line, since, PLAIN)
    const plain = await drain(line, week(cast, random), false)
    return [
      sizeFigure(`bytes of draining ${DELIVERIES} deliveries, gzip out and br in`, packed, plain),
      sizeFigure(`bytes of pulling ${DELIVERIES} changes, br`, pulledBr, pulledPlain),
      sizeFigure(`bytes of pulling ${DELIVERIES} changes, gzip`, pulledGzip, pulledPlain),
      sizeFigure('bytes of a pull that finds nothing', idle),
    ]
  } finally {
    line.close()
  }
}

/** Deliveries at the weighing table: their moments, farmers, weights and ids differ. */
function week(cast: Cast, random: () => number): DraftRecord[] {
  const beganMs = Date.now() - WEEK_MS
  return Array.from({ length: DELIVERIES }, (_, i) =>
    delivery(cast, Math.floor(beganMs + ((i + random()) / DELIVERIES) * WEEK_MS * 0.9), random),
  )
}

async function drain(
  line: CountedLine,
  records: readonly DraftRecord[],
  isPacked: boolean,
): Promise<Counted> {
  const text = JSON.stringify({ records })
  const counted = await line.ask('POST', OUTBOX, {
    body: isPacked ? gzipSync(text) : Buffer.from(text),
    headers: {
      'content-type': 'application/json',
      ...(isPacked ? { 'content-encoding': 'gzip', ...COMPRESSED } : PLAIN),
    },
  })
  const { results } = JSON.parse(counted.text) as { results: { status: string }[] }
  if (results.some(({ status }) => status !== 'accepted')) throw new Error('a delivery was not accepted')
  return counted
}

interface Page {
  readonly changes: readonly unknown[]
  readonly cursor: string
  readonly has_more: boolean
}

const changesPath = (since: string | null) =>
  `/v1/sync/changes?limit=${PAGE}${since === null ? '' : `&since=${since}`}`

const pull = (line: CountedLine, since: string, headers: Readonly<Record<string, string>>) =>
  line.ask('GET', changesPath(since), { headers })

async function cursorAtTheEnd(line: CountedLine): Promise<string> {
  for (let since: string | null = null; ; ) {
    const { text } = await line.ask('GET', changesPath(since), { headers: COMPRESSED })
    const page = JSON.parse(text) as Page
    if (!page.has_more) return page.cursor
    since = page.cursor
  }
}

function sizeFigure(name: string, counted: Counted, plain?: Counted): Figure {
  const bytes = ({ sent, received }: Counted) => sent + received
  return {
    name,
    value: { amount: bytes(counted), unit: 'bytes' },
    ...(plain === undefined
      ? {}
      : {
          limit: { name: 'the same, uncompressed', amount: bytes(plain), unit: 'bytes' },
          ratio: bytes(counted) / bytes(plain),
        }),
  }
}

interface Counted {
  /** Bytes that the socket took and gave for one request. */
  readonly sent: number
  readonly received: number
  /** The answer's body, unpacked. */
  readonly text: string
}

interface Question {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** One connection, kept: what opening it takes is counted with the first request, and with no other. */
class CountedLine {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number
  readonly #token: string
  #socket: Socket | undefined
  #before = { sent: 0, received: 0 }

  constructor(port: number, token: string) {
    this.#port = port
    this.#token = token
  }

  /** @throws {Error} when it is not answered 200, or by another connection than before */
  async ask(method: string, path: string, { headers, body }: Question): Promise<Counted> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { 'content-length': body.length }),
          ...headers,
        },
      })
      sent.once('response', resolve)
      sent.once('error', reject)
      sent.end(body)
    })
    const { socket } = answer
    const pieces: Buffer[] = []
    for await (const piece of answer) pieces.push(piece as Buffer)
    const text = unpacked(Buffer.concat(pieces), answer.headers['content-encoding'])
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${text}`)
    this.#socket ??= socket
    if (socket !== this.#socket) throw new Error('the connection was not kept')
    const now = { sent: socket.bytesWritten, received: socket.bytesRead }
    const before = this.#before
    this.#before = now
    return { sent: now.sent - before.sent, received: now.received - before.received, text }
  }

  close(): void {
    this.#agent.destroy()
  }
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return bytes.toString()
}
