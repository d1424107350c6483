import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import {
  actingFor,
  appended,
  confirm,
  deliveryOf,
  expectRefused,
  harvestOf,
  logSize,
  mandate,
  retract,
} from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')

const harvest = (more: object = {}) => ({
  id: uuidv7(),
  type: 'harvest',
  occurred_at: '2026-06-27T07:15:00Z',
  lawful_basis: 'consent',
  producer: farmer.id,
  crop: 'coffee_fresh_cherry',
  quantity: { value: 12.5, unit: 'kg' },
  ...more,
})

describe('the same content under the same id is a replay', () => {
  const cases: [name: string, first: object, again: object][] = [
    ['as sent', {}, {}],
    ['the same instant at another offset', {}, { occurred_at: '2026-06-27T10:15:00+03:00' }],
    ['digits below the millisecond', {}, { occurred_at: '2026-06-27T07:15:00.0009Z' }],
    [
      'recorded_at the same',
      { recorded_at: '2026-06-27T08:00:00Z' },
      { recorded_at: '2026-06-27T11:00:00+03:00' },
    ],
    ['record_class written out', {}, { record_class: 'observation' }],
    ['numbers written another way', {}, { quantity: { unit: 'kg', value: 1250e-2 } }],
  ]
  test.each(cases)('%s', async (_name, first, again) => {
    const sent = harvest(first)
    const stored = await farmer.post('/v1/records', sent)
    expect(stored.status, stored.text).toBe(201)
    const size = await logSize(a)
    const replay = await farmer.post('/v1/records', { ...sent, ...again })
    expect([replay.status, replay.body], replay.text).toEqual([200, stored.body])
    expect(await logSize(a)).toBe(size)
  })
})

describe('other content under the same id is a conflict that says nothing', () => {
  const cases: [name: string, first: object, again: object][] = [
    ['another instant', {}, { occurred_at: '2026-06-27T07:15:00.001Z' }],
    ['a member more', {}, { note: 'x' }],
    ['a member less', { note: 'x' }, {}],
    ['a device named only the second time', {}, { device_id: '01900000-0000-7000-8000-000000000001' }],
  ]
  test.each(cases)('%s', async (_name, first, again) => {
    const sent = harvest(first)
    expect((await farmer.post('/v1/records', sent)).status).toBe(201)
    const { note: _, ...rest } = { note: '', ...sent }
    const conflict = await farmer.post('/v1/records', { ...rest, ...again })
    expectRefused(conflict, 409, 'id_conflict')
    expect(Object.keys(conflict.body).sort()).toEqual(['code', 'correlation_id', 'status', 'title', 'type'])
  })

  test('the same words by another asserter, though he may read the record', async () => {
    const sent = { ...harvest(), producer: buyer.id }
    expect((await farmer.post('/v1/records', sent)).status).toBe(201)
    expectRefused(await buyer.post('/v1/records', sent), 409, 'id_conflict')
  })

  test('another type under the id', async () => {
    const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
    expectRefused(await farmer.append('delivery', deliveryOf(farmer, buyer, { id })), 409, 'id_conflict')
  })
})

test('two phones that send the same record at the same moment write it once', async () => {
  const sent = harvest()
  const answers = await Promise.all(Array.from({ length: 8 }, () => farmer.post('/v1/records', sent)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
})

test('a record sent again after its delegation died, or its target was retracted, is still a replay', async () => {
  const delegation = await mandate(a, buyer, farmer)
  const sent = { ...harvest(), producer: buyer.id, ...actingFor(buyer, delegation) }
  const stored = await farmer.post('/v1/records', sent)
  expect(stored.status, stored.text).toBe(201)
  expect((await buyer.post(`/v1/delegations/${delegation}/revocation`)).status).toBe(201)
  const retraction = await retract(buyer, stored.body.id)
  expect(retraction.status, retraction.text).toBe(201)
  a.clock.nowMs += 60 * 86_400_000
  expect((await farmer.post('/v1/records', sent)).status).toBe(200)
  const { derived: _, ...again } = retraction.body
  expect((await buyer.post('/v1/records', again)).status).toBe(200)
})

test('a retraction or confirmation sent again may leave its basis out or state it', async () => {
  const delivery = await appended(farmer, 'delivery', deliveryOf(farmer, buyer))
  const id = uuidv7()
  const occurred_at = new Date(a.clock.nowMs).toISOString()
  const confirmation = { id, channel: 'app', occurred_at }
  const first = await confirm(a, buyer, delivery.id, confirmation)
  expect(first.status, first.text).toBe(201)
  expect(first.headers.location).toBe(`/v1/records/${id}`)
  const again = await confirm(a, buyer, delivery.id, confirmation)
  expect([again.status, again.body]).toEqual([200, first.body])
  const asRecord = {
    ...confirmation,
    type: 'delivery_confirmation',
    delivery_id: delivery.id,
    lawful_basis: 'contract_performance',
  }
  expect((await buyer.post('/v1/records', asRecord)).status).toBe(200)
  const other = await buyer.post('/v1/records', { ...asRecord, lawful_basis: 'consent' })
  expectRefused(other, 409, 'id_conflict')
})

test('a device credential and its party’s own credential speak for the same asserter', async () => {
  const phone = a.holder(await a.credential(farmer.id, 'device'), farmer.id)
  const sent = harvest()
  expect((await phone.post('/v1/records', sent)).status).toBe(201)
  expect((await farmer.post('/v1/records', sent)).status).toBe(200)
})
