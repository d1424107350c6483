import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServerPorts } from '../../../src/app.ts'
import { makeApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { makeLogger } from '../../../src/http/log-lines.ts'
import { type Actor, actor } from '../../support/appliance.ts'
import { cherry, PURPOSE } from '../../support/flows/help.ts'
import { seeded } from '../../support/records/gate/random.ts'
import { Wire } from '../http/wire.ts'
import { answersTo, atRandom, Fresh, QUESTIONS } from './script.ts'
import { idOf, lived, type World } from './worlds.ts'

/** Does a log that an operator sends to somebody for help hold anybody's records, names, ids, tokens or purposes? */

/** What is logged when nobody sets anything. */
const DEFAULT_LEVEL = readConfig({ data: 'anywhere' }, {}).logLevel

let w: World
let lines: string[]
const open: FastifyInstance[] = []
beforeEach(async () => {
  w = await lived()
  lines = []
})
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  await w.a.close()
})

/** The server as `makeServer` builds it, but its log is written here. */
async function logged(ports: Partial<ServerPorts> = {}): Promise<World> {
  const { config, ports: real } = w.a.kernel
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      done()
    },
  })
  const app = await makeApp(
    { ...real, ...ports },
    {
      bodyLimitBytes: config.maxRecordBytes,
      maxJsonDepth: config.maxJsonDepth,
      trustedProxy: config.trustedProxy,
      refusalMs: config.refusalMs,
      logger: makeLogger(DEFAULT_LEVEL, log),
    },
  )
  open.push(app)
  const who = Object.fromEntries(
    Object.entries(w.who).map(([name, { id, token }]) => [name, actor(app, w.a.clock, id, token)]),
  ) as World['who']
  return { ...w, who, a: { ...w.a, app } }
}

/** Whatever stands in a line but the correlation ids, which are each request's own. */
function expectClean(correlationIds: readonly string[] = []): void {
  for (const line of lines) {
    const said = correlationIds.reduce((text, id) => text.replaceAll(id, ''), line)
    expect(said).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i)
    expect(said).not.toMatch(/0190000[0-9a-f]/)
    expect(said).not.toMatch(/Zebulonova|Test Cooperative|M-[0-9a-f]{6}|\+256/)
    expect(said).not.toMatch(/gry_|bearer|authorization/i)
    expect(said).not.toMatch(/credit_assessment|insurance|a_purpose_of_my_own/)
    expect(said).not.toMatch(/\/v1\/|subject=|cursor=/)
    expect(said).not.toMatch(/coffee|drying|90000/)
  }
}

