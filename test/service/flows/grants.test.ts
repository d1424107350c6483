import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  expectBare404,
  expectRefused,
  harvestOf,
  idsInPages,
  PURPOSE,
  read,
} from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const lender = await a.party('institution', 'Bank')
const stranger = await a.party('person', 'Stranger')
const harvest: string = (await appended(farmer, 'harvest', harvestOf(farmer))).id

const draft = (more: object = {}) => ({
  id: uuidv7(),
  grantee: lender.id,
  purpose: PURPOSE,
  record_types: ['harvest'],
  expires_at: '2027-01-01T03:00:00+03:00',
  ...more,
})
const give = (more: object = {}) => farmer.post('/v1/grants', draft(more))
const revoke = (who: Actor, id: string, body?: object) => who.post(`/v1/grants/${id}/revocation`, body)
const mayRead = async (who: Actor, purpose = PURPOSE) =>
  (await who.get(`/v1/records/${harvest}?purpose=${purpose}`)).status === 200
const ids = (page: { grants: { id: string }[] }) => page.grants.map((grant) => grant.id)

test('a grant is returned as it is kept, and how it stands', async () => {
  const sent = draft({ channel: 'ussd_pin', record_types: ['inference', 'harvest'] })
  const answer = await farmer.post('/v1/grants', sent)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toEqual({
    ...sent,
    subject: farmer.id,
    // An id alone reveals no name (test/service/consent/names.test.ts).
    grantee_name: null,
    grantee_kind: null,
    record_types: ['harvest', 'inference'],
    valid_from: at(a.clock.nowMs),
    expires_at: '2027-01-01T00:00:00.000Z',
    received_at: at(a.clock.nowMs),
    revoked_at: null,
    status: 'live',
    live: true,
    ended: null,
  })
})

test('the same again is a replay; other content, or another’s id, is a conflict that says nothing', async () => {
  const sent = draft({ record_types: ['harvest', 'lot'] })
  const first = await farmer.post('/v1/grants', sent)
  a.clock.nowMs += 1_000
  const again = { ...sent, record_types: ['lot', 'harvest'], expires_at: '2027-01-01T00:00:00Z' }
  const replay = await farmer.post('/v1/grants', again)
  expect([replay.status, replay.body]).toEqual([200, first.body])
  for (const other of [
    { grantee: stranger.id },
    { purpose: 'insurance' },
    { record_types: ['lot'] },
    { expires_at: '2027-01-02T00:00:00Z' },
    { valid_from: first.body.valid_from },
    { channel: 'app' },
  ]) {
    const conflict = await farmer.post('/v1/grants', { ...sent, ...other })
    expectRefused(conflict, 409, 'id_conflict')
    expect(Object.keys(conflict.body).sort()).toEqual(['code', 'correlation_id', 'status', 'title', 'type'])
  }
  expectRefused(await stranger.post('/v1/grants', sent), 409, 'id_conflict')
  expectRefused(await give({ id: harvest }), 409, 'id_conflict')
})

describe('a grant is refused', () => {
  test.each(['id', 'grantee', 'purpose', 'record_types', 'expires_at'])('without %s', async (member) => {
    const { [member]: _, ...rest } = draft() as Record<string, unknown>
    expectRefused(await farmer.post('/v1/grants', rest), 422, 'schema_violation', [`/${member}`])
  })
  test.each<[string, object, string[]]>([
    ['a subject of its own', { subject: 'x' }, ['/subject']],
    ['no types', { record_types: [] }, ['/record_types']],
    ['an unknown type', { record_types: ['harvest', 'all'] }, ['/record_types/1']],
    ['a purpose that is no slug', { purpose: 'Credit!' }, ['/purpose']],
    ['an unknown channel', { channel: 'telex' }, ['/channel']],
    ['evidence, which is the operator’s', { evidence: 'a'.repeat(64) }, ['/evidence']],
    ['a day instead of an instant', { expires_at: '2027-01-01' }, ['/expires_at']],
  ])('with %s', async (_name, more, pointers) => {
    expectRefused(await give(more), 422, 'schema_violation', pointers)
  })
  test('for a purpose that nobody registered, though reads may name any', async () => {
    expectRefused(await give({ purpose: 'curiosity' }), 422, 'purpose_unknown', ['/purpose'])
    expect(await mayRead(farmer, 'curiosity')).toBe(true)
  })
  test('when it would have ended before it begins, or already', async () => {
    const now = at(a.clock.nowMs)
    const later = at(a.clock.nowMs + DAY_MS)
    expectRefused(await give({ expires_at: now }), 422, 'period_invalid', ['/expires_at'])
    const backwards = await give({ valid_from: later, expires_at: later })
    expectRefused(backwards, 422, 'period_invalid', ['/expires_at'])
  })
})

