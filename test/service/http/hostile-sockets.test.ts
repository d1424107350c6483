import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

/** Over a real socket: whatever is sent gets a named answer, its connection ends, and the service is still ready after it. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)

interface Talk {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends the parts, waits for the answer and for the connection to end. */
function say(parts: readonly (string | Buffer)[], options: { half?: boolean } = {}): Promise<Talk> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end to it; so far: ${text.slice(0, 200)}`))
    }, 300_000)
    socket.on('data', (more) => {
      text += more.toString('latin1')
    })
    // The server may hang up while we are still talking.
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(timer)
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.slice(9, 12)), head, body })
    })
    socket.on('connect', async () => {
      for (const part of parts) {
        if (!socket.writable) return
        socket.write(part)
        await new Promise((done) => setTimeout(done, 0))
      }
      if (options.half) socket.end()
    })
  })
}

async function stillReady(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/ready`)
  expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, 'ready'])
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const auth = () => `Authorization: Bearer ${farmer.token}`
/** The head of a record that announces so many bytes. */
const posting = (bytes: number, ...more: string[]) =>
  lines(
    'POST /v1/records HTTP/1.1',
    ...['Host: x', auth(), 'Content-Type: application/json', `Content-Length: ${bytes}`, ...more],
  )

describe('what is no HTTP gets a short problem document and its connection closed', () => {
  const cases: [name: string, sent: () => string | Buffer, status: number][] = [
    ['garbage', () => 'hello there\r\n\r\n', 400],
    ['bytes', () => Buffer.from([0, 1, 2, 0xff, 0xfe, 10, 13, 10]), 400],
    ['a TLS greeting', () => Buffer.from('16030100a5010000a10303', 'hex'), 400],
    ['another version', () => lines('GET / HTTP/9.9', 'Host: x'), 400],
    ['a header without a colon', () => lines('GET /v1/health HTTP/1.1', 'Host: x', 'nonsense'), 400],
    ['a header with a NUL', () => lines('GET /v1/health HTTP/1.1', 'Host: x', 'X: a\0b'), 400],
    ['no host', () => lines('GET /v1/health HTTP/1.1'), 400],
    [
      'two lengths, the beginning of a smuggled request',
      () => lines('POST /v1/records HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Content-Length: 6'),
      400,
    ],
    [
      'a length beside chunks, likewise',
      () => lines('POST /v1/records HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      400,
    ],
    [
      'a length that is no number',
      () => lines('POST /v1/records HTTP/1.1', 'Host: x', 'Content-Length: ten'),
      400,
    ],
    ['a negative length', () => lines('POST /v1/records HTTP/1.1', 'Host: x', 'Content-Length: -1'), 400],
    ['huge headers', () => lines('GET /v1/health HTTP/1.1', 'Host: x', `X: ${'x'.repeat(20_000)}`), 431],
    [
      'very many headers',
      () => lines('GET /v1/health HTTP/1.1', 'Host: x', ...Array(3_000).fill('A: bcdefgh')),
      431,
    ],
    ['a huge address', () => lines(`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: x'), 431],
  ]
  test.each(cases)('%s', async (_name, sent, status) => {
    const answer = await say([sent()], { half: true })
    expect(answer.status, answer.head).toBe(status)
    await stillReady()
  })
  test.each([
    ['garbage', 'hello there\r\n\r\n', 400, 'Bad Request'],
    [
      'an unknown expectation',
      lines('GET /v1/health HTTP/1.1', 'Host: x', 'Expect: more'),
      417,
      'Expectation Failed',
    ],
  ])(
    '%s: with the members of every problem, the correlation id in the header too',
    async (_, sent, status, title) => {
      const answer = await say([sent])
      const document = JSON.parse(answer.body) as { correlation_id: string }
      expect(document).toEqual({ title, status, correlation_id: document.correlation_id })
      expect(answer.head.toLowerCase()).toContain(`x-correlation-id: ${document.correlation_id}`)
      expect(answer.head).toContain('application/problem+json')
      expect(answer.head.toLowerCase()).toContain('connection: close')
    },
  )
})

test('of HTTP/1.0 no host is asked', async () => {
  expect((await say([lines('GET /v1/health HTTP/1.0')])).status).toBe(200)
})

describe('a type or an encoding that cannot be read', () => {
  test('does not matter where no body is taken', async () => {
    const odd = ['Host: x', auth(), 'Content-Type: ;;;', 'Content-Encoding: zstd', 'Connection: close']
    expect((await say([lines('GET /v1/grants HTTP/1.1', ...odd)])).status).toBe(200)
    expect((await say([lines('OPTIONS /v1/uploads HTTP/1.1', ...odd)])).status).toBe(204)
  })
  test('is an upload without its type', async () => {
    const odd = ['Host: x', auth(), 'Tus-Resumable: 1.0.0', 'Content-Type: ;;;', 'Connection: close']
    const answer = await say([lines('POST /v1/uploads HTTP/1.1', ...odd)])
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([415, 'upload_type_required'])
  })
})

describe('slow and broken clients do not hold a place', () => {
  test('a body that does not come is answered 408', async () => {
    a.app.server.requestTimeout = 300
    a.app.server.headersTimeout = 200
    try {
      const head = posting(99)
      const answer = await say([head, '{"id":'])
      expect(answer.status).toBe(408)
    } finally {
      a.app.server.requestTimeout = 60_000
      a.app.server.headersTimeout = 20_000
    }
    await stillReady()
  })
  test('a client that hangs up in the middle of its body writes nothing', async () => {
    const size = a.kernel.store.log.size
    const head = posting(999)
    await say([head, '{"id":'], { half: true })
    expect(a.kernel.store.log.size).toBe(size)
    await stillReady()
  })
  test('a client that only half closes still gets its answer', async () => {
    const answer = await say([lines('GET /v1/health HTTP/1.1', 'Host: x', 'Connection: close')], {
      half: true,
    })
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}'])
  })
  test('a body larger than announced is refused, what is over being no request', async () => {
    const head = posting(2)
    const answer = await say([`${head}{}and more`], { half: true })
    expect([400, 422]).toContain(answer.status)
    await stillReady()
  })
  test('a body that is too large is refused before it is sent', async () => {
    const head = posting(99999999999, 'Connection: close')
    const answer = await say([head])
    expect(answer.status).toBe(413)
    await stillReady()
  })
})
