import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, type Answer, makeAppliance, START_MS } from '../../support/any-appliance.ts'
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

let day = 0
const a = await makeAppliance({ recordsPerDay: '1000000' })
const principal = await a.party('person', 'Grace')
const delegate = await a.party('person', 'Clerk')
const buyer = await a.party('business', 'Mill')
// The clock only ever goes forward, so every test begins on a day far after the one before.
beforeEach(() => {
  day += 1_000
  a.clock.nowMs = START_MS + day * DAY_MS
})

const revoke = (who: Actor, id: string, body?: object) => who.post(`/v1/delegations/${id}/revocation`, body)
const assertFor = (delegation: string, more: object = {}) =>
  delegate.append('harvest', harvestOf(principal, { ...actingFor(principal, delegation), ...more }))

describe('an assertion for somebody needs a delegation that was live when it happened', () => {
  type Case = [name: string, occurredInDays: number, receivedInDays: number, accepted: boolean]
  // The delegation runs from day 0 to day 100.
  const cases: Case[] = [
    ['while it ran, received long after it ended by itself', 99, 300, true],
    ['after it ended', 101, 101, false],
  ]
  test.each(cases)('%s', async (_name, occurred, received, accepted) => {
    const begin = a.clock.nowMs
    const id = await mandate(a, principal, delegate, { sinceMs: 0, forMs: 100 * DAY_MS })
    a.clock.nowMs = begin + received * DAY_MS
    const answer = await assertFor(id, { occurred_at: at(begin + Math.round(occurred * DAY_MS)) })
    if (accepted) expect(answer.status, answer.text).toBe(201)
    else expectRefused(answer, 422, 'delegation_not_live', ['/delegation_id'])
  })
})

describe('a revoked delegation covers what happened before, for 14 days', () => {
  type Case = [name: string, occurredInDays: number, receivedInDays: number, accepted: boolean]
  // Revoked on day 10.
  const cases: Case[] = [
    ['before the revocation, received on the 14th day', 9, 24, true],
    ['before the revocation, received an instant too late', 9, 24 + 1 / DAY_MS, false],
  ]
  test.each(cases)('%s', async (_name, occurred, received, accepted) => {
    const begin = a.clock.nowMs
    const id = await mandate(a, principal, delegate, { sinceMs: 0, forMs: 100 * DAY_MS })
    a.clock.nowMs = begin + 10 * DAY_MS
    expect((await revoke(principal, id)).status).toBe(201)
    a.clock.nowMs = begin + Math.round(received * DAY_MS)
    const answer = await assertFor(id, { occurred_at: at(begin + occurred * DAY_MS) })
    if (!accepted) return expectRefused(answer, 422, 'delegation_not_live', ['/delegation_id'])
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.derived.flags).toEqual(
      expect.arrayContaining(['delegated_authority', 'delegation_revoked_before_receipt']),
    )
  })
  test('the time is a setting', async () => {
    const other = await makeAppliance({ delegationGraceDays: '1' })
    const p = await other.party('person', 'P')
    const d = await other.party('person', 'D')
    const id = await mandate(other, p, d)
    const occurred_at = at(other.clock.nowMs)
    other.clock.nowMs += 1_000
    await revoke(p, id)
    other.clock.nowMs += DAY_MS + 1
    const late = await d.append('harvest', harvestOf(p, { ...actingFor(p, id), occurred_at }))
    expectRefused(late, 422, 'delegation_not_live')
  })
})

describe('nobody dismissed reaches back: correcting and confirming need it live at receipt', () => {
  const attempts = (id: string, harvest: string, delivery: string, more: object): Promise<Answer>[] => [
    assertFor(id, { supersedes: harvest, ...more }),
    delegate.append('retraction', {
      target_id: harvest,
      reason: 'other',
      ...actingFor(principal, id),
      ...more,
    }),
    confirm(a, delegate, delivery, { ...actingFor(principal, id), ...more }),
  ]
  const targets = async () => ({
    harvest: (await appended(principal, 'harvest', harvestOf(principal))).id as string,
    delivery: (await appended(buyer, 'delivery', deliveryOf(principal, buyer))).id as string,
  })
  test('revoked a moment ago, though the act is dated before', async () => {
    const { harvest, delivery } = await targets()
    const id = await mandate(a, principal, delegate)
    const occurred_at = at(a.clock.nowMs)
    a.clock.nowMs += 1_000
    await revoke(principal, id)
    for (const answer of await Promise.all(attempts(id, harvest, delivery, { occurred_at })))
      expectRefused(answer, 422, 'delegation_not_live', ['/delegation_id'])
  })
})

describe('a delegation covers the acts and types it names, and no others', () => {
  test.each([
    ['assert', 'correct', 'confirm'],
    ['correct', 'assert', 'confirm'],
    ['confirm', 'assert', 'correct'],
  ])('%s alone', async (act) => {
    const harvest = (await appended(principal, 'harvest', harvestOf(principal))).id
    const delivery = (await appended(buyer, 'delivery', deliveryOf(principal, buyer))).id
    const id = await mandate(a, principal, delegate, { acts: [act] })
    const answers = {
      assert: await assertFor(id),
      confirm: await confirm(a, delegate, delivery, actingFor(principal, id)),
      correct: await assertFor(id, { supersedes: harvest }),
    }
    for (const [tried, answer] of Object.entries(answers)) {
      if (tried === act) expect(answer.status, answer.text).toBe(201)
      else expectRefused(answer, 422, 'delegation_not_live', ['/delegation_id'])
    }
  })
})

describe('flags of a delegated record', () => {
  test('delegated_authority, and delegated_by_bylaw for a bylaw alone', async () => {
    const signed = await assertFor(await mandate(a, principal, delegate))
    expect(signed.body.derived.flags).toEqual(['delegated_authority'])
    const bylaw = await assertFor(await mandate(a, principal, delegate, { basis: 'organisational_bylaw' }))
    expect(bylaw.body.derived.flags).toEqual(['delegated_authority', 'delegated_by_bylaw'])
  })
})

test('both members or neither', async () => {
  const id = await mandate(a, principal, delegate)
  const only = (member: object) => delegate.append('harvest', harvestOf(principal, member))
  expectRefused(await only({ on_behalf_of: principal.id }), 422, 'delegation_required', ['/delegation_id'])
  expectRefused(await only({ delegation_id: id }), 422, 'delegation_required', ['/on_behalf_of'])
})
