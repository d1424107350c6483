import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Engine, Queries } from '../../../../src/clients/union/engine.ts'
import { inboxServer } from '../../../../src/clients/union/inbox.ts'
import { readInTurn } from '../../../../src/clients/union/serve.ts'
import { tokenDigest, tokenFor } from '../../../../src/clients/union/source.ts'
import { STATEMENTS } from '../../../../src/clients/union/statements.ts'
import { DAY_MS, formatInstant } from '../../../../src/domain/time.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import { Log, leaves } from '../../../support/clients/union-log.ts'
import { idOf as id } from '../../../support/clients/union-pages.ts'
import { added, STORES } from '../../../support/clients/union-stores.ts'
import { testsOnNew } from '../../../support/clients/union-tests.ts'
import { listening } from '../../../support/listening.ts'

/** What a hostile sender may try: it harms its own part of a union, and nothing else. */

const nowMs = Date.now()
const at = (days: number) => formatInstant(nowMs + days * DAY_MS)
const harvest = (n: number, more: object = {}) => ({
  ...{ id: id(n), type: 'harvest', occurred_at: at(-3), received_at: at(-3), asserted_by: id(900) },
  ...{ producer: id(900), crop: 'coffee_green', quantity: { value: 60, unit: 'kg' } },
  derived: { standing: 'tip', kg: 60, flags: [], retracted: false },
  ...more,
})

