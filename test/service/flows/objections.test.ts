import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import { type Actor, type AnyAppliance, makeAppliance } from '../../support/any-appliance.ts'
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

let a: AnyAppliance
let anna: Actor
let ben: Actor
let lender: Actor
beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna Akello')
  ben = await a.party('person', 'Ben')
  lender = await a.party('institution', 'Harvest Bank')
})
afterEach(() => a.close())

const object = (who: Actor, more: object = {}) =>
  who.post('/v1/objections', { id: uuidv7(), channel: 'app', ...more })
const withdraw = (who: Actor, id: string, body: object = { channel: 'in_person' }) =>
  who.post(`/v1/objections/${id}/withdrawal`, body)
const grant = (from: Actor, types: string[], more: object = {}) =>
  granted(a, from, lender, types, PURPOSE, more)
const harvest = async (basis: string, from = anna) =>
  (await appended(from, 'harvest', harvestOf(from, { lawful_basis: basis }))).id as string
const mayRead = async (id: string, purpose = PURPOSE) =>
  (await lender.get(`/v1/records/${id}?purpose=${purpose}`)).status === 200
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/

describe('the effect, fixed at lodging', () => {
  test('stopped_some: a record on consent that a grant opened, closed from the very next read', async () => {
    const id = await harvest('consent')
    const contract = await harvest('contract_performance')
    const given = await grant(anna, ['harvest'])
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

  test('stopped_nothing_no_records: the entry in the register of people does not count', async () => {
    const { body } = await object(anna)
    expect([body.effect, body.stopped, body.continuing]).toEqual(['stopped_nothing_no_records', [], []])
  })

  test('it stays what it was, whatever comes later; but it holds for what comes later', async () => {
    const { body } = await object(anna)
    const id = await harvest('consent')
    await grant(anna, ['harvest'])
    expect(await mayRead(id)).toBe(false)
    const [listed] = (await anna.get('/v1/objections')).body.objections
    expect({ ...listed, sentences: null }).toEqual({ ...body, sentences: null })
    expect(listed.sentences[1]).toMatch(/^It stopped nothing then, because nothing was recorded/)
  })
})

describe('sentences', () => {
  test('say the last day of a consent that ends at midnight', async () => {
    await grantedAsAsked(a, anna, lender, ['harvest'], '2026-12-31T21:00:00.000Z')
    await harvest('contract_performance')
    const { body } = await object(anna, { purposes: [PURPOSE] })
    expect(body.sentences.join(' ')).toContain('for credit assessment until 31 Dec 2026.')
  })

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
    await grant(anna, ['harvest'])
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
    for (const channel of ['app', 'ussd_pin', 'letter'])
      expectRefused(await withdraw(anna, body.id, { channel }), 422, 'schema_violation', ['/channel'])
    expectRefused(await withdraw(anna, body.id, {}), 422, 'schema_violation', ['/channel'])
    const delegation = await mandate(a, anna, ben, { acts: ['object'] })
    const acting = { channel: 'in_person', on_behalf_of: anna.id, delegation_id: delegation }
    expectRefused(await withdraw(ben, body.id, acting), 422, 'schema_violation')
    expect((await anna.get('/v1/objections')).body.objections[0].withdrawn_at).toBe(null)
  })
})

