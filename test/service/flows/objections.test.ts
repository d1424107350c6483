import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  batch,
  DAY_MS,
  expectRefused,
  granted,
  grantedAsAsked,
  harvestOf,
  mandate,
  PURPOSE,
} from '../../support/flows/help.ts'

const a = await makeAppliance()
let anna: Actor
let ben: Actor
let lender: Actor
beforeEach(async () => {
  anna = await a.party('person', 'Anna Akello')
  ben = await a.party('person', 'Ben')
  lender = await a.party('institution', 'Harvest Bank')
})

const object = (who: Actor, more: object = {}) =>
  who.post('/v1/objections', { id: uuidv7(), channel: 'app', ...more })
const withdraw = (who: Actor, id: string, body: object = { channel: 'in_person' }) =>
  who.post(`/v1/objections/${id}/withdrawal`, body)
const grant = () => granted(a, anna, lender, ['harvest'])
const harvest = async (lawful_basis: string) =>
  (await appended(anna, 'harvest', harvestOf(anna, { lawful_basis }))).id as string
const mayRead = async (id: string) =>
  (await lender.get(`/v1/records/${id}?purpose=${PURPOSE}`)).status === 200
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/

test('a record on consent that a grant opened is closed from the very next read, and the reply says so', async () => {
  const id = await harvest('consent')
  const contract = await harvest('contract_performance')
  const given = await grant()
  expect(await mayRead(id)).toBe(true)
  const answer = await object(anna)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({
    subject: anna.id,
    lodged_by: anna.id,
    purposes: null,
    record_types: null,
    channel: 'app',
    withdrawn_at: null,
    effect: 'stopped_some',
    stopped: [{ record_type: 'harvest', lawful_basis: 'consent', count: 1 }],
    continuing: [{ record_type: 'harvest', lawful_basis: 'contract_performance', count: 1, why: 'exempt' }],
    withdrawable_grants: [{ id: given, grantee: lender.id, purpose: PURPOSE, record_types: ['harvest'] }],
  })
  expect([await mayRead(id), await mayRead(contract)]).toEqual([false, true])
})

describe('sentences', () => {
  test('say in words what stops, what does not and why, and what can be done instead', async () => {
    await harvest('consent')
    await harvest('contract_performance')
    await grantedAsAsked(a, anna, lender, ['harvest'])
    const { body } = await object(anna, { purposes: [PURPOSE], record_types: ['harvest', 'lot'] })
    expect(body.sentences).toEqual([
      'You object to your harvests and lots being used for credit assessment.',
      'From now on nobody else is shown these any more for that: 1 harvest.',
      'An objection does not reach 1 harvest, kept on the ground "Performance of a contract". Anyone you opened that to can go on reading it.',
      'You have opened harvests to Harvest Bank (institution) for credit assessment until 6 Oct 2026.',
      'You can take that consent back instead, at any time: then nothing is open under it at all.',
      'It also holds for what is recorded about you from now on.',
      'You yourself, those who recorded something about you, the other side of a delivery or an agreement, and anyone who received a lot can still read it.',
      'You can take this objection back, in person or in writing.',
    ])
    expect(body.sentences.join(' ')).not.toMatch(UUID)
  })
  test.each([
    ['no records', async () => {}, /nothing is recorded about you/],
    ['only exempt ones', async () => harvest('medical'), /the law lets these records go on/],
    ['only consent', async () => harvest('consent'), /nobody else could be shown these records/],
  ])('with %s they say why nothing stops', async (_what, before, words) => {
    await before()
    expect((await object(anna)).body.sentences.join(' ')).toMatch(words)
  })
})

