import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import {
  actingFor,
  appended,
  expectRefused,
  harvestOf,
  logSize,
  mandate,
  PURPOSE,
  retract,
} from '../../support/flows/help.ts'

/** What is returned of a record, and what the same record sent again gets. */

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

test('what is returned is what was sent, what the service set, and what follows; Location names it', async () => {
  const sent = harvest({ occurred_at: '2026-06-27T10:15:00.9876+03:00', note: 'under the big tree' })
  const answer = await farmer.post('/v1/records', sent)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toEqual({
    ...sent,
    record_class: 'observation',
    occurred_at: '2026-06-27T07:15:00.987Z',
    recorded_at: '2026-06-28T07:15:00.000Z',
    received_at: '2026-06-28T07:15:00.000Z',
    asserted_by: farmer.id,
    derived: { superseded_by: [], retracted: false, standing: 'tip', kg: 12.5, flags: [] },
  })
  expect(answer.headers.location).toBe(`/v1/records/${sent.id}`)
  expect((await farmer.get(`${answer.headers.location}?purpose=${PURPOSE}`)).body).toEqual(answer.body)
  const again = await farmer.post('/v1/records', answer.body)
  expect([again.status, again.body, again.headers.location]).toEqual([200, answer.body, undefined])
})

test('the same content under the same id is a replay, however times and numbers are written', async () => {
  const sent = harvest({ recorded_at: '2026-06-27T08:00:00Z' })
  const stored = await farmer.post('/v1/records', sent)
  expect(stored.status, stored.text).toBe(201)
  const size = await logSize(a)
  for (const again of [
    {},
    { occurred_at: '2026-06-27T10:15:00.0009+03:00', recorded_at: '2026-06-27T11:00:00+03:00' },
    { record_class: 'observation', quantity: { unit: 'kg', value: 1250e-2 } },
  ]) {
    const replay = await farmer.post('/v1/records', { ...sent, ...again })
    expect([replay.status, replay.body], replay.text).toEqual([200, stored.body])
  }
  expect(await logSize(a)).toBe(size)
})

test('other content under the same id is a conflict that says nothing', async () => {
  const sent = harvest({ note: 'x' })
  expect((await farmer.post('/v1/records', sent)).status).toBe(201)
  for (const again of [
    { occurred_at: '2026-06-27T07:15:00.001Z' },
    { note: undefined },
    { device_id: '01900000-0000-7000-8000-000000000001' },
  ]) {
    const conflict = await farmer.post('/v1/records', { ...sent, ...again })
    expectRefused(conflict, 409, 'id_conflict')
    expect(Object.keys(conflict.body).sort()).toEqual(['code', 'correlation_id', 'status', 'title', 'type'])
  }
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

test('a device credential and its party’s own credential speak for the same asserter', async () => {
  const phone = a.holder(await a.credential(farmer.id, 'device'), farmer.id)
  const sent = harvest()
  expect((await phone.post('/v1/records', sent)).status).toBe(201)
  expect((await farmer.post('/v1/records', sent)).status).toBe(200)
})

test('a refused record leaves nothing behind: its id is free', async () => {
  const id = uuidv7()
  const refused = await farmer.append('harvest', harvestOf(farmer, { id, normalized_kg: 1 }))
  expectRefused(refused, 422, 'conversion_required')
  await appended(farmer, 'harvest', harvestOf(farmer, { id }))
})
