import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, DAY_MS, granted, harvestOf, PURPOSE, phoneOf } from '../../support/flows/help.ts'
import { Mirror } from '../../support/flows/mirror.ts'

/** The change feed also names what its reader had and may no longer read (contract §21). */

const a = await makeAppliance()
const bank = await a.party('institution', 'Bank')
const other = await a.party('institution', 'Other bank')

let grace: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  a.clock.nowMs += 1_000
})

const harvest = async (more: object = {}): Promise<string> =>
  (await appended(grace, 'harvest', harvestOf(grace, more))).id

const grant = (more: object = {}, from = grace): Promise<string> =>
  granted(a, from, bank, ['harvest'], PURPOSE, more)
const revoke = async (id: string, from = grace) => {
  expect((await from.post(`/v1/grants/${id}/revocation`)).status).toBe(201)
}

describe('a record is closed', () => {
  test('when the grant is revoked, and comes again with the next one', async () => {
    const id = await harvest()
    const given = await grant()
    const mirror = new Mirror(bank)
    expect((await mirror.pull()).changes).toContain(id)
    await revoke(given)
    expect(await mirror.pull()).toEqual({ changes: [], closed: [id] })
    expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
    await grant()
    expect(await mirror.pull()).toEqual({ changes: [id], closed: [] })
  })
})

test('closed and shown count together towards the limit, and no page names a record twice', async () => {
  const closing: string[] = []
  for (let i = 0; i < 5; i++) closing.push(await harvest())
  const given = await grant()
  const mirror = new Mirror(bank, PURPOSE, 3)
  await mirror.pull()
  await revoke(given)
  const moses = await a.party('person', 'Moses')
  await appended(moses, 'harvest', harvestOf(moses))
  await grant({}, moses)
  const pages = []
  for (let isMore = true; isMore; isMore = pages.at(-1)?.hasMore === true) pages.push(await mirror.page())
  expect(pages.map(({ changes, closed }) => changes.length + closed.length)).toEqual([3, 3])
  expect(pages.flatMap(({ closed }) => closed).sort()).toEqual(closing.sort())
})

test('a reply that was lost is asked for again with the same cursor', async () => {
  const id = await harvest()
  const given = await grant()
  const mirror = new Mirror(bank)
  await mirror.pull()
  await revoke(given)
  const { cursor } = mirror
  expect((await mirror.page()).closed).toEqual([id])
  mirror.cursor = cursor
  expect((await mirror.page()).closed).toEqual([id])
})

test('a device with a first day is told nothing of what its party was sent from before', async () => {
  const phone = new Mirror(await phoneOf(a, other, a.clock.nowMs - 10 * DAY_MS))
  await phone.pull()
  const old = await harvest({ occurred_at: at(a.clock.nowMs - 40 * DAY_MS) })
  const young = await harvest({ occurred_at: at(a.clock.nowMs - 2 * DAY_MS) })
  const given = await grant({ grantee: other.id })
  const whole = new Mirror(other)
  expect((await whole.pull()).changes).toEqual(expect.arrayContaining([old, young]))
  expect((await phone.pull()).changes).toEqual([young])
  await revoke(given)
  expect(await phone.pull()).toEqual({ changes: [], closed: [young] })
  expect(new Set((await whole.pull()).closed)).toEqual(new Set([old, young]))
})

test('one person gives one reader twenty grants for a purpose at most, and may replace or revoke one', async () => {
  const window = { occurred_from: at(a.clock.nowMs - DAY_MS), purpose: 'research' }
  let last = ''
  for (let i = 0; i < 20; i++) last = await grant(i % 2 === 0 ? window : { purpose: 'research' })
  const draft = {
    grantee: bank.id,
    purpose: 'research',
    record_types: ['harvest'],
    expires_at: at(a.clock.nowMs + DAY_MS),
  }
  for (const of of [{}, { occurred_to: at(a.clock.nowMs) }]) {
    const { status, body } = await grace.post('/v1/grants', { id: uuidv7(), ...draft, ...of })
    expect([status, body.code]).toEqual([422, 'too_many_grants'])
  }
  await grant({ ...window, replaces: last })
  await grant({ purpose: 'insurance' })
  const { body } = await grace.get('/v1/grants?role=subject&limit=500')
  const one = body.grants.find(
    (given: { purpose: string; live: boolean }) => given.live && given.purpose === 'research',
  )
  expect((await grace.post(`/v1/grants/${one.id}/revocation`)).status).toBe(201)
  await grant({ purpose: 'research' })
})