describe('withdrawal', () => {
  test('opens again from the very next read; twice is once', async () => {
    const id = await harvest('consent')
    await grant()
    const { body } = await object(anna)
    const answer = await withdraw(anna, body.id)
    expect(answer.status, answer.text).toBe(201)
    const sentences = [
      'On 28 Jun 2026 you objected to everything recorded about you being used for any purpose.',
      'That closed to others: 1 harvest.',
      'You took it back on 28 Jun 2026; since then it stops nothing.',
    ]
    expect(answer.body).toEqual({ ...body, withdrawn_at: at(a.clock.nowMs), sentences })
    expect(await mayRead(id)).toBe(true)
    const again = await withdraw(anna, body.id, { channel: 'written' })
    expect([again.status, again.body]).toEqual([200, answer.body])
  })
  test('takes in_person or written, and never somebody else’s word', async () => {
    const { body } = await object(anna)
    for (const channel of ['app', undefined])
      expectRefused(await withdraw(anna, body.id, { channel }), 422, 'schema_violation', ['/channel'])
    const delegation = await mandate(a, anna, ben, { acts: ['object'] })
    const acting = { channel: 'in_person', on_behalf_of: anna.id, delegation_id: delegation }
    expectRefused(await withdraw(ben, body.id, acting), 422, 'schema_violation')
    expect((await anna.get('/v1/objections')).body.objections[0].withdrawn_at).toBe(null)
  })
})

test('one that a delegate lodges stands as the principal’s, who sees it and can take it back', async () => {
  const id = await harvest('consent')
  await grant()
  const lodge = (delegation_id: string) =>
    object(ben, { on_behalf_of: anna.id, delegation_id, record_types: ['harvest'] })
  const refused = await lodge(await mandate(a, anna, ben, { acts: ['assert', 'correct'] }))
  expectRefused(refused, 422, 'delegation_not_live', ['/delegation_id'])
  const answer = await lodge(await mandate(a, anna, ben, { acts: ['object'], record_types: ['harvest'] }))
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({ subject: anna.id, lodged_by: ben.id, on_behalf_of: anna.id })
  expect(await mayRead(id)).toBe(false)
  expect((await ben.get('/v1/objections')).body.objections).toEqual([])
  expect((await withdraw(anna, answer.body.id)).status).toBe(201)
})

test('unknown purposes are named', async () => {
  const answer = await object(anna, { purposes: [PURPOSE, 'gossip', 'spying'] })
  expectRefused(answer, 422, 'purpose_unknown', ['/purposes/1', '/purposes/2'])
  expect((await anna.get('/v1/objections')).body.objections).toEqual([])
})

test('a person with thousands of records is counted whole, while others are answered', async () => {
  const onDuty = () => harvestOf(anna, { lawful_basis: 'public_duty' })
  for (let i = 0; i < 20; i++) await batch(a, anna, 100, 'harvest', onDuty)
  const lodged = object(anna)
  const late = harvest('public_duty')
  const { body } = await lodged
  await late
  expect(body.stopped).toEqual([{ record_type: 'harvest', lawful_basis: 'public_duty', count: 2_000 }])
})

test('a party has so many standing objections and grants at most; taking one back makes room', async () => {
  const small = await makeAppliance({ maxObjections: '2', maxGrants: '2' })
  const cora = await small.party('person', 'Cora')
  const give = () =>
    cora.post('/v1/grants', {
      id: uuidv7(),
      grantee: small.cooperative.id,
      purpose: PURPOSE,
      record_types: ['harvest'],
      expires_at: at(small.clock.nowMs + DAY_MS),
    })
  for (const [act, code] of [
    [() => object(cora), 'too_many_objections'],
    [give, 'too_many_grants'],
  ] as const) {
    const first = await act()
    expect([first.status, (await act()).status]).toEqual([201, 201])
    expectRefused(await act(), 422, code)
    const end = code === 'too_many_grants' ? `/v1/grants/${first.body.id}/revocation` : null
    if (end) await cora.post(end)
    else await withdraw(cora, first.body.id)
    expect((await act()).status).toBe(201)
  }
})

test('many grants are named up to a number, and the rest is counted', async () => {
  const readers = Array.from({ length: 8 }, () => ({ id: uuidv7() }))
  for (let i = 0; i < 150; i++) {
    const expires_at = at(a.clock.nowMs + (i + 1) * DAY_MS)
    await granted(a, anna, readers[i % 8] as { id: string }, ['harvest'], PURPOSE, { expires_at })
  }
  const { body } = await object(anna)
  expect([body.withdrawable_grants.length, body.more_withdrawable_grants]).toEqual([100, 50])
  expect(body.sentences.join(' ')).toContain('Besides, you have given 140 more consents.')
})
