import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import {
  actingFor,
  appended,
  at,
  confirm,
  DAY_MS,
  deliveryOf,
  expectRefused,
  harvestOf,
  mandate,
} from '../../support/flows/help.ts'

/** Giving and listing mandates, and what is done under one. */

const a = await makeAppliance({ delegationGraceDays: '1' })
const principal = await a.party('person', 'Grace')
const delegate = await a.party('person', 'Clerk')
const buyer = await a.party('business', 'Mill')

const revoke = async (id: string) =>
  expect((await principal.post(`/v1/delegations/${id}/revocation`)).status).toBe(201)
const assertFor = (delegation: string, more: object = {}) =>
  delegate.append('harvest', harvestOf(principal, { ...actingFor(principal, delegation), ...more }))
const draft = (more: object = {}) => ({
  ...{ id: uuidv7(), principal: principal.id, delegate: delegate.id },
  ...{ record_types: ['lot', 'harvest'], acts: ['correct', 'assert'], basis: 'witnessed' },
  ...{ valid_from: '2026-06-01T03:00:00+03:00', valid_until: '2027-06-01T00:00:00Z' },
  ...more,
})

test('a mandate is returned as it is kept', async () => {
  const sent = draft()
  const answer = await principal.post('/v1/delegations', sent)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toEqual({
    ...sent,
    record_types: ['harvest', 'lot'],
    acts: ['assert', 'correct'],
    valid_from: '2026-06-01T00:00:00.000Z',
    valid_until: '2027-06-01T00:00:00.000Z',
    received_at: at(a.clock.nowMs),
    revoked_at: null,
  })
})

test('a mandate is refused when it ends before it begins, or has already ended', async () => {
  const ends = (valid_until: string) => principal.post('/v1/delegations', draft({ valid_until }))
  for (const end of ['2026-06-01T00:00:00Z', '2026-05-31T00:00:00Z', at(a.clock.nowMs)])
    expectRefused(await ends(end), 422, 'period_invalid', ['/valid_until'])
  expect((await ends(at(a.clock.nowMs + 1))).status).toBe(201)
})

test('the list of mandates holds the caller’s own, as principal or delegate, newest first, and nobody else’s', async () => {
  const [p, d, other] = [await a.party('person', 'P'), await a.party('person', 'D'), buyer]
  const given = await mandate(a, p, d)
  const held = await mandate(a, other, p)
  await mandate(a, other, d)
  const { body } = await p.get('/v1/delegations')
  expect(body.next).toBeNull()
  expect(body.delegations.map((one: { id: string }) => one.id)).toEqual([held, given])
})

test('a revoked mandate covers what happened before, for the days that are set, and gives no right to correct', async () => {
  const harvest = (await appended(principal, 'harvest', harvestOf(principal))).id
  const id = await mandate(a, principal, delegate)
  const occurred_at = at(a.clock.nowMs)
  a.clock.nowMs += 1_000
  await revoke(id)
  a.clock.nowMs += DAY_MS
  const inTime = await assertFor(id, { occurred_at })
  expect(inTime.status, inTime.text).toBe(201)
  const flags = ['delegated_authority', 'delegation_revoked_before_receipt']
  expect(inTime.body.derived.flags).toEqual(expect.arrayContaining(flags))
  const correction = await assertFor(id, { occurred_at, supersedes: harvest })
  expectRefused(correction, 422, 'delegation_not_live', ['/delegation_id'])
  a.clock.nowMs += 1
  expectRefused(await assertFor(id, { occurred_at }), 422, 'delegation_not_live', ['/delegation_id'])
})

test('a mandate covers the acts that it names, and no others', async () => {
  const harvest = (await appended(principal, 'harvest', harvestOf(principal))).id
  const delivery = (await appended(buyer, 'delivery', deliveryOf(principal, buyer))).id
  const id = await mandate(a, principal, delegate, { acts: ['confirm'] })
  expect((await confirm(a, delegate, delivery, actingFor(principal, id))).status).toBe(201)
  for (const other of [{}, { supersedes: harvest }])
    expectRefused(await assertFor(id, other), 422, 'delegation_not_live', ['/delegation_id'])
})
