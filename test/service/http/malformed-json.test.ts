import { gzipSync } from 'node:zlib'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')

const good = (more: object = {}) =>
  JSON.stringify({
    id: uuidv7(),
    type: 'harvest',
    occurred_at: '2026-06-27T07:15:00Z',
    lawful_basis: 'consent',
    ...harvestOf(farmer),
    ...more,
  })
const send = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/v1/records') =>
  farmer.post(url, payload, { 'content-type': 'application/json', ...headers })

/** A good record with these bytes in the middle of its note. */
const withBytes = (...bytes: number[]) => {
  const [head, tail] = good({ note: 'MARK' }).split('MARK') as [string, string]
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)])
}

describe('a body that is not well-formed JSON is 400, and nothing is written', () => {
  const cases: [name: string, payload: () => string | Buffer][] = [
    ['empty', () => ''],
    ['blank', () => '  \n'],
    ['cut short', () => good().slice(0, -1)],
    ['with trailing garbage', () => `${good()}x`],
    ['two records in one body', () => good() + good()],
    ['a member twice', () => good().replace('{', '{"type":"harvest",')],
    ['a nested member twice', () => good().replace('"unit":', '"unit":"g","unit":')],
    ['a lone surrogate, escaped', () => good({ note: 'x' }).replace('"x"', '"\\ud800"')],
    ['a lone surrogate in a name, escaped', () => good().replace('{', '{"\\udfff":1,')],
    ['a lone surrogate, raw', () => withBytes(0xed, 0xa0, 0x80)],
    ['a byte that is no UTF-8', () => withBytes(0xff)],
    ['an overlong encoding', () => withBytes(0xc0, 0xaf)],
    ['a character cut short', () => withBytes(0xf0, 0x9f, 0x8c)],
    ['beyond Unicode', () => withBytes(0xf4, 0x90, 0x80, 0x80)],
    ['Latin-1', () => Buffer.from(good({ note: 'café' }), 'latin1')],
    ['UTF-16', () => Buffer.from(good(), 'utf16le')],
    ['a NUL in a text', () => withBytes(0)],
    [
      '33 levels deep',
      () => good({ plot: { geometry: JSON.parse(`${'{"a":'.repeat(31)}1${'}'.repeat(31)}`) } }),
    ],
    ['a hundred thousand levels deep', () => '['.repeat(60_000)],
    [
      'a number no double holds',
      () => good({ plot: { geometry: { type: 'Point', x: 7 } } }).replace(':7', ':1e999'),
    ],
    ['compressed without being asked', () => gzipSync(good())],
  ]
  test.each(cases)('%s', async (_name, payload) => {
    const size = a.kernel.store.log.size
    const answer = await send(payload())
    expectRefused(answer, 400, 'malformed_json')
    expect(answer.text).not.toMatch(/position|token|Unexpected|at .*\.ts/)
    expect(a.kernel.store.log.size).toBe(size)
  })
  test('on every route that takes a body', async () => {
    for (const url of ['/v1/grants', '/v1/delegations', `/v1/deliveries/${uuidv7()}/confirmation`])
      expectRefused(await send('{', {}, url), 400, 'malformed_json')
    expectRefused(await send('{', {}, `/v1/grants/${uuidv7()}/revocation`), 400, 'malformed_json')
  })
})

describe('what is well-formed is taken', () => {
  test.each<[string, () => string | Buffer]>([
    ['as it is', () => good()],
    ['with any blanks', () => JSON.stringify(JSON.parse(good()), null, '\t')],
    ['with astral letters', () => good({ note: '\u{1F33E} ñ 中' })],
    ['with a surrogate pair, escaped', () => good({ note: 'x' }).replace('"x"', '"\\ud83c\\udf3e"')],
    [
      '32 levels deep',
      () => good({ plot: { geometry: JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`) } }),
    ],
    // RFC 8259 §8.1 lets a receiver ignore it; some Windows programs cannot leave it out.
    [
      'with one byte order mark before it',
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good())]),
    ],
  ])('%s', async (_name, payload) => {
    const answer = await send(payload())
    expect(answer.status, answer.text).toBe(201)
  })
  test('members that look like the machinery are data or unknown, never machinery', async () => {
    const sent = good({ plot: { geometry: { type: 'Point', coordinates: [0, 0] } } })
    const inside = sent.replace('"coordinates"', '"__proto__":{"polluted":1},"coordinates"')
    const answer = await send(inside)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.text).toContain('"__proto__":{"polluted":1}')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const { id } = answer.body
    expect((await farmer.get(`/v1/records/${id}?purpose=${PURPOSE}`)).text).toBe(answer.text)
    for (const member of ['__proto__', 'constructor', 'toString'])
      expectRefused(await send(good().replace('{', `{"${member}":{},`)), 422, 'schema_violation', [
        `/${member}`,
      ])
  })
})

describe('the media type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonl',
    'application/merge-patch+json',
    'application/xml',
    'nonsense',
  ])('%s is 415', async (type) => {
    expectRefused(await send(good(), { 'content-type': type }), 415, 'unsupported_media_type')
  })
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/json ; charset=utf-8',
  ])('%s is taken', async (type) => {
    expect((await send(good(), { 'content-type': type })).status).toBe(201)
  })
  test('left out is 415 where there is a body', async () => {
    const answer = await a.app.inject({
      method: 'POST',
      url: '/v1/records',
      headers: { authorization: `Bearer ${farmer.token}`, 'content-type': '' },
      payload: good(),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
  })
})

describe('a body that is JSON, but no object', () => {
  test.each(['null', '7', '"text"', '[]', 'true'])('%s is a schema violation at the root', async (body) => {
    expectRefused(await send(body), 422, 'schema_violation', [''])
    for (const url of ['/v1/grants', '/v1/delegations'])
      expectRefused(await send(body, {}, url), 422, 'schema_violation', [''])
  })
  test('no body at all is a refusal, not an error', async () => {
    const answer = await farmer.post('/v1/records')
    expect([400, 415, 422]).toContain(answer.status)
    expect((await farmer.post('/v1/grants')).status).toBe(answer.status)
  })
})
