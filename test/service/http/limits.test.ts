import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { addressKey, WindowCounter } from '../../../src/http/limits.ts'
import { type Actor, type Appliance, actor, makeAppliance } from '../../support/appliance.ts'
import { appended, expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'

async function set(settings: Parameters<typeof makeAppliance>[0] = {}): Promise<[Appliance, Actor]> {
  const a = await makeAppliance(settings)
  return [a, await a.party('person', 'Grace')]
}

const JSON_TYPE = { 'content-type': 'application/json' }
const body = (who: Actor, more: object = {}) => ({
  id: uuidv7(),
  type: 'harvest',
  occurred_at: '2026-06-27T07:15:00Z',
  lawful_basis: 'consent',
  ...harvestOf(who),
  ...more,
})
const inject = (
  a: Appliance,
  who: Actor,
  payload: string | Buffer | Readable,
  headers: Record<string, string>,
) =>
  a.app.inject({
    method: 'POST',
    url: '/v1/records',
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    payload,
  })

describe('the size of a record', () => {
  /** A harvest whose JSON has exactly this many bytes, filled up with blanks. */
  const padded = (who: Actor, bytes: number, more: object = {}) =>
    JSON.stringify(body(who, more)).padEnd(bytes, ' ')

  test('is at most 64 KiB as sent: one byte more is 413, whatever else is wrong', async () => {
    const [a, who] = await set()
    expect((await inject(a, who, padded(who, 65_536), JSON_TYPE)).statusCode).toBe(201)
    for (const headers of [JSON_TYPE, { 'content-type': 'text/plain' }]) {
      const answer = await inject(a, who, padded(who, 65_537), headers)
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
    }
  })
  test('is measured where no length was announced, too', async () => {
    const [a, who] = await set()
    const chunked = (bytes: number) =>
      inject(a, who, Readable.from(padded(who, bytes).match(/.{1,1000}/gs) ?? []), {
        ...JSON_TYPE,
        'transfer-encoding': 'chunked',
      })
    expect((await chunked(65_536)).statusCode).toBe(201)
    expect((await chunked(65_537)).statusCode).toBe(413)
    expect((await chunked(3_000_000)).statusCode).toBe(413)
  })
  test('is measured in bytes as kept, however few letters they make', async () => {
    const [, who] = await set({ maxRecordBytes: '4096' })
    const withNote = (letters: number) => ({
      ...body(who),
      plot: { geometry: { type: 'Point', note: '\u{1F33E}'.repeat(letters) } },
    })
    const bytes = (sent: object) => Buffer.byteLength(JSON.stringify(sent))
    // Each letter is four bytes; what the service adds then makes it too large.
    const sent = withNote(Math.floor((4_090 - bytes(withNote(0))) / 4))
    expect(bytes(sent)).toBeLessThan(4_096)
    expectRefused(await who.post('/v1/records', sent), 413, 'body_too_large')
    expect((await who.post('/v1/records', withNote(700))).status).toBe(201)
  })
  test('of other bodies is limited as well', async () => {
    const [, who] = await set()
    for (const url of ['/v1/grants', '/v1/delegations', `/v1/deliveries/${uuidv7()}/confirmation`])
      expectRefused(await who.post(url, ' '.repeat(70_000), JSON_TYPE), 413, 'body_too_large')
  })
})

test('reading is limited by second and party, whichever of its credentials reads; others are not concerned', async () => {
  const [a, who] = await set({ readsPerSecond: '3' })
  const reader = actor(a.app, a.clock, who.id, await a.credential(who.id, 'reader'))
  const other = await a.party('person', 'Ruth')
  const read = (reader: Actor) => reader.get(`/v1/records?purpose=${PURPOSE}`)
  for (const same of [who, reader, who]) expect((await read(same)).status).toBe(200)
  expectRefused(await read(reader), 429, 'rate_limited')
  const limited = await read(who)
  expectRefused(limited, 429, 'rate_limited')
  expect(limited.headers['retry-after']).toBe('1')
  expect((await who.get('/v1/grants')).status).toBe(429)
  expect((await read(other)).status).toBe(200)
  await appended(who, 'harvest', harvestOf(who))
  a.clock.nowMs += 1_000
  expect((await read(who)).status).toBe(200)
})

describe('writing', () => {
  test('is limited to so many records a day, of all credentials of a party together', async () => {
    const [a, who] = await set({ recordsPerDay: '3' })
    const phone = actor(a.app, a.clock, who.id, await a.credential(who.id, 'device'))
    const other = await a.party('person', 'Ruth')
    for (const same of [who, phone, who]) await appended(same, 'harvest', harvestOf(who))
    expectRefused(await phone.append('harvest', harvestOf(who)), 429, 'quota_exceeded')
    const over = await who.append('harvest', harvestOf(who))
    expectRefused(over, 429, 'quota_exceeded')
    const wait = Number(over.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(86_400)
    expect((await who.get(`/v1/records?purpose=${PURPOSE}`)).status).toBe(200)
    await appended(other, 'harvest', harvestOf(other))
    a.clock.nowMs += wait * 1_000
    await appended(who, 'harvest', harvestOf(who))
  })
  test('is limited to so many bytes a day, announced or not', async () => {
    const [a, who] = await set({ bytesPerDay: '2000' })
    const padded = () => JSON.stringify(body(who)).padEnd(900, ' ')
    const chunked = () =>
      inject(a, who, Readable.from([padded()]), { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    expect((await who.post('/v1/records', padded(), JSON_TYPE)).status).toBe(201)
    expect((await chunked()).statusCode).toBe(201)
    const over = await chunked()
    expect([over.statusCode, over.json().code]).toEqual([429, 'quota_exceeded'])
    expectRefused(await who.post('/v1/records', padded(), JSON_TYPE), 429, 'quota_exceeded')
  })
  test('stops with 507 while the disk is nearly full, so that audited reads go on', async () => {
    const a = await makeAppliance({ minFreeBytes: '1000000000000000000' })
    const who = a.cooperative
    expectRefused(await who.append('harvest', harvestOf(who)), 507, 'storage_full')
    expectRefused(await who.post('/v1/grants', {}), 507, 'storage_full')
    // What takes consent back goes on, for others go on reading.
    expect((await who.post(`/v1/grants/${uuidv7()}/revocation`)).status).toBe(404)
    expect((await who.post('/v1/objections', { id: uuidv7(), channel: 'app' })).status).toBe(201)
    expectRefused(await who.post('/v1/subject-access-requests'), 507, 'storage_full')
    const audits = () => a.kernel.store.audit.size
    const before = audits()
    expect((await who.get(`/v1/records?purpose=${PURPOSE}`)).status).toBe(200)
    expect(audits()).toBe(before + 1)
    expect((await who.get('/v1/ready')).body).toMatchObject({
      status: 'not_ready',
      parts: { database: 'ok' },
    })
    expect((await who.get('/v1/health')).status).toBe(200)
  })
})

test('reference data is limited by minute and address', async () => {
  const [a] = await set({ registryPerMinute: '3' })
  const get = (remoteAddress: string) => a.app.inject({ url: '/v1/registry', remoteAddress })
  for (let n = 1; n <= 3; n++) expect((await get('10.0.0.1')).statusCode).toBe(200)
  const limited = await get('10.0.0.1')
  expect([limited.statusCode, limited.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  expect((await get('10.0.0.2')).statusCode).toBe(200)
})

describe('a counter', () => {
  test('counts each key in its window, and begins anew with the next', () => {
    let now = 10_500
    const counter = new WindowCounter(1_000, () => now)
    expect([counter.add('a'), counter.add('a', 4), counter.add('b'), counter.count('a')]).toEqual([
      1, 5, 1, 5,
    ])
    now = 10_999
    expect([counter.count('a'), counter.secondsLeft]).toEqual([5, 1])
    now = 11_000
    expect([counter.count('a'), counter.add('b')]).toEqual([0, 1])
  })
  test('is not stopped by a clock set back', () => {
    let now = 1_000_000
    const counter = new WindowCounter(1_000, () => now)
    counter.add('a', 5)
    now = 5_000
    expect(counter.count('a')).toBe(0)
  })
})

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '::ffff:10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the household of %s is %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
