import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Actor, Answer } from '../../support/appliance.ts'
import { confirm, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, idOf, lived } from './worlds.ts'

/** Do Location, validators, parts of an answer or other methods tell what the answer itself does not? */

const w = await lived()
const outsider = w.who.outsider

const ABSENT = idOf('nothing at all')
const addresses = (id: string) => [
  `/v1/records/${id}?purpose=${PURPOSE}`,
  `/v1/records/${id}/chain?purpose=${PURPOSE}`,
  `/v1/records/${id}/events?purpose=${PURPOSE}`,
  `/v1/records/${id}/origin?purpose=${PURPOSE}`,
  `/v1/records?purpose=${PURPOSE}&subject=${id}`,
  `/v1/records?purpose=${PURPOSE}&lot_id=${id}&standing=superseded`,
  `/v1/lender-view?purpose=${PURPOSE}&subject=${id}`,
]

describe('Location', () => {
  test('stands on a record’s own first 201 alone: on no replay, no refusal, no read and no act', async () => {
    const body = {
      id: idOf('with a Location'),
      type: 'harvest',
      producer: outsider.id,
      crop: 'coffee_green',
      quantity: { value: 1, unit: 'kg' },
      occurred_at: '2026-06-01T00:00:00Z',
      lawful_basis: 'consent',
    }
    const first = await outsider.post('/v1/records', body)
    expect([first.status, first.headers.location]).toEqual([201, `/v1/records/${body.id}`])
    const others = [
      await outsider.post('/v1/records', body),
      await outsider.post('/v1/records', { ...body, id: idOf('a harvest') }),
      await outsider.post('/v1/records', { ...body, id: idOf('unresolved'), supersedes: idOf('a harvest') }),
      await confirm(w.a, outsider, idOf('a delivery to Ben')),
      await outsider.get(addresses(idOf('a harvest'))[0] as string),
      await outsider.get(addresses(body.id)[0] as string),
      await outsider.post('/v1/objections', { id: idOf('an act'), channel: 'app' }),
      await outsider.post('/v1/subject-access-requests', { id: idOf('another act') }),
    ]
    expect(others.map(({ status }) => status)).toEqual([200, 409, 422, 404, 404, 200, 201, 201])
    for (const { headers } of others)
      expect([headers.location, headers['content-location']]).toEqual([undefined, undefined])
  })
})

/** What somebody could hold against a copy he has heard of. */
const hiddenText = async () => {
  const { text } = await w.who.anna.get(addresses(idOf('a harvest'))[0] as string)
  const digest = (how: string) => createHash(how).update(text).digest('base64')
  return [`"${digest('sha1')}"`, `W/"${digest('sha256')}"`, '*', '"x"']
}

describe('a conditional or partial read', () => {
  const conditions = async (): Promise<Record<string, string>[]> => [
    ...(await hiddenText()).flatMap((tag) => [
      { 'if-none-match': tag },
      { 'if-match': tag },
      { 'if-range': tag, range: 'bytes=0-1' },
    ]),
    { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
    { 'if-unmodified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    { range: 'bytes=0-9' },
    { range: 'bytes=-1' },
    { range: 'bytes=999999999-' },
    { 'accept-encoding': 'gzip, br' },
    { 'cache-control': 'only-if-cached' },
  ]

  test('of a hidden record, by every address, is answered like one of an absent record', async () => {
    for (const headers of await conditions())
      for (const [n, absent] of addresses(ABSENT).entries()) {
        const expected = bytesOf(await outsider.get(absent, headers))
        for (const id of [idOf('a harvest'), idOf('its correction'), idOf('a grant to the rival')])
          expect([id, bytesOf(await outsider.get(addresses(id)[n] as string, headers))]).toEqual([
            id,
            expected,
          ])
      }
  })

  test('of one’s own record changes nothing: no validator is given, none is looked at', async () => {
    const own = addresses(idOf('own harvest 1')).slice(0, 2)
    for (const url of [
      ...own,
      `/v1/records?purpose=${PURPOSE}`,
      '/v1/grants',
      '/v1/delegations',
      '/v1/objections',
    ]) {
      const plain = await outsider.get(url)
      expect(plain.status).toBe(200)
      for (const header of [
        'etag',
        'last-modified',
        'accept-ranges',
        'content-range',
        'age',
        'expires',
        'vary',
      ])
        expect([url, plain.headers[header]]).toEqual([url, undefined])
      const asked = (await conditions()).filter((headers) => headers['accept-encoding'] === undefined)
      for (const headers of asked) expect(bytesOf(await outsider.get(url, headers))).toBe(bytesOf(plain))
    }
  })

  test('of reference data knows one tag for everybody, whatever has been recorded', async () => {
    const tagOf = async (who: Actor) => (await who.get('/v1/registry/units')).headers.etag
    const before = await tagOf(outsider)
    expect(before).toEqual(expect.any(String))
    await w.say('anna', 'delivery', 'one more', deliveredTo('ben'))
    expect([await tagOf(outsider), await tagOf(w.who.anna)]).toEqual([before, before])
  })
})

describe('another method', () => {
  const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'] as const
  test('on the address of one’s own record is answered in the bytes of an absent one', async () => {
    const { app } = w.a
    const headers = { authorization: `Bearer ${outsider.token}`, 'x-correlation-id': idOf('one request') }
    const ask = async (method: (typeof METHODS)[number], url: string) => {
      const answer = await app.inject({ method, url, headers })
      return bytesOf({ status: answer.statusCode, headers: answer.headers, text: answer.body, body: null })
    }
    for (const method of METHODS)
      for (const [n, absent] of addresses(ABSENT).slice(0, 2).entries()) {
        const expected = await ask(method, absent)
        expect(expected).toMatch(/^404\n/)
        expect(expected).not.toMatch(/^allow:/im)
        for (const id of ['own harvest 1', 'own lot', 'a harvest'].map(idOf))
          expect([method, id, await ask(method, addresses(id)[n] as string)]).toEqual([method, id, expected])
      }
  })

  test('cannot be brought in by a header or a parameter', async () => {
    const url = addresses(idOf('a harvest'))[0] as string
    const absent = addresses(ABSENT)[0] as string
    const tricks: Record<string, string>[] = [
      { 'x-http-method-override': 'HEAD' },
      { 'x-original-url': `/v1/records/${idOf('own harvest 1')}` },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { expect: '200-ok' },
      { origin: 'https://example.org', 'access-control-request-method': 'GET' },
    ]
    for (const headers of tricks) {
      const answers: Answer[] = [await outsider.get(url, headers), await outsider.get(absent, headers)]
      expect(bytesOf(answers[0] as Answer)).toBe(bytesOf(answers[1] as Answer))
    }
  })
})

/**
 * Reference data is counted by address: a number of requests left would tell whoever shares an address
 * that others read reference data there. Contract §12 asks for Retry-After alone.
 */
test('how often others on the same address have read reference data is not told', async () => {
  const kg = async () => bytesOf(await outsider.get('/v1/registry/units/kg'))
  const before = await kg()
  expect(before).toMatch(/^200\n/)
  await w.who.anna.get('/v1/registry')
  expect(await kg()).toBe(before)
})
