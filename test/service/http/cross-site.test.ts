import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { Wire } from './wire.ts'

/** A web site that somebody has open makes their browser ask here, with the password that the browser remembers. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const { id } = await a.party('institution', 'Lender')
const lender = a.holder(await a.credential(id, 'reader'), id)
const record: string = (await farmer.append('harvest', harvestOf(farmer))).body.id

const basic = () => `Basic ${Buffer.from(`anything:${lender.token}`).toString('base64')}`
const VIEW = `/v1/lender-view?purpose=${PURPOSE}`

describe('what another site makes a browser ask with a credential', () => {
  test.each(['cross-site', 'same-site', 'Cross-Site', 'something new'])('is refused: %s', async (site) => {
    for (const headers of [{ authorization: basic() }, {}])
      expectRefused(await lender.get(VIEW, { ...headers, 'sec-fetch-site': site }), 403, 'cross_site_request')
    for (const path of [`/v1/records?purpose=${PURPOSE}`, '/v1/grants', '/v1/sync/changes', '/v1/metrics'])
      expectRefused(await farmer.get(path, { 'sec-fetch-site': site }), 403, 'cross_site_request')
  })
  test('is refused before anything is written', async () => {
    const size = a.kernel.store.log.size
    const headers = { 'sec-fetch-site': 'cross-site' }
    expectRefused(await farmer.post('/v1/records', {}, headers), 403, 'cross_site_request')
    expect(a.kernel.store.log.size).toBe(size)
  })
  test('and alike for what is there and what is not, also with a wrong password', async () => {
    const port = await a.port()
    const wire = await Wire.open(port)
    const ask = (path: string, token: string) =>
      wire.ask({
        method: 'GET',
        path,
        headers: {
          Authorization: `Bearer ${token}`,
          'Sec-Fetch-Site': 'cross-site',
          'X-Correlation-Id': '018f4a00-0000-7000-8000-000000000000',
        },
      })
    const plain = (text: string) => text.replace(/^Date: .*\r\n/m, '')
    const there = plain(await ask(`/v1/records/${record}?purpose=${PURPOSE}`, lender.token))
    expect(there).toContain('403')
    const absent = `/v1/records/018f4a00-0000-7000-8000-00000000ffff?purpose=${PURPOSE}`
    expect(plain(await ask(absent, lender.token))).toBe(there)
    expect(plain(await ask(`/v1/records/${record}?purpose=${PURPOSE}`, 'gry_wrong'))).toBe(there)
    wire.end()
  })
})

test('the page itself, a program, and what needs no credential are answered', async () => {
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])
    expect((await lender.get(VIEW, { authorization: basic(), ...headers })).status).toBe(200)
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  for (const url of ['/v1/registry/flags', '/v1/health', '/v1/openapi.json', '/docs'])
    expect((await a.app.inject({ url, headers: elsewhere })).statusCode, url).toBe(200)
})

test('every answer says that no other site may show it or load it', async () => {
  const urls = ['/v1/health', '/v1/nothing', '/%zz', '/v1/registry', '/v1/openapi.json', VIEW, '/docs']
  for (const url of urls) {
    const { headers } = await a.app.inject({ url })
    expect([url, headers['cross-origin-resource-policy']]).toEqual([url, 'same-origin'])
    expect([url, headers['content-security-policy']]).toEqual([
      url,
      expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    ])
    expect(headers['strict-transport-security']).toBeUndefined()
  }
  const wire = await Wire.open(await a.port())
  wire.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n')
  const answer = (await wire.answer().catch((error: Error) => error.message)).toLowerCase()
  expect(answer).toContain('cross-origin-resource-policy: same-origin')
  wire.end()
})