describe.for(STORES)('%s', (kind) => {
  let engine: Engine
  let server: Server
  let origin: string
  const tokens: Record<string, string> = {}
  let logged: string[] = []
  let cursors = 0

  /** The inbox from now on. */
  const listens = async (on: Engine) => {
    // What one says later, while it closes, is about an earlier test.
    const lines = logged
    server = inboxServer({
      ...{ engine: on, clock: () => ({ nowMs }), tls: null },
      log: (text) => lines.push(text),
    })
    origin = await listening(server)
  }
  const on = testsOnNew(kind, async (made) => {
    ;({ engine } = made)
    logged = []
    for (const name of ['honest', 'mallory']) {
      const token = tokenFor(name, randomBytes(32))
      await added(engine, name, { token_sha256: tokenDigest(token) })
      tokens[name] = token
    }
    await listens(engine)
  })
  afterEach(() => {
    server.close()
    // Nothing of it was a fault of the union.
    expect(logged).toEqual([])
  })

  /** Of what is decided before any store is asked. */
  const onOne: typeof on = (name, work) => {
    if (kind === 'sqlite') on(name, work)
  }

  const url = () => `${origin}/v1/inbox`
  const post = async (token: string | undefined, body: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(url(), { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.json() }
  }
  const page = (more: object = {}) => ({
    ...{ since: null as string | null, changes: [] as object[], closed: [] as string[] },
    ...{ has_more: false, cursor: `c${++cursors}`, ...more },
  })
  const sent = async (name: string, more: object = {}) => post(tokens[name], JSON.stringify(page(more)))
  const rows = async (table: string, name: string) =>
    (await engine.all(`SELECT id FROM ${table} WHERE source = $1 ORDER BY id`, [name])).map((row) => row.id)
  const cursorOf = async (name: string) =>
    (await engine.all(STATEMENTS['source.one'], [name]))[0]?.cursor ?? null
  /** Every view can be read, with every column. */
  const viewsAreWhole = async () => {
    for (const type of RECORD_TYPES) await engine.all(`SELECT * FROM ${type} WHERE source <> ''`, [])
    await engine.all('SELECT * FROM shown', [])
  }

  on('ids of another source are its own', async () => {
    await sent('honest', { changes: [harvest(1), harvest(2)] })
    const { body } = await sent('mallory', { changes: [harvest(1, { note: 'mine' })], closed: [id(2)] })
    await sent('mallory', { since: body.cursor, closed: [id(1), id(2)] })
    await sent('mallory', { restored_from_backup: true })
    expect(await rows('record', 'honest')).toEqual([id(1), id(2)])
    expect(await rows('closing', 'honest')).toEqual([])
    expect(await rows('record', 'mallory')).toEqual([])
    const bodies = await engine.all('SELECT body FROM record WHERE source = $1', ['honest'])
    expect(JSON.stringify(bodies)).not.toContain('mine')
  })

  on('a token opens its own source alone', async () => {
    const secret = randomBytes(32)
    const [mine = ''] = [tokens.mallory]
    const forged = [
      undefined,
      'x',
      tokenFor('honest', secret),
      tokenFor('honest', Buffer.from(mine.split('.')[1] ?? '', 'base64url')),
      `${(tokens.honest ?? '').split('.')[0]}.${mine.split('.')[1]}`,
      tokenFor("honest' OR '1'='1", secret),
      tokenFor('../honest', secret),
      tokenFor('nobody', secret),
    ]
    for (const token of forged) {
      const { status, body } = await post(token, JSON.stringify(page({ changes: [harvest(1)] })))
      expect([status, body]).toEqual([401, { code: 'no_verified_sender' }])
    }
    expect(await rows('record', 'honest')).toEqual([])
  })

  on('a cursor that lies is told where its source is', async () => {
    const { body } = await sent('mallory', { changes: [harvest(1)] })
    for (const since of [null, 'c999', 'c1 ', '0', 'x'.repeat(4_000)]) {
      const answer = await sent('mallory', { since, closed: [id(1)] })
      if (since === 'c1 ') expect(answer.status).toBe(400)
      else expect(answer).toEqual({ status: 409, body: { since: body.cursor } })
    }
    expect(await rows('record', 'mallory')).toEqual([id(1)])
  })

  const STRANGE: Readonly<Record<string, object>> = {
    'a cursor with U+0000': { cursor: 'a\0b' },
    'a cursor of half a pair': { cursor: 'a\ud800' },
    'a cursor with a blank': { cursor: 'a b' },
    'an empty cursor': { cursor: '' },
    'a long cursor': { cursor: 'x'.repeat(5_000) },
    'a since with U+0000': { since: 'a\0b' },
    'a since that is a number': { since: 7 },
    'a since that is a list': { since: ['c1'] },
    'a record of half a pair': { changes: [harvest(1, { note: '\ud800' })] },
    'a deep record': { changes: [harvest(1, { note: deep(2_000) })] },
    'an id that is none': { changes: [harvest(1, { id: "x'; DROP TABLE record; --" })] },
    'a type that is no word': { changes: [harvest(1, { type: 'harvest"; DROP VIEW harvest; --' })] },
    'a type of many dots': { changes: [harvest(1, { type: '../../etc/passwd' })] },
    'a standing that is no word': { changes: [harvest(1, { derived: { standing: "'" } })] },
    'a time that is none': { changes: [harvest(1, { occurred_at: '2026-02-31T00:00:00Z' })] },
    'no record': { changes: [null, 7, []] },
    'closings that are no ids': { closed: ["' OR 1=1"] },
    'consents that are none': { grants: [{ id: id(1), subject: 'x', grantee: id(2) }] },
    'a log with U+0000': { source: new Log(leaves(3)).states(2, 0, { log: 'a\0b' }) },
    'a key with U+0000': { source: new Log(leaves(3)).states(2, 0, { key: 'a\0b' }) },
    'a cooperative that is none': { source: new Log(leaves(3)).states(2, 0, { cooperative: 'a\0b' }) },
  }
  on('a strange page is refused, and nothing of it is taken', async () => {
    for (const [what, more] of Object.entries(STRANGE)) {
      const answer = await sent('mallory', { changes: [harvest(1)], ...more })
      expect([answer.status, answer.body], what).toEqual([400, { code: 'bad_page' }])
      expect(await rows('record', 'mallory'), what).toEqual([])
      expect(await cursorOf('mallory'), what).toBeNull()
    }
  })

  onOne('what is no JSON, or not only one thing, is refused', async () => {
    const whole = JSON.stringify(page({ changes: [harvest(1)] }))
    const bodies = [
      ...['', 'null', '[]', '7', '"x"', '{', whole.slice(0, -1), `${whole}${whole}`],
      ...['['.repeat(3_000_000), `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`],
      whole.replace('"has_more"', '"cursor":"other","has_more"'),
      whole.replace('"value":60', '"value":1e400'),
    ]
    for (const body of bodies) expect((await post(tokens.mallory, body)).status, body.slice(0, 60)).toBe(400)
    expect(await rows('record', 'mallory')).toEqual([])
  })

  on('strange values stay in their record, and every view can be read', async () => {
    await sent('honest', { changes: [harvest(3)] })
    const strange = [
      harvest(1, { note: 'a\0b', crop: '\0', quantity: { value: 1e308, unit: 5 } }),
      harvest(2, { derived: { standing: 'tip', kg: 1e308, flags: 7, retracted: 'yes' } }),
      harvest(4, { derived: { standing: 'tip', kg: -1.7e308 }, quantity: -1e-320, producer: { '': [] } }),
      harvest(5, { type: 'party', party: 7, display_name: ['x'], constructor: 1, toJSON: {} }),
      harvest(6, { type: 'unheard_of', __proto__: null, 'a"b': "'", $1: '$2' }),
      harvest(7, { asserted_by: 'a\0b', on_behalf_of: 'x'.repeat(100_000), geometry: { type: deep(20) } }),
      harvest(8, { type: 'delivery_confirmation', delivery_id: id(8) }),
      harvest(9, { type: 'retraction', target_id: "'; DROP TABLE record; --" }),
      harvest(10, { type: 'delivery', agreed_price: { amount_minor: 2 ** 60, currency: 'UGX' } }),
      harvest(11, { type: 'delivery', agreed_price: { amount_minor: 1.5, currency: "U'X" } }),
      harvest(12, { type: 'select', crop: 'x'.repeat(300) }),
    ]
    const text = JSON.stringify(page({ changes: strange })).replace('"a\\"b"', '"__proto__":{"x":1},"a\\"b"')
    expect((await post(tokens.mallory, text)).status).toBe(200)
    expect(await rows('record', 'mallory')).toHaveLength(strange.length)
    await viewsAreWhole()
    // No sum of such numbers is too large.
    const [sum] = await engine.all('SELECT SUM(kg) AS kg FROM record', [])
    expect(sum).toEqual({ kg: 60 * 10 })
  })

  on('numbers that are too large for a sum are null in every view', async () => {
    const payment = (n: number, amount_minor: unknown) =>
      harvest(n, { type: 'payment', amount: { amount_minor, currency: 'UGX' } })
    const large = [1e308, 1e308, 1e308, -1e308, 2 ** 53, 'x'].map((amount, n) => payment(10 + n, amount))
    const values = [1e308, 1e308, 1e16, -1e308].map((value, n) => harvest(n, { quantity: { value } }))
    const right = [payment(30, 2 ** 53 - 1), payment(31, -7), harvest(32, { quantity: { value: 1e15 } })]
    expect((await sent('mallory', { changes: [...large, ...values, ...right] })).status).toBe(200)
    const asked = [
      'SELECT SUM(amount_amount_minor) AS n FROM payment',
      'SELECT SUM(quantity_value) AS n FROM harvest',
    ]
    const sums = []
    for (const sql of asked) sums.push((await engine.all(sql, []))[0]?.n)
    expect(sums).toEqual([2 ** 53 - 8, 1e15])
  })

  onOne('a body of hundred megabytes is not read to its end', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 0x20)
    const call = request(url(), {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.mallory}`, 'content-length': 100 * megabyte.length },
    })
    let taken = 0
    const status = new Promise<number>((resolve) => {
      call.once('response', (response) => resolve(response.statusCode ?? 0))
      // It hangs up on a sender that goes on.
      call.once('error', () => resolve(413))
    })
    const sending = (async () => {
      for (; taken < 100 && !call.destroyed; taken++)
        if (!call.write(megabyte)) await Promise.race([once(call, 'drain'), status])
    })().catch(() => {})
    expect(await status).toBe(413)
    call.destroy()
    await sending
    expect(taken).toBeLessThan(60)
    expect((await sent('honest', { changes: [harvest(1)] })).status).toBe(200)
  })

  onOne('a sender that sends slowly, many times, keeps nobody else out', async () => {
    const calls = Array.from({ length: 20 }, () => {
      const headers = { authorization: `Bearer ${tokens.mallory}`, 'content-length': 1_000 }
      const call = request(url(), { method: 'POST', headers })
      call.on('error', () => {})
      call.write('{')
      return call
    })
    const answers = calls.map((call) => once(call, 'response'))
    let answered = 0
    for (const answer of answers) answer.then(() => answered++).catch(() => {})
    // All but one, which is waited for.
    while (answered < 19) await setTimeout(10)
    expect((await sent('honest', { changes: [harvest(1)] })).status).toBe(200)
    for (const call of calls) call.destroy()
    await Promise.allSettled(answers)
    while ((await sent('mallory')).status === 503) await setTimeout(10)
  })

  /** Begins to send as a source of its own, and stops in the middle. @param ended is told when it was answered or cut off */
  const stalling = async (name: string, bytes: number, ended: string[]) => {
    const token = tokenFor(name, randomBytes(32))
    await added(engine, name, { token_sha256: tokenDigest(token) })
    const headers = { authorization: `Bearer ${token}`, 'content-length': bytes + 1 }
    const call = request(url(), { method: 'POST', headers })
    for (const event of ['error', 'response']) call.once(event, () => ended.push(name))
    await new Promise((sent) => call.write(Buffer.alloc(bytes, 0x20), sent))
    return call
  }

  onOne('slow senders of many sources keep nobody else out', async () => {
    const ended: string[] = []
    const slow = await Promise.all(Array.from({ length: 40 }, (_, n) => stalling(`slow-${n}`, 1_000, ended)))
    expect((await sent('honest', { changes: [harvest(1)] })).status).toBe(200)
    expect(ended).toEqual([])
    for (const call of slow) call.destroy()
    while (ended.length < slow.length) await setTimeout(10)
  })

  onOne('connections that say nothing take no more places than there are', async () => {
    const { port } = server.address() as AddressInfo
    const silent = Array.from({ length: 450 }, () =>
      connect({ host: '127.0.0.1', port }).on('error', () => {}),
    )
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    expect((await sent('honest', { changes: [harvest(1)] })).status).toBe(200)
    const open = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    expect(open).toBeLessThanOrEqual(401)
    for (const socket of silent) socket.destroy()
    // It may have said by now that all places were taken.
    logged.length = 0
  })

  onOne('of long pages that stop in the middle, the longest gives way to others', async () => {
    const megabyte = 1024 * 1024
    const ended: string[] = []
    const slow = []
    for (const [n, megabytes] of [12, 12, 15.5, 12].entries())
      slow.push(await stalling(`slow-${n}`, megabytes * megabyte, ended))
    const changes = [harvest(1, { note: 'x'.repeat(12.7 * megabyte) })]
    for (let since = null; ended.length === 0; ) {
      const { status, body } = await sent('honest', { since, changes })
      expect(status).toBe(200)
      since = body.cursor
    }
    expect(ended).toEqual(['slow-2'])
    for (const call of slow) call.destroy()
    while (ended.length < slow.length) await setTimeout(10)
  })

  /** Work that waits until it is let go. */
  const gate = () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    return { count: 0, held, letGo }
  }
  type Parameters = readonly (string | number | null)[]

  onOne('a page that arrives while whole ones wait for the store is told to come later', async () => {
    const waits = gate()
    const quick = server
    await listens(
      Object.assign(Object.create(engine) as Engine, {
        all: (sql: string, params: Parameters) => engine.all(sql, params),
        atOnce: async <T>(source: string, work: (within: Queries) => Promise<T>) => {
          waits.count++
          await waits.held
          return await engine.atOnce(source, work)
        },
      }),
    )
    const padded = (megabytes: number) => JSON.stringify(page()) + ' '.repeat(megabytes * 1024 * 1024)
    const whole: Promise<{ status: number }>[] = []
    for (let n = 0; n < 4; n++) {
      const token = tokenFor(`whole-${n}`, randomBytes(32))
      await added(engine, `whole-${n}`, { token_sha256: tokenDigest(token) })
      whole.push(post(token, padded(15.5)))
      while (waits.count <= n) await setTimeout(10)
    }
    const answer = await post(tokens.honest, padded(4))
    expect(answer).toEqual({ status: 503, body: { code: 'busy' } })
    waits.letGo()
    expect((await Promise.all(whole)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await post(tokens.honest, padded(4))).status).toBe(200)
    quick.close()
  })

  onOne('a sender whose many pages are looked up at once keeps nobody else out', async () => {
    const waits = gate()
    const quick = server
    await listens(
      Object.assign(Object.create(engine) as Engine, {
        all: async (sql: string, params: Parameters) => {
          if (params[0] === 'mallory') {
            waits.count++
            await waits.held
          }
          return await engine.all(sql, params)
        },
        atOnce: <T>(source: string, work: (within: Queries) => Promise<T>) => engine.atOnce(source, work),
      }),
    )
    try {
      const many = Array.from({ length: 8 }, () => sent('mallory'))
      while (waits.count < 4) await setTimeout(10)
      expect((await sent('honest', { changes: [harvest(1)] })).status).toBe(200)
      waits.letGo()
      const statuses = (await Promise.all(many)).map(({ status }) => status)
      expect(statuses).toContain(200)
    } finally {
      waits.letGo()
      quick.close()
    }
  })

  /** A hostile appliance, and one that its union reads after it. @returns what the union says of each */
  const readAfter = async (answering: (request: IncomingMessage, response: ServerResponse) => void) => {
    const appliance = createServer(answering)
    const at = await listening(appliance)
    for (const [name, url] of [['a-hostile', at] as const, ['b-next', 'http://127.0.0.1:9'] as const])
      await added(engine, name, { url })
    // Time goes on a second with each look.
    let passed = 0
    const { signal } = new AbortController()
    const clock = () => ({ nowMs })
    const passedMs = () => {
      passed += 1_000
      return passed
    }
    const log = (text: string) => void logged.push(text)
    try {
      return await readInTurn({ engine, clock, passedMs, signal, program: 'test', doubts: () => {}, log })
    } finally {
      appliance.close()
      appliance.closeAllConnections()
    }
  }
  const json = (response: ServerResponse, body: object, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  type Answering = (n: number, response: ServerResponse) => void
  const REPLIES: Readonly<Record<string, readonly [fault: string | null, Answering]>> = {
    'never ends': [null, (n, response) => json(response, page({ changes: [harvest(n)], has_more: true }))],
    'is restored again and again': [
      'status 409',
      (n, response) => json(response, { code: 'restored_from_backup', cursor: `again${n}` }, 409),
    ],
    'refuses with another conflict': ['status 409', (_, response) => json(response, { code: 'x' }, 409)],
    'sends on to another address': [
      'status 302',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    'sends no JSON': ['reply JSON', (_, response) => void response.end('<html>')],
    'sends a deep page': ['reply JSON', (_, response) => void response.end('['.repeat(1_000_000))],
    'sends a page without cursor': ['reply cursor', (_, response) => json(response, page({ cursor: 'a b' }))],
    'sends without end': [
      'reply length',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, 0x20)));
        }
        response.on('drain', more)
        more()
      },
    ],
    'hangs up': ['unreached ECONNRESET', (_, response) => void response.destroy()],
  }
  for (const [what, [fault, answering]] of Object.entries(REPLIES))
    onOne(`an appliance that ${what} holds up no other`, async () => {
      let n = 0
      const rounds = await readAfter((_, response) => answering(++n, response))
      expect(rounds).toEqual([
        { name: 'a-hostile', fault },
        { name: 'b-next', fault: 'unreached ECONNREFUSED' },
      ])
    })

  onOne('addresses that are none are answered, and leave no line in the log', async () => {
    const { port } = server.address() as AddressInfo
    for (const path of ['//', '/v1/../v1/inbox', '/v1/inbox/', '/%00', 'http://[/', '*']) {
      const call = request({ host: '127.0.0.1', port, path, method: 'POST' })
      call.end()
      const [response] = await once(call, 'response')
      expect(response.statusCode, path).toBe(404)
      response.resume()
    }
    expect((await fetch(url())).status).toBe(405)
  })
})

/** By which this machine is reached from elsewhere; undefined if it has none. */
const ADDRESS = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

test.skipIf(ADDRESS === undefined)(
  'one address takes few of the places, before any token is known',
  async () => {
    const none = { kind: 'sqlite' } as Engine
    const server = inboxServer({ engine: none, clock: () => ({ nowMs }), tls: null, log: () => {} })
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const from = { host: String(ADDRESS), port, localAddress: String(ADDRESS) }
    const silent = Array.from({ length: 60 }, () => connect(from).on('error', () => {}))
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    const answer = await fetch(`http://127.0.0.1:${port}/v1/inbox`)
    expect(answer.status).toBe(405)
    const open = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    expect(open).toBeLessThanOrEqual(33)
    server.close()
    for (const socket of silent) socket.destroy()
  },
)

function deep(levels: number): object {
  let value: object = {}
  for (let n = 0; n < levels; n++) value = { x: value }
  return value
}
