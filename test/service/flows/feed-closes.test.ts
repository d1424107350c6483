import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
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

const grant = (more: object = {}): Promise<string> => granted(a, grace, bank, ['harvest'], PURPOSE, more)
const revoke = async (id: string) => {
  expect((await grace.post(`/v1/grants/${id}/revocation`)).status).toBe(201)
}

test('a record is closed when the grant is revoked, again if that reply was lost, and comes again with the next', async () => {
  const id = await harvest()
  const given = await grant()
  const mirror = new Mirror(bank)
  expect((await mirror.pull()).changes).toContain(id)
  await revoke(given)
  const { cursor } = mirror
  expect(await mirror.pull()).toEqual({ changes: [], closed: [id] })
  mirror.cursor = cursor
  expect(await mirror.pull()).toEqual({ changes: [], closed: [id] })
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
  await grant()
  expect(await mirror.pull()).toEqual({ changes: [id], closed: [] })
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
  const research = { purpose: 'research' }
  let last = ''
  for (let i = 0; i < 20; i++) last = await grant(research)
  const { status, body } = await grace.post('/v1/grants', {
    ...{ id: uuidv7(), grantee: bank.id, record_types: ['harvest'], expires_at: at(a.clock.nowMs + DAY_MS) },
    ...research,
  })
  expect([status, body.code]).toEqual([422, 'too_many_grants'])
  const replacing = await grant({ ...research, replaces: last })
  await grant({ purpose: 'insurance' })
  await revoke(replacing)
  await grant(research)
})
