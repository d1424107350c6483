import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { descriptors, RECORD_TYPES } from '../../../src/domain/types/index.ts'
import { draftOf } from '../../support/actors.ts'
import { type Actor, type Answer, makeAppliance } from '../../support/appliance.ts'
import {
  actingFor,
  appended,
  at,
  confirm,
  DAY_MS,
  deliveryOf,
  expectBare404,
  expectRefused,
  harvestOf,
  mandate,
  phoneOf,
  retract,
} from '../../support/flows/help.ts'
import { workOf } from '../../support/work.ts'

/** A device enrolled with `--since` acts on nothing that it may not read (contract §1). */

const a = await makeAppliance()
const since = a.clock.nowMs - 30 * DAY_MS
const [before, from] = [at(since - 1), at(since)]
const grace = await a.party('person', 'Grace', { member_no: 'M-1' })
const ben = await a.party('person', 'Ben')
const coop = a.cooperative

/** Each act that names a record with authority, as the types of records have it. */
const NAMING_MEMBERS = ['supersedes', ...RECORD_TYPES.flatMap((type) => descriptors[type].actsOn ?? [])]

/** Records before and from the day, which the phone's party may act on by its own credential. */
async function recordsAt(occurred_at: string, by: Actor = grace) {
  const when = { occurred_at }
  const amount = { amount_minor: 5000, currency: 'UGX' }
  const payment = { payer: coop.id, payee: by.id, amount, method: 'cash', purpose: 'produce' }
  const debt = { kind: 'repay_loan', obligor: by.id, obligee: coop.id, amount }
  const more = { ...when, lawful_basis: 'special_data_consent' }
  return {
    harvest: (await appended(by, 'harvest', harvestOf(by, when))).id as string,
    delivery: (await appended(coop, 'delivery', deliveryOf(by, coop, when))).id as string,
    payment: (await appended(coop, 'payment', { ...payment, ...more })).id as string,
    obligation: (await appended(coop, 'obligation', { ...debt, ...more })).id as string,
  }
}

let phone: Actor
let old: Awaited<ReturnType<typeof recordsAt>>
let late: Awaited<ReturnType<typeof recordsAt>>
beforeAll(async () => {
  old = await recordsAt(before)
  late = await recordsAt(from)
  phone = await phoneOf(a, grace, since)
})

type Records = Awaited<ReturnType<typeof recordsAt>>
interface Act {
  readonly member: 'supersedes' | 'target_id' | 'delivery_id' | 'payment_id' | 'obligation_id'
  readonly on: keyof Records
  readonly fields: (id: string) => readonly [type: string, fields: object]
}
const confirming = (on: 'delivery' | 'payment' | 'obligation'): Act => ({
  member: `${on}_id`,
  on,
  fields: (id) => [`${on}_confirmation`, { [`${on}_id`]: id, channel: 'app' }],
})
const ACTS: Readonly<Record<string, Act>> = {
  'a correction': {
    member: 'supersedes',
    on: 'harvest',
    fields: (id) => ['harvest', harvestOf(grace, { supersedes: id })],
  },
  'a retraction': {
    member: 'target_id',
    on: 'harvest',
    fields: (id) => ['retraction', { target_id: id, reason: 'entered_in_error' }],
  },
  'a confirmation of a delivery': confirming('delivery'),
  'a confirmation of a payment': confirming('payment'),
  'a confirmation of an obligation': confirming('obligation'),
}
const acts = Object.entries(ACTS)

/** The refusal without what differs between any two requests. */
const refusalOf = ({ status, body: { correlation_id: _, ...body } }: Answer) => ({ status, body })

/** What a batch of one answers. */
async function sent(who: Actor, type: string, fields: object) {
  const { body } = await who.post('/v1/sync/outbox', { records: [draftOf(a.clock, type, fields)] })
  const { id: _, ...result } = body.results[0]
  return result
}

test('every act that names a record with authority is here', () => {
  expect(new Set(acts.map(([, { member }]) => member))).toEqual(new Set(NAMING_MEMBERS))
})

