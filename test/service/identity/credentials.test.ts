import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { ABILITIES, type Ability, type CredentialKind } from '../../../src/domain/credential.ts'
import { type Actor, type Answer, actor, makeAppliance } from '../../support/appliance.ts'
import { expectRefused, harvestOf, PURPOSE } from '../../support/flows/help.ts'

const a = await makeAppliance({ failedAuthPerMinute: '1000' })
const farmer = await a.party('person', 'Grace')

const issue = (partyId: string, kind: CredentialKind = 'party', expires?: number) =>
  a.kernel.ports.submit(() => a.kernel.credentials.issue('test', partyId, kind, expires ?? null))
const revoke = (id: string) => a.kernel.ports.submit(() => a.kernel.credentials.revoke('test', id))
const as = (token: string) => actor(a.app, a.clock, farmer.id, token)
const list = (who: Actor, headers?: Record<string, string>) =>
  who.get(`/v1/records?purpose=${PURPOSE}`, headers)

/** Everything of an answer that a caller can tell apart, but for what differs with every request. */
function alike({ status, headers, body }: Answer) {
  const { date: _, 'x-correlation-id': __, 'content-length': ___, ...rest } = headers
  return { status, headers: rest, body: { ...body, correlation_id: '' } }
}

describe('what each kind of credential may do', async () => {
  /** What an operation asks for; nothing where anybody may ask. Which kind has which ability, the unit tests say. */
  const NEEDED: Readonly<Record<string, Ability | null>> = {
    'GET /v1/records': 'read',
    'GET /v1/records/{id}': 'read',
    'GET /v1/records/{id}/chain': 'read',
    'GET /v1/records/{id}/events': 'read',
    'GET /v1/records/{id}/origin': 'read',
    'GET /v1/records/{id}/proof': 'read',
    'GET /v1/inferences/{id}': 'read',
    'GET /v1/evidence/{sha256}': 'read',
    'GET /v1/disclosures': 'read',
    'GET /v1/sync/changes': 'read',
    'POST /v1/sync/outbox': 'write',
    'POST /v1/records': 'write',
    'POST /v1/deliveries/{id}/confirmation': 'write',
    'POST /v1/obligations/{id}/confirmation': 'write',
    'POST /v1/payments/{id}/confirmation': 'write',
    'OPTIONS /v1/uploads': 'write',
    'POST /v1/uploads': 'write',
    'HEAD /v1/uploads/{id}': 'write',
    'PATCH /v1/uploads/{id}': 'write',
    'DELETE /v1/uploads/{id}': 'write',
    'POST /v1/inferences': 'infer',
    'GET /v1/lender-view': 'see_consent',
    'GET /v1/grants': 'see_consent',
    'GET /v1/grants/{id}/receipt': 'see_consent',
    'GET /v1/delegations': 'see_consent',
    'GET /v1/objections': 'see_consent',
    'GET /v1/access-requests': 'see_consent',
    'POST /v1/grants': 'consent',
    'POST /v1/grants/{id}/revocation': 'consent',
    'POST /v1/delegations': 'consent',
    'POST /v1/delegations/{id}/revocation': 'consent',
    'POST /v1/objections': 'consent',
    'POST /v1/objections/{id}/withdrawal': 'consent',
    'POST /v1/access-requests/{id}/decision': 'consent',
    'POST /v1/subject-access-requests': 'consent',
    'POST /v1/access-requests': 'ask',
    'POST /v1/access-requests/{id}/withdrawal': 'ask',
    'POST /v1/devices': 'enrol',
    // Who asks from where may do so too: test/service/appliance/metrics/access.test.ts.
    'GET /v1/metrics': null,
    'GET /v1/anchors/key': null,
    'GET /v1/anchors/roots': null,
    'GET /v1/anchors/consistency': null,
    'GET /v1/registry': null,
    'GET /v1/registry/{kind}': null,
    'GET /v1/registry/{kind}/{id}': null,
    'GET /v1/health': null,
    'GET /v1/ready': null,
    'GET /v1/openapi.json': null,
    'GET /v1/tls/authority': null,
  }
  const kinds = Object.keys(ABILITIES) as CredentialKind[]
  const tokens = new Map<CredentialKind, string>()
  for (const kind of kinds) tokens.set(kind, (await issue(farmer.id, kind)).token)

  test('every operation of the contract is here', () => {
    const { paths } = a.app.swagger() as { paths: Record<string, object> }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(Object.keys(NEEDED).sort()).toEqual(operations.sort())
  })

  const closed = Object.entries(NEEDED).filter(([, ability]) => ability !== null) as [string, Ability][]
  test.each(closed)('%s needs one that may %s', async (operation, ability) => {
    const [method, path = ''] = operation.split(' ') as [never, string]
    const url = path
      .replace('{id}', '01900000-0000-7000-8000-000000000001')
      .replace('{sha256}', 'ab'.repeat(32))
    const ask = (headers: Record<string, string>) =>
      a.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })
    for (const kind of kinds) {
      const answer = await ask({ authorization: `Bearer ${tokens.get(kind)}` })
      if (ABILITIES[kind].has(ability)) expect([401, 403], kind).not.toContain(answer.statusCode)
      else {
        expect(answer.statusCode, kind).toBe(403)
        if (method !== 'HEAD') expect(answer.json().code).toBe('not_permitted_for_credential')
      }
    }
    const nobody = await ask({})
    expect(nobody.statusCode).toBe(401)
    expect(nobody.headers['www-authenticate']).toContain('Bearer realm="granary"')
  })
})

