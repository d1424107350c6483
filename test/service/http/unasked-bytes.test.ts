import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { house } from '../../support/appliance/tls/help.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { PURPOSE } from '../../support/flows/help.ts'

/** What a client hears that has asked for nothing, or has its reply: no byte. A request that was begun may be refused. */

// A refusal is kept back so long.
const a = await makeAppliance({ refusalMs: '200' })
const farmer = await a.party('person', 'Grace')
const plainPort = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
const h = await house()
h.kernel.tls.found([])
const secure = await h.serve()

const servers = [a.app.server, secure.app.server]
for (const server of servers) {
  server.headersTimeout = 300
  server.requestTimeout = 600
}
const open = {
  plain: () => connect(plainPort, '127.0.0.1'),
  TLS: () => connectTls({ host: '127.0.0.1', port: secure.port, rejectUnauthorized: false }),
}

/** Sends each part when as many replies were heard. @returns everything heard until the connection ended */
function heard(socket: Socket, parts: readonly string[]): Promise<string> {
  const left = [...parts]
  let text = ''
  const say = () => {
    const part = left.shift()
    if (part !== undefined) socket.write(part)
  }
  return new Promise((resolve) => {
    socket.on(socket instanceof Object && 'encrypted' in socket ? 'secureConnect' : 'connect', say)
    socket.on('data', (more) => {
      text += more.toString('latin1')
      if (left.length > 0 && repliesIn(text).length === parts.length - left.length) say()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** Returns the status of each whole reply; throws if there is anything else. */
function repliesIn(text: string): number[] {
  const statuses: number[] = []
  for (let rest = text; rest !== ''; ) {
    const head = rest.slice(0, rest.indexOf('\r\n\r\n') + 4)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (!/^HTTP\/1\.1 \d{3} /.test(head) || rest.length < head.length + length)
      throw new Error(`no whole reply: ${rest.slice(0, 200)}`)
    statuses.push(Number(head.slice(9, 12)))
    rest = rest.slice(head.length + length)
  }
  return statuses
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const HEALTH = lines('GET /v1/health HTTP/1.1', 'Host: localhost')
const HALF = 'GET /v1/health HTTP/1.1\r\nHost: loc'

describe.each(['plain', 'TLS'] as const)('over a %s connection', (kind) => {
  const replies = async (...parts: string[]) => repliesIn(await heard(open[kind](), parts))

  test('that was never used, nothing', async () => {
    expect(await heard(open[kind](), [])).toBe('')
  })
  test('that is idle after replies, nothing more', async () => {
    for (const server of servers) server.keepAliveTimeout = 3_000
    expect(await replies(HEALTH)).toEqual([200])
    expect(await replies(HEALTH, HEALTH)).toEqual([200, 200])
    for (const server of servers) server.keepAliveTimeout = 75_000
  })
  test('with half a request, that it was too slow', async () => {
    expect(await replies(HALF)).toEqual([408])
    expect(await replies(HEALTH, HALF)).toEqual([200, 408])
  })
  test('with what is no request, that it is none; also behind a reply', async () => {
    expect(await replies('hello\r\n\r\n')).toEqual([400])
    expect(await replies(HEALTH, 'hello\r\n\r\n')).toEqual([200, 400])
  })
  test('with a body that does not come, a reply only once', async () => {
    const head = (type: string, ...more: string[]) =>
      lines(
        'POST /v1/records HTTP/1.1',
        'Host: localhost',
        `Content-Type: ${type}`,
        'Content-Length: 99',
        ...more,
      )
    // Refused at once, for want of a credential: the rest of the body is too slow for no one.
    expect(await replies(head('application/json'))).toEqual([401])
    expect(await replies(`${head('application/json')}{"id":`)).toEqual([401])
  })
})

test('what follows a request neither cuts its reply short nor replaces it', async () => {
  const contract = lines('GET /v1/openapi.json HTTP/1.1', 'Host: localhost')
  expect(repliesIn(await heard(open.plain(), [`${contract}hello\r\n\r\n`]))).toEqual([200, 400])
  const hidden = lines(
    `GET /v1/records/${uuidv7()}?purpose=${PURPOSE} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${farmer.token}`,
  )
  expect(repliesIn(await heard(open.plain(), [`${hidden}hello\r\n\r\n`]))).toEqual([404, 400])
  expect(repliesIn(await heard(open.plain(), [`${hidden}${HALF}`]))).toEqual([404, 408])
})
