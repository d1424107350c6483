import { connect } from 'node:net'
import type { Random } from '../../support/records/gate/random.ts'
import { type Answer, answerIn } from './line.ts'

/** Bytes that are no HTTP, or HTTP that two readers would cut in two ways. */

const GARBAGE: readonly Buffer[] = [
  Buffer.from('hello there\r\n\r\n'),
  Buffer.from([0, 1, 2, 0xff, 0xfe, 10, 13, 10]),
  Buffer.from('16030100a5010000a10303', 'hex'),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('\r\n\r\n\r\n\r\n'),
  Buffer.from('GET /v1/health HTTP/9.9\r\nHost: x\r\n\r\n'),
  Buffer.from('GET /v1/health\r\n\r\n'),
  Buffer.from('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n'),
  Buffer.from(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  Buffer.from(`GET /v1/health HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(3_000)}\r\n`),
  Buffer.from(
    'POST /v1/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n',
  ),
  Buffer.from('POST /v1/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n'),
  Buffer.from('POST /v1/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'),
  Buffer.from('POST /v1/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n'),
]

const headOf = (text: string, lines: string) => text.replace('\r\n', `\r\n${lines}\r\n`)

const WAYS: readonly ((text: string, random: Random) => string)[] = [
  (text) => headOf(text, 'Content-Length: 5'),
  (text) => headOf(text, 'Transfer-Encoding: chunked'),
  (text) => text.replace(/content-length: \d+/i, 'Content-Length: -1'),
  (text) => text.replace(/content-length: \d+/i, 'Content-Length: 0x10'),
  (text) => text.replace(/content-length: \d+/i, 'Content-Length: 99999999999999999999'),
  (text) => text.replace(/content-length: (\d+)/i, (_, n) => `Content-Length: ${Number(n) + 7}`),
  (text) => text.replace(/content-length: (\d+)/i, (_, n) => `Content-Length: ${Math.max(0, Number(n) - 3)}`),
  (text) => text.replace(/content-length: (\d+)/i, (_, n) => `Content-Length : ${n}`),
  (text) => text.replace(/content-length: \d+\r\n/i, ''),
  (text) => chunkedBody(text, ''),
  (text) => chunkedBody(text, ';ext="\r\n"'),
  (text) => chunkedBody(text, ' '),
  (text) => text.replace('HTTP/1.1', 'HTTP/1.0'),
  (text) => text.replace('HTTP/1.1', 'HTTP/1.1 '),
  (text) => text.replaceAll('\r\n', '\n'),
  (text) => text.replaceAll('\r\n', '\r'),
  (text) => text.replace('Host: 127.0.0.1', 'Host: a\r\nHost: b'),
  (text) => text.replace('Host: 127.0.0.1\r\n', ''),
  (text) => headOf(text, ' folded: x'),
  (text) => headOf(text, 'nonsense'),
  (text) => headOf(text, 'X: a\0b'),
  (text) => headOf(text, `X: ${'x'.repeat(20_000)}`),
  (text) => headOf(text, 'Expect: something-else'),
  (text) => headOf(text, 'Expect: 100-continue'),
  (text) =>
    headOf(text, 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'),
  (text) => text.replace(/^\w+/, (method) => method.toLowerCase()),
  (text) => text.replace(/^\w+/, 'X'.repeat(300)),
  (text) => text.replace(/^(\w+) (\S+)/, '$1 $2é\xff'),
  (text) => text.replace(/^(\w+) (\S+)/, '$1  $2'),
  (text) => text.replace(/^(\w+) (\S+)/, '$1 $2 x'),
  (text, random) => text.slice(0, random.below(text.length)),
  (text) => `${text}${text}garbage`,
]

function chunkedBody(text: string, extension: string): string {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const framed = head.replace(/\r\ncontent-length: \d+/i, '')
  return `${framed}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\nTrailer: x\r\n\r\n`
}

/** @param bytes of a request that is well framed */
export function broken(bytes: Buffer, random: Random): Buffer {
  if (random.chance(0.2)) return random.pick(GARBAGE)
  return Buffer.from(random.pick(WAYS)(bytes.toString('latin1'), random), 'latin1')
}

/** A server may wait for the rest of what looks unfinished: so long it is given. */
const PATIENCE_MS = 500
/** After the last byte of an answer nothing more comes. */
const SILENCE_MS = 100

export interface Alone {
  readonly answers: readonly Answer[]
  /** What was wrong with their bytes. */
  readonly fault: string | null
}

/**
 * Sends bytes on a connection of their own.
 * @param halfCloses it says at once that no more will come; a server may then hang up without an answer
 */
export function sendAlone(port: number, bytes: Buffer, halfCloses = false): Promise<Alone> {
  return new Promise((resolve) => {
    const begun = performance.now()
    const pieces: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' })
    const end = () => socket.destroy()
    let timer = setTimeout(end, PATIENCE_MS)
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
    })
    socket.on('end', end)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answersIn(Buffer.concat(pieces), methodOf(bytes), performance.now() - begun))
    })
    if (halfCloses) socket.end(bytes)
    else socket.write(bytes)
  })
}

const methodOf = (bytes: Buffer) => (/^HEAD /.test(bytes.toString('latin1', 0, 5)) ? 'HEAD' : 'GET')

function answersIn(bytes: Buffer, method: string, ms: number): Alone {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const read = answerIn(rest, method, true)
    // Half an answer: the timeout was over.
    if (read === null) break
    if (typeof read === 'string') return { answers, fault: read }
    if (read.status >= 200) answers.push({ ...read, ms })
    rest = rest.subarray(read.length)
  }
  return { answers, fault: null }
}
