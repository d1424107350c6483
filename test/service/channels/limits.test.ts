import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { makeServer } from '../../../src/assemble.ts'
import type { Config } from '../../../src/config/config.ts'
import { type Actor, type Answer, actor, START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, expectRefused, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, HIDDEN_ACTS, HIDDEN_RECORDS, idOf, lived, type World } from './worlds.ts'

/** Do limits count what is refused otherwise than what is not there, or a token that was right once otherwise than a guess? */

const open: (() => Promise<void>)[] = []
/** What everybody lived through without limits. Nothing may be written there. */
const lives = await lived()
afterAll(() => lives.a.close())

/** The same behind another server, which has some. */
async function limited(w: World, limits: Partial<Config>): Promise<World> {
  // What was read the day before counts no more.
  w.a.clock.nowMs += DAY_MS
  const { ports } = w.a.kernel
  const config = { ...w.a.kernel.config, ...limits }
  const app = await makeServer({ config, ports: { ...ports, config }, tls: w.a.kernel.tls })
  const who = Object.fromEntries(
    Object.entries(w.who).map(([name, { id, token }]) => [name, actor(app, w.a.clock, id, token)]),
  ) as World['who']
  open.push(() => app.close())
  return { ...w, who, a: { ...w.a, app } }
}
async function world(limits: Partial<Config>): Promise<World> {
  const w = await lived()
  open.push(() => w.a.close())
  return await limited(w, limits)
}
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const HIDDEN = [...HIDDEN_RECORDS, ...HIDDEN_ACTS, 'anna'].map(idOf)
const ABSENT = HIDDEN.map((_, n) => idOf(`nothing ${n}`))

/** The answers to as many requests as there are ids, one after the other. */
async function all(ids: readonly string[], ask: (id: string) => Promise<Answer>): Promise<string[]> {
  const answers: string[] = []
  for (const id of ids) answers.push(bytesOf(await ask(id), id))
  return answers
}