describe('at the default level nothing at all is logged', () => {
  test('of what an outsider, a lender and a past delegate ask, and are refused', async () => {
    const here = await logged()
    for (const name of ['outsider', 'bank', 'clerk'] as const) {
      const questions = Object.values(QUESTIONS).flatMap((ask) =>
        ask(new Fresh(`logged ${name}`), idOf(name)),
      )
      // Enough of each kind: the same code answers the rest.
      const some = questions.filter((_, n) => n % 5 === 0)
      const answers = await answersTo(here, here.who[name], [
        ...some,
        ...atRandom(seeded(7), name, idOf(name), 100),
      ])
      expect(answers.length).toBeGreaterThan(200)
    }
    expect(lines).toEqual([])
  })

  test('of bodies that are no JSON, are too large, too deep or of another kind, and of odd addresses', async () => {
    const { a, who } = await logged()
    const secret = `{"party":"${idOf('anna')}","display_name":"Anna Zebulonova"`
    const bodies: [string, string][] = [
      [secret, 'application/json'],
      [`${secret},${'"x":'.repeat(100)}`, 'application/json'],
      ['['.repeat(40) + ']'.repeat(40), 'application/json'],
      [`${secret}${' '.repeat(70_000)}`, 'application/json'],
      [secret, 'text/plain'],
      [secret, `application/json; charset=${idOf('anna')}`],
      ['\ud800', 'application/json'],
      ['', 'application/json'],
      ['null', 'application/json'],
    ]
    for (const [payload, type] of bodies)
      for (const url of ['/v1/records', '/v1/grants', `/v1/deliveries/${idOf('a lot')}/confirmation`]) {
        const { status } = await who.outsider.post(url, payload, { 'content-type': type })
        expect([400, 413, 415, 422]).toContain(status)
      }
    for (const url of [
      '/%zz',
      `/v1/records/${'x'.repeat(400)}`,
      `/v1/${idOf('anna')}`,
      '/v1/records?purpose=%',
    ])
      expect([400, 404]).toContain((await who.outsider.get(url)).status)
    for (const authorization of [`Bearer ${who.anna.token}x`, 'Basic !', `Bearer gry_${'A'.repeat(43)}`])
      expect((await a.app.inject({ url: '/v1/grants', headers: { authorization } })).statusCode).toBe(401)
    expect(lines).toEqual([])
  })

  test('of what is no HTTP, breaks off, or hangs up in the middle of an answer', async () => {
    const { a, who } = await logged()
    const port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const headers = `Host: x\r\nAuthorization: Bearer ${who.anna.token}`
    const texts = [
      `NONSENSE ${idOf('anna')}\r\n\r\n`,
      `GET /v1/records/${idOf('a lot')}?purpose=${PURPOSE} HTTP/1.1\r\n${headers}\r\nbad header ${idOf('anna')}\r\n\r\n`,
      `POST /v1/records HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":`,
      `POST /v1/subject-access-requests HTTP/1.1\r\n${headers}\r\nContent-Length: 0\r\n\r\n`,
      `GET /v1/records?purpose=${PURPOSE}&standing=any HTTP/1.1\r\n${headers}\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]
    for (const text of texts) {
      const wire = await Wire.open(port)
      wire.write(text)
      await new Promise((resolve) => setTimeout(resolve, 15))
      wire.end()
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines)
      expect(JSON.parse(line).msg).toBe(`Server listening at http://127.0.0.1:${port}`)
  })
})

describe('a fault of the service is logged with its correlation id, its kind and its place', () => {
  const ask = async (who: Actor): Promise<string[]> => {
    const answers = [
      await who.get(`/v1/records/${idOf('a harvest')}?purpose=${PURPOSE}`),
      await who.get(`/v1/records?purpose=${PURPOSE}&subject=${idOf('anna')}`),
      await who.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${idOf('anna')}`),
      await who.append('harvest', { id: idOf('at fault'), producer: idOf('anna'), ...cherry() }),
      await who.post(`/v1/grants/${idOf('a grant to the rival')}/revocation`),
      await who.post('/v1/objections', { id: idOf('at fault too'), channel: 'app', purposes: ['insurance'] }),
      await who.post('/v1/subject-access-requests', { id: idOf('at fault as well') }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 500))
    return answers.map(({ body }) => body.correlation_id)
  }
  const failing = (fault: () => unknown): Partial<ServerPorts> => ({
    submit: () => Promise.reject(fault()),
    submitFor: () => Promise.reject(fault()),
    perform: () => Promise.reject(fault()),
    gate: Object.assign(Object.create(w.a.kernel.gate) as ServerPorts['gate'], {
      page: () => Promise.reject(fault()),
      chain: () => Promise.reject(fault()),
    }),
  })

  test('and with nothing of the request: no address, no body, no caller', async () => {
    const { who } = await logged(failing(() => new RangeError('a version is missing from its own chain')))
    for (const name of ['outsider', 'bank', 'anna'] as const) {
      lines.length = 0
      const correlationIds = await ask(who[name])
      // A page for lenders asks in-process, several times, under the one correlation id.
      expect(lines.length).toBeGreaterThanOrEqual(correlationIds.length)
      expectClean(correlationIds)
      const logs = lines.map((line) => JSON.parse(line))
      expect([...new Set(logs.map((log) => log.correlation_id))].sort()).toEqual([...correlationIds].sort())
      for (const log of logs) {
        expect(Object.keys(log).sort()).toEqual(
          ['correlation_id', 'err', 'level', 'msg', 'pid', 'reqId', 'time'].sort(),
        )
        expect([log.level, log.msg, log.reqId]).toEqual([50, 'unforeseen error', log.correlation_id])
        expect(Object.keys(log.err).sort()).toEqual(['at', 'type'])
        expect(log.err.type).toBe('RangeError')
      }
    }
  })

  test.each<[string, (store: World['a']['kernel']['store']) => unknown]>([
    ['a table that is not there', ({ db }) => db.prepare('SELECT * FROM nothing').all()],
    ['a row that is there already', ({ db }) => db.exec('INSERT INTO party SELECT * FROM party LIMIT 1')],
    ['a row that may not change', ({ db }) => db.exec("UPDATE entry SET body = '{}'")],
    ['a row that may not go', ({ db }) => db.exec('DELETE FROM entry')],
    ['a number of no party', ({ parties }) => parties.id(99_999)],
  ])('and of the database’s own words the code alone: %s', async (_what, provoke) => {
    const { who } = await logged(failing(() => caught(() => provoke(w.a.kernel.store))))
    expectClean(await ask(who.outsider))
    expect(lines.length).toBeGreaterThan(0)
  })
  function caught(work: () => unknown): unknown {
    try {
      work()
    } catch (error) {
      return error
    }
    throw new Error('it did not fail')
  }

  test('and when a row is cut short on the disk, without what stood in it', async () => {
    damage((body) => `substr(${body}, 1, length(${body}) / 2)`)
    const { who } = await logged()
    const { status, body } = await who.anna.get(`/v1/records/${idOf('register of anna')}?purpose=${PURPOSE}`)
    expect(status).toBe(500)
    expect(lines.length).toBe(1)
    expectClean([body.correlation_id])
  })

  /** The engine's own words for text that is no JSON quote some of it: a bit turned over puts a name into the log. */
  test('and when a quotation mark is damaged on the disk, without what stood beside it', async () => {
    damage((body) => `replace(${body}, '"Anna', ' Anna')`)
    const { who } = await logged()
    const { status, body } = await who.anna.get(`/v1/records/${idOf('register of anna')}?purpose=${PURPOSE}`)
    expect(status).toBe(500)
    expect(lines).not.toEqual([])
    const said = lines.join('').replaceAll(body.correlation_id, '')
    expect(said).not.toContain('Anna')
  })
  /** What no statement of the service can do, a failing disk does. */
  function damage(to: (body: string) => string): void {
    const { db, records } = w.a.kernel.store
    const guards = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entry'")
      .pluck()
      .all() as string[]
    for (const guard of guards) db.exec(`DROP TRIGGER "${guard}"`)
    db.exec(
      `UPDATE entry SET body = ${to('body')} WHERE hex(id) = '${idOf('register of anna').replaceAll('-', '').toUpperCase()}'`,
    )
    records.forget()
  }
})