describe('what a grant opens', () => {
  test('begins at valid_from, ends at expires_at', async () => {
    const from = a.clock.nowMs + 1_000
    const grant = await give({ valid_from: at(from), expires_at: at(from + 1_000), purpose: 'insurance' })
    expect(grant.body.live).toBe(false)
    const seen: boolean[] = []
    for (const moment of [from - 1, from, from + 999, from + 1_000]) {
      a.clock.nowMs = moment
      seen.push(await mayRead(lender, 'insurance'))
    }
    expect(seen).toEqual([false, true, true, false])
  })
  test('is that purpose and type to that party, and nothing else', async () => {
    await give({ purpose: 'tax', record_types: ['harvest'] })
    expect(await mayRead(lender, 'tax')).toBe(true)
    expect(await mayRead(lender, 'research')).toBe(false)
    expect(await mayRead(stranger, 'tax')).toBe(false)
    await give({ purpose: 'research', record_types: ['lot', 'delivery', 'inference'] })
    expect(await mayRead(lender, 'research')).toBe(false)
  })
  test('ends with the revocation, from the very next read on', async () => {
    const { id } = (await give({ purpose: 'tax' })).body
    for (const grant of ids((await farmer.get('/v1/grants')).body))
      if (grant !== id) await revoke(farmer, grant)
    expect(await mayRead(lender, 'tax')).toBe(true)
    expect((await revoke(farmer, id)).status).toBe(201)
    expect(await mayRead(lender, 'tax')).toBe(false)
  })
})