describe('who has no valid credential gets one answer, whatever is wrong', () => {
  test('missing, unknown, malformed, expired, revoked', async () => {
    const expired = await issue(farmer.id, 'party', a.clock.nowMs + 1_000)
    const revoked = await issue(farmer.id)
    expect((await list(as(expired.token))).status).toBe(200)
    expect((await list(as(revoked.token))).status).toBe(200)
    a.clock.nowMs += 1_000
    await revoke(revoked.credential_id)
    const anonymous = (headers: Record<string, string>) =>
      as('x').get(`/v1/records?purpose=${PURPOSE}`, { authorization: '', ...headers })
    const answers = [
      await anonymous({}),
      await list(as(`gry_${'A'.repeat(43)}`)),
      await list(as('nonsense')),
      await list(as(expired.token)),
      await list(as(revoked.token)),
      await anonymous({ authorization: `Basic ${Buffer.from(`x:${farmer.token}`).toString('base64')}` }),
      await anonymous({ authorization: farmer.token }),
      await anonymous({ authorization: `Bearer ${farmer.token}x` }),
      await anonymous({ authorization: `Bearer ${farmer.token} ${farmer.token}` }),
    ]
    for (const answer of answers) {
      expectRefused(answer, 401, 'no_verified_subject')
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="granary"')
      expect(alike(answer)).toEqual(alike(answers[0] as Answer))
      expect(answer.text).not.toMatch(/expired|revoked|unknown/i)
    }
  })
  test('nobody asks for one where none is needed', async () => {
    const nobody = as('nonsense')
    for (const url of ['/v1/health', '/v1/ready', '/v1/registry', '/v1/openapi.json'])
      expect((await nobody.get(url)).status, url).toBe(200)
  })
})