describe('lodged by a delegate', () => {
  const types = ['party', 'harvest', 'lot', 'delivery', 'delivery_confirmation']
  const lodge = (delegation: string, more: object = {}) =>
    object(ben, { on_behalf_of: anna.id, delegation_id: delegation, ...more })

  test('stands as the principal’s, who sees it and can take it back', async () => {
    const id = await harvest('consent')
    await grant(anna, ['harvest'])
    const delegation = await mandate(a, anna, ben, { acts: ['object'], record_types: ['harvest'] })
    const answer = await lodge(delegation, { record_types: ['harvest'] })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ subject: anna.id, lodged_by: ben.id, on_behalf_of: anna.id })
    expect(await mayRead(id)).toBe(false)
    expect((await ben.get('/v1/objections')).body.objections).toEqual([])
    expect((await withdraw(anna, answer.body.id)).status).toBe(201)
  })
  test.each([
    ['without the act', { acts: ['assert', 'correct'] }, ['harvest']],
    ['not over that type', { record_types: ['lot'] }, ['harvest']],
    ['not over every type', { record_types: types }, undefined],
    ['over predictions without every type', { record_types: types }, ['inference']],
    ['expired', { sinceMs: 10 * DAY_MS, forMs: 1 }, ['harvest']],
  ])('is refused by a mandate %s', async (_what, given, record_types) => {
    const delegation = await mandate(a, anna, ben, { acts: ['object'], ...given })
    a.clock.nowMs += 1_000
    const answer = await lodge(delegation, record_types === undefined ? {} : { record_types })
    expectRefused(answer, 422, 'delegation_not_live', ['/delegation_id'])
    expect((await anna.get('/v1/objections')).body.objections).toEqual([])
  })
  test('a delegate is told what its mandate covers, and nothing of whom the person has opened records to', async () => {
    await harvest('public_duty')
    await appended(anna, 'obligation', {
      kind: 'other',
      obligor: anna.id,
      obligee: a.cooperative.id,
      lawful_basis: 'special_data_consent',
    })
    await grant(anna, ['harvest', 'obligation'])
    const delegation = await mandate(a, anna, ben, { acts: ['object'], record_types: ['harvest'] })
    const sent = { id: uuidv7(), record_types: ['harvest'] }
    const { body } = await lodge(delegation, sent)
    expect(body).toMatchObject({ effect: 'stopped_some', continuing: [], withdrawable_grants: [] })
    expect(body.stopped).toEqual([{ record_type: 'harvest', lawful_basis: 'public_duty', count: 1 }])
    expect(JSON.stringify(body)).not.toMatch(/obligation|Harvest Bank/)
    await anna.post(`/v1/delegations/${delegation}/revocation`)
    await withdraw(anna, body.id)
    expect((await lodge(delegation, sent)).body).toEqual(body)
    const [hers] = (await anna.get('/v1/objections')).body.objections
    expect(hers.continuing).toHaveLength(1)
    expect(hers.withdrawable_grants).toHaveLength(1)
  })
  test('over everything takes a mandate over every type', async () => {
    const delegation = await mandate(a, anna, ben, { acts: ['object'], record_types: RECORD_TYPES })
    expect((await lodge(delegation)).status).toBe(201)
    expect((await lodge(delegation, { record_types: ['inference'] })).status).toBe(201)
    await anna.post(`/v1/delegations/${delegation}/revocation`)
    expectRefused(await lodge(delegation), 422, 'delegation_not_live')
  })
  test('without a mandate, or with somebody else’s, nothing is written and nothing learned', async () => {
    const others = await mandate(a, anna, lender, { acts: ['object'] })
    expectRefused(await object(ben, { on_behalf_of: anna.id }), 422, 'delegation_required', [
      '/delegation_id',
    ])
    expectRefused(await object(ben, { delegation_id: others }), 422, 'delegation_required', ['/on_behalf_of'])
    const refusals = await Promise.all([others, uuidv7(), anna.id].map((id) => lodge(id)))
    for (const refusal of refusals) {
      expectRefused(refusal, 422, 'reference_unresolved', ['/delegation_id'])
      expect({ ...refusal.body, correlation_id: '' }).toEqual({ ...refusals[0]?.body, correlation_id: '' })
    }
    expect((await anna.get('/v1/objections')).body.objections).toEqual([])
  })
})

describe('bad input', () => {
  test('unknown purposes are named', async () => {
    expectRefused(await object(anna, { purposes: [PURPOSE, 'gossip', 'spying'] }), 422, 'purpose_unknown', [
      '/purposes/1',
      '/purposes/2',
    ])
    expect((await anna.get('/v1/objections')).body.objections).toEqual([])
  })
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
  const many = await makeAppliance()
  const cora = await many.party('person', 'Cora')
  const readers = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => many.party('institution', name)),
  )
  for (let i = 0; i < 150; i++) {
    await granted(many, cora, readers[i % 8] as Actor, ['harvest'], PURPOSE, {
      expires_at: at(many.clock.nowMs + (i + 1) * DAY_MS),
    })
  }
  const { body } = await object(cora)
  expect([body.withdrawable_grants.length, body.more_withdrawable_grants]).toEqual([100, 50])
  expect(body.sentences.join(' ')).toContain('Besides, you have given 140 more consents.')
})