describe('reads of a second and of a day', () => {
  const reads: Readonly<Record<string, (who: Actor, id: string) => Promise<Answer>>> = {
    'one record': (who, id) => who.get(`/v1/records/${id}?purpose=${PURPOSE}`),
    'a list about somebody': (who, id) =>
      who.get(`/v1/records?purpose=${PURPOSE}&type=delivery&subject=${id}`),
    'grants after a cursor': (who, id) => who.get(`/v1/grants?cursor=${id}`),
    'a page for lenders': (who, id) => who.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${id}`),
  }
  const LIMITS = [
    ['the limit of a second', 'readsPerSecond', 1, 'rate_limited'],
    ['the bytes of a day', 'readBytesPerDay', 192, 'quota_exceeded'],
  ] as const
  const cases = LIMITS.flatMap(([limit, setting, each, code]) =>
    Object.entries(reads)
      .filter(([what]) => setting === 'readsPerSecond' || !what.startsWith('grants'))
      .map(([what, read]) => [what, limit, setting, each, code, read] as const),
  )
  test.each(cases)(
    '%s: %s is met at the same request, hidden or absent',
    async (what, _limit, setting, each, code, read) => {
      const w = await limited(lives, { [setting]: each * (what.includes('lenders') ? 60 : 7) })
      const { outsider } = w.who
      const hidden = await all(HIDDEN, (id) => read(outsider, id))
      w.a.clock.nowMs += DAY_MS
      const absent = await all(ABSENT, (id) => read(outsider, id))
      // Of a page that states the day, neither the day nor how long it makes the page.
      const undated = (answers: readonly string[]) =>
        answers.map((one) => one.replace(/content-length: \d+(\n[\s\S]*)as at \d+ \w+ \d+/, '$1'))
      expect(undated(hidden)).toEqual(undated(absent))
      expect(hidden[0]).not.toMatch(/^429/)
      expect(hidden.at(-1)).toMatch(new RegExp(`^429\\n[\\s\\S]*${code}`))
    },
  )
})

describe('writing a day', () => {
  const writes: Readonly<Record<string, (who: Actor, id: string) => Promise<Answer>>> = {
    'a record that names it': (who, id) =>
      who.post('/v1/records', {
        id: idOf(`correction of ${id}`),
        type: 'harvest',
        occurred_at: at(START_MS),
        lawful_basis: 'consent',
        producer: who.id,
        ...cherry(),
        supersedes: id,
      }),
    'a confirmation of it': (who, id) =>
      who.post(`/v1/deliveries/${id}/confirmation`, {
        id: idOf(`confirmation of ${id}`),
        channel: 'app',
        occurred_at: at(START_MS),
      }),
    'the end of a grant': (who, id) => who.post(`/v1/grants/${id}/revocation`),
    'an objection on a mandate': (who, id) =>
      who.post('/v1/objections', {
        id: idOf(`objection on ${id}`),
        channel: 'app',
        on_behalf_of: idOf('anna'),
        delegation_id: id,
      }),
  }
  test.each(Object.entries(writes))(
    '%s: the quota is met at the same request, hidden or absent',
    async (_what, write) => {
      for (const settings of [{ recordsPerDay: 12 }, { bytesPerDay: 5000 }, { refusedPerDay: 5 }]) {
        const w = await limited(lives, settings)
        const { outsider } = w.who
        const hidden = await all(HIDDEN, (id) => write(outsider, id))
        w.a.clock.nowMs += DAY_MS
        const absent = await all(ABSENT, (id) => write(outsider, id))
        expect(hidden).toEqual(absent)
        if ('recordsPerDay' in settings) expect(hidden.at(-1)).toMatch(/^429\n[\s\S]*quota_exceeded/)
      }
    },
  )

  test('an id that is used costs as much as one that is free', async () => {
    const w = await world({ recordsPerDay: 12 })
    const { outsider } = w.who
    const send = (id: string) =>
      outsider.post('/v1/records', {
        id,
        type: 'delivery',
        occurred_at: at(START_MS),
        ...deliveredTo('carol', {}, 'outsider'),
      })
    const statuses = async (ids: readonly string[]) =>
      (await all(ids.slice(0, 14), send)).map((bytes) => bytes.startsWith('429'))
    const used = await statuses(HIDDEN)
    w.a.clock.nowMs += DAY_MS
    expect(await statuses(ABSENT)).toEqual(used)
  })
})

describe('a token', () => {
  async function tokens(w: World) {
    const { kernel } = w.a
    const issue = (party: string, endsAt?: number) =>
      kernel.ports.submit(() => kernel.credentials.issue('test', party, 'party', endsAt ?? null))
    const expired = await issue(idOf('anna'), w.a.clock.nowMs + 1_000)
    const [used, unused] = [await issue(idOf('anna')), await issue(idOf('anna'))]
    const as = (token: string) => actor(w.a.app, w.a.clock, '', token)
    expect((await as(used.token).get('/v1/grants')).status).toBe(200)
    w.a.clock.nowMs += 60_000
    for (const { credential_id } of [used, unused])
      await kernel.ports.submit(() => kernel.credentials.revoke('test', credential_id))
    return {
      right: w.who.anna.token,
      wrong: {
        unknown: `gry_${'A'.repeat(43)}`,
        expired: expired.token,
        'revoked after use': used.token,
        'revoked before use': unused.token,
        'a letter off': w.who.anna.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        'no token at all': 'nonsense',
      },
    }
  }
  const ROUTES: readonly (readonly ['GET' | 'POST', string])[] = [
    ['GET', `/v1/records?purpose=${PURPOSE}`],
    ['GET', `/v1/lender-view?purpose=${PURPOSE}`],
    ['POST', '/v1/records'],
    ['POST', `/v1/grants/${idOf('a grant to the rival')}/revocation`],
  ]

  test('that is unknown, expired or revoked meets the same answers up to the limit and beyond it', async () => {
    const own = await world({})
    for (const [method, url] of ROUTES) {
      const w = await limited(own, { failedAuthPerMinute: 3 })
      const { right, wrong } = await tokens(w)
      const ask = async (token: string, remoteAddress: string) => {
        const answer = await w.a.app.inject({
          method,
          url,
          remoteAddress,
          headers: { authorization: `Bearer ${token}` },
          ...(method === 'POST' ? { payload: {} } : {}),
        })
        return bytesOf({ status: answer.statusCode, headers: answer.headers, text: answer.body, body: null })
      }
      const heard = new Map<string, string[]>()
      for (const [n, [what, token]] of Object.entries(wrong).entries()) {
        const answers: string[] = []
        for (let request = 1; request <= 6; request++) answers.push(await ask(token, `10.0.0.${n}`))
        heard.set(what, answers)
        expect(
          (await ask(right, `10.0.0.${n}`)).slice(0, 3),
          `${what}: a right token from there`,
        ).not.toMatch(/401|429/)
      }
      const unknown = heard.get('unknown') as string[]
      expect(unknown.map((bytes) => bytes.slice(0, 3))).toEqual(['401', '401', '401', '429', '429', '429'])
      for (const [what, answers] of heard) expect([url, what, answers]).toEqual([url, what, unknown])
    }
  })

  test('that may only read is refused a write before it is looked at what the write names', async () => {
    const w = await world({})
    const reader = await w.readerOf('outsider')
    const bodies = (id: string): [string, object | undefined][] => [
      ['/v1/records', { id, type: 'harvest' }],
      [`/v1/deliveries/${id}/confirmation`, { id }],
      [`/v1/grants/${id}/revocation`, undefined],
      [`/v1/objections/${id}/withdrawal`, { channel: 'app' }],
      ['/v1/subject-access-requests', { id }],
    ]
    for (const [n, [url, body]] of bodies(idOf('nothing at all')).entries()) {
      const absent = await reader.post(url, body)
      expectRefused(absent, 403, 'not_permitted_for_credential')
      for (const id of HIDDEN) {
        const [other, its] = bodies(id)[n] as [string, object | undefined]
        expect(bytesOf(await reader.post(other, its))).toBe(bytesOf(absent))
      }
    }
  })
})

test('what others read and write changes nothing in when one’s own limits are met', async () => {
  const heard: string[][] = []
  for (const isBusy of [false, true]) {
    const w = await world({ readsPerSecond: 5, recordsPerDay: 5 })
    if (isBusy)
      for (let n = 0; n < 5; n++) {
        await w.who.anna.get('/v1/grants')
        await w.who.anna.append('harvest', { producer: idOf('anna'), ...cherry() })
      }
    const answers: string[] = []
    for (let n = 0; n < 8; n++) {
      answers.push(bytesOf(await w.who.outsider.get('/v1/grants')))
      answers.push(
        bytesOf(
          await w.who.outsider.post('/v1/records', {
            id: idOf(`own ${n}`),
            type: 'harvest',
            occurred_at: '2026-06-01T00:00:00Z',
            lawful_basis: 'consent',
            producer: idOf('outsider'),
            ...cherry(),
          }),
        ),
      )
    }
    heard.push(answers)
  }
  expect(heard[1]).toEqual(heard[0])
  expect(heard[0]?.filter((bytes) => bytes.startsWith('429')).length).toBe(6)
})