describe('a token', () => {
  test('is 256 random bits, shown once; its SHA-256 alone is kept', async () => {
    const { token } = await issue(farmer.id)
    expect(token).toMatch(/^gry_[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(token.slice(4), 'base64url')).toHaveLength(32)
    expect((await issue(farmer.id)).token).not.toBe(token)
    const kept = a.kernel.store.db.prepare('SELECT token_sha256 FROM credential').pluck().all() as Buffer[]
    const hash = createHash('sha256').update(token).digest()
    expect(kept.some((one) => one.equals(hash))).toBe(true)
    expect(JSON.stringify(a.kernel.credentials.list())).not.toContain(token.slice(4))
  })
  test('is taken whatever the case of the word Bearer', async () => {
    for (const word of ['bearer', 'BEARER', 'Bearer '])
      expect((await list(farmer, { authorization: `${word} ${farmer.token}` })).status).toBe(200)
  })
})

describe('the life of a credential', () => {
  test('it ends at the instant it expires', async () => {
    const end = a.clock.nowMs + 5_000
    const who = as((await issue(farmer.id, 'party', end)).token)
    a.clock.nowMs = end - 1
    expect((await list(who)).status).toBe(200)
    a.clock.nowMs = end
    expectRefused(await list(who), 401, 'no_verified_subject')
  })
  test('a clock set back does not bring it back', async () => {
    const end = a.clock.nowMs + 5_000
    const who = as((await issue(farmer.id, 'party', end)).token)
    a.clock.nowMs = end
    await farmer.append('harvest', harvestOf(farmer))
    a.clock.nowMs = end - 4_000
    expectRefused(await list(who), 401, 'no_verified_subject')
    a.clock.nowMs = end
  })
  test('revocation bites on the next request; of several credentials only that one ends', async () => {
    const [first, second] = [await issue(farmer.id), await issue(farmer.id)]
    for (const { token } of [first, second]) expect((await list(as(token))).status).toBe(200)
    await revoke(first.credential_id)
    expectRefused(await list(as(first.token)), 401, 'no_verified_subject')
    expect((await list(as(second.token))).status).toBe(200)
  })
  test('revocation is a new row, and doing it again adds none', async () => {
    const { credential_id } = await issue(farmer.id)
    const ends = () => a.kernel.store.db.prepare('SELECT count(*) FROM credential_end').pluck().get()
    const before = ends() as number
    const first = await revoke(credential_id)
    expect(await revoke(credential_id)).toEqual(first)
    expect(ends()).toBe(before + 1)
  })
  test('what is no credential cannot be revoked', async () => {
    await expect(revoke(uuidv7())).rejects.toThrow('no credential')
  })
  test('none is issued to a party that nobody of standing asserts, nor for the past', async () => {
    const stranger = uuidv7()
    await expect(issue(stranger)).rejects.toMatchObject({ code: 'party_not_asserted' })
    await farmer.append('party', { party: stranger, kind: 'person', display_name: 'Invented' })
    await expect(issue(stranger)).rejects.toBeInstanceOf(Problem)
    await a.cooperative.append('party', { party: stranger, kind: 'person', display_name: 'Real' })
    expect((await issue(stranger)).token).toMatch(/^gry_/)
    await expect(issue(farmer.id, 'party', a.clock.nowMs)).rejects.toMatchObject({ code: 'period_invalid' })
  })
})

test('too many wrong tokens from one address are answered 429, but a right one from there still works, and so does a missing one', async () => {
  const b = await makeAppliance({ failedAuthPerMinute: '5' })
  const member = await b.party('person', 'Member')
  const guess = (remoteAddress: string, authorization = `Bearer gry_${'B'.repeat(43)}`) =>
    b.app.inject({
      ...{ method: 'GET', url: `/v1/records?purpose=${PURPOSE}`, remoteAddress },
      headers: { authorization },
    })
  const statusOf = async (...from: Parameters<typeof guess>) => (await guess(...from)).statusCode
  for (let n = 1; n <= 5; n++) expect(await statusOf('10.0.0.1')).toBe(401)
  const limited = await guess('10.0.0.1')
  expect([limited.statusCode, limited.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await statusOf('10.0.0.1', `Bearer ${member.token}`)).toBe(200)
  expect(await statusOf('10.0.0.1', '')).toBe(401)
  expect(await statusOf('10.0.0.2')).toBe(401)
  // One household has a whole /64 of IPv6 addresses.
  for (let n = 1; n <= 5; n++) expect(await statusOf(`2001:db8::${n}`)).toBe(401)
  expect(await statusOf('2001:db8::99')).toBe(429)
  expect(await statusOf('2001:db8:0:1::1')).toBe(401)
  b.clock.nowMs += 60_000
  expect(await statusOf('10.0.0.1')).toBe(401)
})