describe('what happened before its first day', () => {
  test.each(acts)('%s is refused as if the record did not exist', async (_what, { member, on, fields }) => {
    const refused = await phone.append(...fields(old[on]))
    expectRefused(refused, 422, 'reference_unresolved', [`/${member}`])
    expect(refusalOf(refused)).toEqual(refusalOf(await phone.append(...fields(uuidv7()))))
    const inBatch = await sent(phone, ...fields(old[on]))
    expect(inBatch).toMatchObject({ status: 'rejected', problem: { code: 'reference_unresolved' } })
    expect(inBatch).toEqual(await sent(phone, ...fields(uuidv7())))
  })

  test('is a bare 404 at the address of its confirmation', async () => {
    expectBare404(await confirm(a, phone, old.delivery))
  })

  test('takes the same work as a record that does not exist', async () => {
    const work = (id: string) => workOf(a.kernel.store.db, async () => void (await retract(phone, id)))
    const beside = old.harvest.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    // Each is looked up once before, so that both are in memory.
    for (const id of [old.harvest, beside]) await work(id)
    expect(await work(old.harvest)).toEqual(await work(beside))
  })

  test('is refused for a principal too, and for one who is delegated by it', async () => {
    const theirs = await recordsAt(before, ben)
    const acting = actingFor(ben, await mandate(a, ben, grace))
    expectRefused(await retract(phone, theirs.harvest, acting), 422, 'reference_unresolved', ['/target_id'])
    expectBare404(await confirm(a, phone, theirs.delivery, acting))
    expect((await confirm(a, grace, theirs.delivery, acting)).status).toBe(201)
  })

  test('is in the audit log with the true reason', async () => {
    await retract(phone, old.harvest)
    const { entries } = await a.tasks.run('audit', 'test', { count: 1, refused: true })
    expect(entries[0]).toMatchObject({ outcome: 'reference_unresolved', detail: { because: 'before_since' } })
  })

  test('stays open to the party’s own credential, and to a device without a first day', async () => {
    const [more, whole] = [await recordsAt(before), await phoneOf(a, grace)]
    expect((await confirm(a, grace, more.delivery)).status).toBe(201)
    expect((await retract(whole, more.harvest)).status).toBe(201)
  })
})

describe('what happened from its first day on', () => {
  test.each(acts)('%s works', async (_what, { on, fields }) => {
    const now = on === 'harvest' ? await recordsAt(from) : late
    expect((await phone.append(...fields(now[on]))).status).toBe(201)
  })
})

describe('what the device wrote itself', () => {
  const outcomes = async (who: Actor, records: object[]) => {
    const { body } = await who.post('/v1/sync/outbox', { records })
    return body.results.map((result: { status: string }) => result.status)
  }
  const harvest = (more: object = {}) =>
    draftOf(a.clock, 'harvest', harvestOf(grace, { occurred_at: before, ...more }))

  test('in the same batch may be corrected and retracted, whenever it happened and in any order', async () => {
    const [first, other] = [harvest(), harvest()]
    const second = harvest({ supersedes: first.id })
    const gone = draftOf(a.clock, 'retraction', { target_id: other.id, reason: 'duplicate' })
    expect(await outcomes(phone, [gone, second, first, other])).toEqual(Array(4).fill('accepted'))
  })

  test('before its first day may not: the phone may have gone to another person', async () => {
    const device = { id: uuidv7(), name: 'Phone' }
    const enrolledFrom = async (sinceMs: number | null) => {
      const asked = { party: grace.id, lifeMs: DAY_MS, sinceMs }
      const { enrolment_code } = await a.tasks.run('device.enrol', 'test', asked)
      const { body } = await a.holder(enrolment_code, grace.id).post('/v1/devices', device)
      return a.holder(body.token, grace.id)
    }
    const own = harvest()
    expect(await outcomes(await enrolledFrom(null), [own])).toEqual(['accepted'])
    a.clock.nowMs += DAY_MS
    const again = await enrolledFrom(a.clock.nowMs)
    expectRefused(await retract(again, own.id), 422, 'reference_unresolved')
    const gone = draftOf(a.clock, 'retraction', { target_id: own.id, reason: 'duplicate' })
    const file = { device: device.id, ended: false, dryRun: false, records: [gone] }
    expect(await a.tasks.run('device.take-in', 'test', file)).toMatchObject([
      { status: 'rejected', problem: { code: 'reference_unresolved' } },
    ])
  })
})