describe('taking a grant back', () => {
  test('says when, and saying it again changes nothing', async () => {
    const { id } = (await give()).body
    const revocation = uuidv7()
    const first = await revoke(farmer, id, { id: revocation })
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({ id, revoked_at: at(a.clock.nowMs), live: false })
    a.clock.nowMs += 1_000
    for (const body of [undefined, {}, { id: revocation }, { id: uuidv7() }]) {
      const again = await revoke(farmer, id, body)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
  })
  test('is a bare 404 for anybody but the subject, and for what is not there', async () => {
    const { id } = (await give()).body
    for (const who of [lender, stranger, a.cooperative]) expectBare404(await revoke(who, id))
    for (const other of [uuidv7(), harvest, 'nothing']) expectBare404(await revoke(farmer, other))
    expect((await revoke(farmer, id)).status).toBe(201)
  })
  test('needs no body, even from a client that names its type', async () => {
    const { id } = (await give()).body
    const answer = await farmer.post(`/v1/grants/${id}/revocation`, '', {
      'content-type': 'application/json',
    })
    expect(answer.status, answer.text).toBe(201)
  })
  test('checks the body when there is one', async () => {
    const { id } = (await give()).body
    expectRefused(await revoke(farmer, id, { id: 'x' }), 422, 'schema_violation', ['/id'])
    expectRefused(await revoke(farmer, id, { reason: 'x' }), 422, 'schema_violation', ['/reason'])
    expectRefused(await revoke(farmer, id, []), 422, 'schema_violation', [''])
    expectRefused(await revoke(farmer, id, { id: harvest }), 409, 'id_conflict')
  })
  test('given again under the same id is a replay of what is over', async () => {
    const sent = draft()
    await farmer.post('/v1/grants', sent)
    await revoke(farmer, sent.id)
    const replay = await farmer.post('/v1/grants', sent)
    expect([replay.status, replay.body.live]).toEqual([200, false])
  })
})

describe('the list of grants', () => {
  test('is the caller’s own in the role asked for, newest first', async () => {
    const bank = await a.party('institution', 'Other Bank')
    const first = (await give({ grantee: bank.id })).body.id
    const second = (await give({ grantee: bank.id, purpose: 'insurance' })).body.id
    expect(ids((await bank.get('/v1/grants?role=grantee')).body)).toEqual([second, first])
    expect((await bank.get('/v1/grants')).body).toEqual({ grants: [], next: null })
    expect(ids((await farmer.get('/v1/grants?role=subject')).body).slice(0, 2)).toEqual([second, first])
    expect((await stranger.get('/v1/grants?role=grantee')).body.grants).toEqual([])
  })
  test('is what it was granted for a reader, who can grant nothing', async () => {
    const bank = await a.party('institution', 'Reading Bank')
    const given = (await give({ grantee: bank.id })).body.id
    const reader = a.holder(await a.credential(bank.id, 'reader'), bank.id)
    expect(ids((await reader.get('/v1/grants')).body)).toEqual([given])
    expect((await reader.get('/v1/grants?role=subject')).body.grants).toEqual([])
  })
  test('comes in pages', async () => {
    const all = ids((await farmer.get('/v1/grants?limit=500')).body)
    expect(all.length).toBeGreaterThan(9)
    expect((await idsInPages(farmer, '/v1/grants?limit=3', 'grants')).flat()).toEqual(all)
  })
  test('takes no cursor that it did not give this caller in this role', async () => {
    const mine = (await give()).body.id
    expect((await farmer.get(`/v1/grants?cursor=${mine}`)).status).toBe(200)
    expectRefused(await farmer.get(`/v1/grants?role=grantee&cursor=${mine}`), 400, 'invalid_cursor')
    for (const cursor of [mine, harvest, uuidv7(), 'x'])
      expectRefused(await stranger.get(`/v1/grants?cursor=${cursor}`), 400, 'invalid_cursor')
  })
  test.each(['role=owner', 'role=subject&role=grantee', 'limit=0', 'limit=501', 'limit=1e2', 'page=2'])(
    'refuses ?%s',
    async (parameters) => {
      expectRefused(await farmer.get(`/v1/grants?${parameters}`), 400, 'invalid_parameter')
    },
  )
})

test('what somebody else keeps is not opened by a grant of one’s own', async () => {
  const theirs = await appended(stranger, 'harvest', harvestOf(stranger))
  await give()
  expectBare404(await lender.get(`/v1/records/${theirs.id}?purpose=${PURPOSE}`))
  expect((await read(lender, harvest)).id).toBe(harvest)
})

describe('terms', () => {
  const terms = {
    occurred_from: '2026-01-01T03:00:00+03:00',
    occurred_to: '2026-07-01T00:00:00Z',
    keep_until: '2028-01-01T00:00:00Z',
  }
  const stored = {
    occurred_from: '2026-01-01T00:00:00.000Z',
    occurred_to: '2026-07-01T00:00:00.000Z',
    keep_until: '2028-01-01T00:00:00.000Z',
  }

  test('are returned as they are kept, and sent again in other words are a replay', async () => {
    const sent = draft(terms)
    const answer = await farmer.post('/v1/grants', sent)
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining(stored)])
    const again = await farmer.post('/v1/grants', { ...sent, ...stored })
    expect([again.status, again.body]).toEqual([200, answer.body])
    for (const member of Object.keys(terms)) {
      const { [member as keyof typeof terms]: _, ...without } = sent as typeof sent & typeof terms
      expectRefused(await farmer.post('/v1/grants', without), 409, 'id_conflict')
    }
    expect((await lender.get('/v1/grants?role=grantee')).body.grants).toContainEqual(
      expect.objectContaining({ id: sent.id, ...stored }),
    )
  })

  test.each([
    ['occurred_from', 'yesterday', 'schema_violation'],
    ['occurred_to', '2026-13-01T00:00:00Z', 'schema_violation'],
    ['keep_until', 17, 'schema_violation'],
    ['replaces', 'the last one', 'schema_violation'],
    ['request_id', uuidv7(), 'schema_violation'],
    ['occurred_to', terms.occurred_from, 'period_invalid'],
    ['occurred_to', '2025-12-31T00:00:00Z', 'period_invalid'],
    ['keep_until', '2026-12-31T00:00:00Z', 'period_invalid'],
  ] as const)('%s that is %s is refused by name', async (member, value, code) => {
    const answer = await give({ ...terms, [member]: value })
    expectRefused(answer, 422, code, [`/${member}`])
  })

  test('a grant that is replaced ends in the same instant; what may not be replaced gets the same words', async () => {
    const first = await give({ purpose: 'insurance' })
    const second = await give({ purpose: 'insurance', replaces: first.body.id })
    expect([second.status, second.body.replaces]).toEqual([201, first.body.id])
    const { grants } = (await farmer.get('/v1/grants')).body
    expect(grants.find((one: { id: string }) => one.id === first.body.id)).toMatchObject({
      live: false,
      revoked_at: second.body.received_at,
    })
    const others = await stranger.post('/v1/grants', draft({ purpose: 'insurance' }))
    const elsewhere = await give({ purpose: 'insurance', grantee: stranger.id })
    const answers = []
    for (const replaces of [first.body.id, others.body.id, elsewhere.body.id, harvest, uuidv7()])
      answers.push(await give({ purpose: 'insurance', replaces }))
    answers.push(await give({ purpose: 'research', replaces: second.body.id }))
    for (const answer of answers) {
      expectRefused(answer, 422, 'reference_unresolved', ['/replaces'])
      expect({ ...answer.body, correlation_id: '' }).toEqual({ ...answers[0]?.body, correlation_id: '' })
    }
    const later = await give({
      purpose: 'insurance',
      replaces: second.body.id,
      valid_from: at(a.clock.nowMs + DAY_MS),
    })
    expectRefused(later, 422, 'period_invalid', ['/valid_from'])
    expect((await farmer.get('/v1/grants')).body.grants[0]).toMatchObject({ live: true })
  })

  test('a window holds on every surface, and its refusal is that of what is not there', async () => {
    const person = await a.party('person', 'Window')
    const at0 = a.clock.nowMs - 100 * DAY_MS
    const [inside, outside] = [
      (await appended(person, 'harvest', harvestOf(person, { occurred_at: at(at0) }))).id,
      (await appended(person, 'harvest', harvestOf(person, { occurred_at: at(at0 - 1) }))).id,
    ]
    const corrected = (
      await appended(person, 'harvest', harvestOf(person, { occurred_at: at(at0 - 1), supersedes: inside }))
    ).id
    await person.post('/v1/grants', draft({ occurred_from: at(at0), occurred_to: at(at0 + 1) }))
    const get = (path: string) => lender.get(`${path}?purpose=${PURPOSE}`)
    expect((await get(`/v1/records/${inside}`)).status).toBe(200)
    for (const id of [outside, corrected, uuidv7()])
      for (const path of ['', '/chain', '/proof']) expectBare404(await get(`/v1/records/${id}${path}`))
    // The correction lies outside: its id is not told, the standing is.
    const shown = await read(lender, inside)
    expect(shown.derived).toMatchObject({ superseded_by: [], standing: 'superseded' })
    expect((await get(`/v1/records/${inside}/chain`)).body.records).toHaveLength(1)
    const listed = await lender.get(
      `/v1/records?purpose=${PURPOSE}&standing=any&subject=${person.id}&limit=1`,
    )
    expect(listed.body.records.map((one: { id: string }) => one.id)).toEqual([inside])
    expect(listed.body.next).toBe(null)
  })
})
