import { uuidv7 } from 'uuidv7'
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
  read,
  retract,
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
    ['the very instant it begins', 0, 0, true],
    ['the instant before it begins', -1 / DAY_MS, 1, false],
    ['in the middle', 50, 50, true],
    ['the last instant', 100 - 1 / DAY_MS, 100, true],
    ['the instant it ends', 100, 100, false],
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
    ['before the revocation, received at once', 9, 10, true],
    ['before the revocation, received on the 14th day', 9, 24, true],
    ['before the revocation, received an instant too late', 9, 24 + 1 / DAY_MS, false],
    ['at the instant of the revocation', 10, 11, false],
    ['after the revocation', 11, 12, false],
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
  test('ended by itself', async () => {
    const { harvest, delivery } = await targets()
    const id = await mandate(a, principal, delegate, { forMs: DAY_MS })
    const occurred_at = at(a.clock.nowMs)
    a.clock.nowMs += DAY_MS
    for (const answer of await Promise.all(attempts(id, harvest, delivery, { occurred_at })))
      expectRefused(answer, 422, 'delegation_not_live', ['/delegation_id'])
  })
  test('live at receipt is enough, whenever the act is dated', async () => {
    const { harvest, delivery } = await targets()
    const id = await mandate(a, principal, delegate, { sinceMs: 0 })
    const occurred_at = at(a.clock.nowMs - 30 * DAY_MS)
    const [correction, , confirmation] = attempts(id, harvest, delivery, { occurred_at })
    expect((await correction)?.status).toBe(201)
    expect((await confirmation)?.status).toBe(201)
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
  test('correct covers retraction', async () => {
    const harvest = (await appended(principal, 'harvest', harvestOf(principal))).id
    const id = await mandate(a, principal, delegate, { acts: ['correct'], record_types: ['harvest'] })
    const answer = await retract(delegate, harvest, actingFor(principal, id))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.derived.flags).toContain('delegated_authority')
  })
  test('another type is not covered', async () => {
    const id = await mandate(a, principal, delegate, { record_types: ['lot'] })
    expectRefused(await assertFor(id), 422, 'delegation_not_live', ['/delegation_id'])
  })
  test('a retraction goes by the type of what is retracted', async () => {
    const id = await mandate(a, principal, delegate, { record_types: ['retraction'], acts: ['correct'] })
    const own = (await appended(delegate, 'harvest', harvestOf(principal))).id
    // Readable as the delegate's own, so the refusal may say that the mandate does not reach it.
    expectRefused(await retract(delegate, own, actingFor(principal, id)), 422, 'delegation_not_live', [
      '/delegation_id',
    ])
  })
})

describe('no oracle: a dead, too narrow or foreign delegation tells nothing of what the principal holds', () => {
  const answerFor = async (target: string, delegation: string, onBehalf: Actor = principal) => {
    const acts = [
      await retract(delegate, target, actingFor(onBehalf, delegation)),
      await assertFor(delegation, { supersedes: target, on_behalf_of: onBehalf.id }),
      await delegate.append('delivery_confirmation', {
        delivery_id: target,
        channel: 'app',
        ...actingFor(onBehalf, delegation),
      }),
    ]
    return acts.map(({ status, body }) => ({ status, ...body, correlation_id: '' }))
  }
  const theirs = async () => [
    (await appended(principal, 'harvest', harvestOf(principal))).id as string,
    (await appended(buyer, 'delivery', deliveryOf(principal, buyer))).id as string,
  ]
  test.each<[string, () => Promise<string>]>([
    ['too narrow', () => mandate(a, principal, delegate, { record_types: ['loss'] })],
    [
      'for other acts',
      () => mandate(a, principal, delegate, { acts: ['assert', 'object'], record_types: ['loss'] }),
    ],
    [
      'dead',
      async () => {
        const id = await mandate(a, principal, delegate)
        await revoke(principal, id)
        return id
      },
    ],
    ['of somebody else to the caller', () => mandate(a, buyer, delegate)],
    ['of the principal to somebody else', () => mandate(a, principal, buyer)],
    ['that does not exist', async () => uuidv7()],
    ['that is a record', async () => (await appended(delegate, 'harvest', harvestOf(delegate))).id],
  ])('%s', async (_name, make) => {
    const [harvest, delivery] = (await theirs()) as [string, string]
    const delegation = await make()
    const absent = await answerFor(uuidv7(), delegation)
    expect(await answerFor(harvest, delegation)).toEqual(absent)
    expect(await answerFor(delivery, delegation)).toEqual(absent)
  })
  test('what is not theirs at all looks like what does not exist', async () => {
    const others = await mandate(a, principal, buyer)
    const strip = ({ status, body }: Answer) => ({ status, ...body, correlation_id: '' })
    const absent = await assertFor(uuidv7())
    expectRefused(absent, 422, 'reference_unresolved', ['/delegation_id'])
    expect(strip(await assertFor(others))).toEqual(strip(absent))
    const unknownPrincipal = { on_behalf_of: uuidv7() }
    expect(strip(await assertFor(others, unknownPrincipal))).toEqual(strip(absent))
    const reversed = await mandate(a, delegate, principal)
    expect(strip(await assertFor(reversed))).toEqual(strip(absent))
  })
})

describe('flags of a delegated record', () => {
  test('delegated_authority, and delegated_by_bylaw for a bylaw alone', async () => {
    const signed = await assertFor(await mandate(a, principal, delegate))
    expect(signed.body.derived.flags).toEqual(['delegated_authority'])
    const bylaw = await assertFor(await mandate(a, principal, delegate, { basis: 'organisational_bylaw' }))
    expect(bylaw.body.derived.flags).toEqual(['delegated_authority', 'delegated_by_bylaw'])
  })
  test('stay when the delegation ends later, which flags nothing', async () => {
    const id = await mandate(a, principal, delegate, { basis: 'organisational_bylaw' })
    const { id: record } = (await assertFor(id)).body
    a.clock.nowMs += 1_000
    await revoke(principal, id)
    expect((await read(principal, record)).derived.flags).toEqual([
      'delegated_authority',
      'delegated_by_bylaw',
    ])
  })
})

test('both members or neither', async () => {
  const id = await mandate(a, principal, delegate)
  const only = (member: object) => delegate.append('harvest', harvestOf(principal, member))
  expectRefused(await only({ on_behalf_of: principal.id }), 422, 'delegation_required', ['/delegation_id'])
  expectRefused(await only({ delegation_id: id }), 422, 'delegation_required', ['/on_behalf_of'])
})

test('the party asserted for reads the record as its own, though no subject of it', async () => {
  const id = await mandate(a, principal, delegate)
  const record = await appended(delegate, 'harvest', harvestOf(buyer, actingFor(principal, id)))
  expect(await read(principal, record.id)).toMatchObject({
    asserted_by: delegate.id,
    on_behalf_of: principal.id,
  })
})
