import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { appended, harvestOf } from '../../../support/flows/help.ts'

/**
 * What follows from the rule that time never goes back (contract §7), after a clock went ten years forward and was set
 * right again: for the service time stands still until the clock catches up. What ended stays ended; and what is to end
 * after the moment at which time stands does not end by itself meanwhile, so it has to be ended by hand.
 */

const DAY_MS = 86_400_000
const YEARS_MS = 10 * 365 * DAY_MS

let a: Appliance
let farmer: Actor
let newestMs: number
beforeEach(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
  const rightMs = a.clock.nowMs
  a.clock.nowMs += YEARS_MS
  newestMs = a.clock.nowMs
  await appended(farmer, 'harvest', harvestOf(farmer))
  a.clock.nowMs = rightMs
})
afterEach(() => a.close())

const grant = (expiresAtMs: number) =>
  farmer.post('/v1/grants', {
    id: uuidv7(),
    grantee: a.cooperative.id,
    purpose: 'cooperative_management',
    record_types: ['harvest'],
    expires_at: new Date(expiresAtMs).toISOString(),
  })

test('every receipt is of the latest time that was ever seen', async () => {
  a.clock.nowMs += DAY_MS
  const record = await appended(farmer, 'harvest', harvestOf(farmer))
  expect(Date.parse(record.received_at)).toBe(newestMs)
  expect(record.derived.flags).toContain('received_late')
})

test('a grant that would end before it has ended, and one that ends later is taken', async () => {
  expect((await grant(a.clock.nowMs + 365 * DAY_MS)).body.code).toBe('period_invalid')
  expect((await grant(newestMs + 1)).status).toBe(201)
})

test('an enrolment code outlives its day: it lasts until it is used', async () => {
  const { ports, devices } = a.kernel
  const code = await ports.submit(() => devices.enrol('test', farmer.id, DAY_MS, null))
  a.clock.nowMs += 30 * DAY_MS
  const register = () =>
    a.app.inject({
      method: 'POST',
      url: '/v1/devices',
      headers: { authorization: `Bearer ${code.enrolment_code}` },
      payload: { id: uuidv7(), name: 'A telephone' },
    })
  expect((await register()).statusCode).toBe(201)
})

test('and when the clock has caught up, all goes on', async () => {
  a.clock.nowMs = newestMs + DAY_MS
  const record = await appended(farmer, 'harvest', harvestOf(farmer))
  expect(Date.parse(record.received_at)).toBe(a.clock.nowMs)
  expect((await grant(a.clock.nowMs + DAY_MS)).status).toBe(201)
})
