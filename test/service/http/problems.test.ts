import { describe, expect, onTestFinished, test } from 'vitest'
import type { ServerPorts } from '../../../src/app.ts'
import { makeServer } from '../../../src/assemble.ts'
import { PROBLEMS, type ProblemCode, problemDocument } from '../../../src/base/problem.ts'
import { actor, makeAppliance } from '../../support/appliance.ts'
import { harvestOf, PURPOSE } from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe.each(Object.keys(PROBLEMS) as ProblemCode[])('the document of %s', (code) => {
  test('has the members of RFC 9457 and a correlation id, and no more', () => {
    const document = problemDocument(code, {}, 'c')
    const [status, title] = PROBLEMS[code]
    if (code === 'not_found')
      expect(document).toEqual({ title: 'Not Found', status: 404, correlation_id: 'c' })
    else
      expect(document).toEqual({
        type: `urn:granary:problem:${code}`,
        title,
        status,
        code,
        correlation_id: 'c',
      })
  })
  test('speaks of the rule, not of anybody’s data', () => {
    expect(PROBLEMS[code][1]).toMatch(/^[A-Za-z][^.]+$/)
    expect(code).toMatch(/^[a-z][a-z_]+$/)
  })
})

test('a bare 404 is bare even when more is known', () => {
  const extra = { detail: 'x', errors: [{ pointer: '/x', message: 'x' }] }
  expect(Object.keys(problemDocument('not_found', extra, 'c')).sort()).toEqual([
    'correlation_id',
    'status',
    'title',
  ])
})

describe('the correlation id', () => {
  const get = (headers: Record<string, string>, url = '/v1/records') => farmer.get(url, headers)
  test('is a UUID made here, the same in body and header, another for every request', async () => {
    const [first, second] = [await get({}), await get({})]
    expect(first.body.correlation_id).toMatch(UUID)
    expect(first.headers['x-correlation-id']).toBe(first.body.correlation_id)
    expect(second.body.correlation_id).not.toBe(first.body.correlation_id)
  })
  test('is kept when the client sends a UUID, on success too', async () => {
    const sent = { 'x-correlation-id': 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' }
    const refused = await get(sent)
    expect(refused.body.correlation_id).toBe(sent['x-correlation-id'])
    expect(refused.headers).toMatchObject(sent)
    expect((await get(sent, '/v1/health')).headers).toMatchObject(sent)
  })
  test.each(['hello', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6x', '', '<script>', 'x'.repeat(4_000)])(
    'is not kept when it is %j',
    async (sent) => {
      const answer = await get({ 'x-correlation-id': sent })
      expect(answer.body.correlation_id).toMatch(UUID)
      expect(answer.text).not.toContain(sent || 'nothing')
    },
  )
})

describe('an unforeseen error', () => {
  const secret = 'SELECT token FROM /root/secret WHERE id = 01900000'
  const stub = async (ports: Partial<ServerPorts>) => {
    const app = await makeServer({ ...a.kernel, ports: { ...a.kernel.ports, ...ports } })
    return { app, who: actor(app, a.clock, farmer.id, farmer.token) }
  }
  test.each<[string, () => unknown]>([
    ['an Error', () => new Error(secret)],
    ['an Error with a status of its own', () => Object.assign(new Error(secret), { statusCode: 418 })],
    ['an Error that looks like the framework’s', () => Object.assign(new Error(secret), { code: 'FST_X' })],
    ['an Error with a status of success', () => Object.assign(new Error(secret), { statusCode: 200 })],
    ['a text', () => secret],
    ['nothing', () => undefined],
  ])('%s is a bare 500 without stack, SQL, path or id', async (_name, thrown) => {
    const { app, who } = await stub({
      submit: () => Promise.reject(thrown()),
      submitFor: () => Promise.reject(thrown()),
      perform: () => Promise.reject(thrown()),
      gate: Object.assign(Object.create(a.kernel.gate) as ServerPorts['gate'], {
        page: () => Promise.reject(thrown()),
      }),
    })
    onTestFinished(() => app.close())
    for (const answer of [
      await who.get(`/v1/records?purpose=${PURPOSE}`),
      await who.append('harvest', harvestOf(farmer)),
    ]) {
      expect(answer.status, answer.text).toBe(500)
      expect(answer.body).toEqual(problemDocument('internal_error', {}, answer.body.correlation_id))
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(answer.text).not.toMatch(/SELECT|root|01900000|at .*\.ts/)
    }
  })
  test('too much waiting is 503 with Retry-After, for readers and writers', async () => {
    const { app, who } = await stub({ waiting: () => 1_000_000 })
    onTestFinished(() => app.close())
    for (const answer of [
      await who.get(`/v1/records?purpose=${PURPOSE}`),
      await who.append('harvest', harvestOf(farmer)),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([503, 'overloaded'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

test('nothing but reference data may be kept by a cache, and nothing is to be sniffed', async () => {
  for (const url of [
    `/v1/records?purpose=${PURPOSE}`,
    '/v1/records',
    '/v1/grants',
    '/v1/nothing',
    '/v1/health',
  ]) {
    const { headers } = await farmer.get(url)
    expect([url, headers['cache-control'], headers['x-content-type-options']]).toEqual([
      url,
      'no-store',
      'nosniff',
    ])
  }
})
