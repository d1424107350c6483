import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, DAY_MS, deliveryOf, granted, PURPOSE } from '../../support/flows/help.ts'
import { Mirror } from '../../support/flows/mirror.ts'

/**
 * What was paid of a delivery is shown to a reader with consent to its payments (contract §23). A copy holds what the gate
 * would show (§21), so a priced delivery comes again when that consent changes.
 */

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const mill = await a.party('business', 'Mill')
const bank = await a.party('institution', 'Bank')
const priced = { lawful_basis: 'special_data_consent', agreed_price: { amount_minor: 500, currency: 'UGX' } }

test('a priced delivery comes again as consent to its payments begins, changes, is stopped and ends', async () => {
  const { id } = await appended(mill, 'delivery', deliveryOf(grace, mill, priced))
  const { id: unpriced } = await appended(mill, 'delivery', deliveryOf(grace, mill))
  await granted(a, grace, bank, ['delivery'])
  const mirror = new Mirror(bank)
  expect((await mirror.pull()).changes).toEqual(expect.arrayContaining([id, unpriced]))
  const derived = () => mirror.held.get(id)?.derived as { paid?: object; keep_until?: string }
  /** Only what has a price comes again, and nothing is closed; the copy is as the gate shows it. */
  const comesAgain = async () => {
    a.clock.nowMs += 1_000
    expect(await mirror.pull()).toEqual({ changes: [id], closed: [] })
    expect(mirror.held.get(id)).toEqual((await bank.get(`/v1/records/${id}?purpose=${PURPOSE}`)).body)
    expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
  }
  expect(derived().paid).toBeUndefined()

  // A window leaves out the delivery, but not what was paid.
  const long_ago = at(a.clock.nowMs - 100 * DAY_MS)
  const first = await granted(a, grace, bank, ['payment'], PURPOSE, { occurred_to: long_ago })
  await comesAgain()
  expect(derived()).toMatchObject({ paid: { owed_minor: 500 } })
  expect(derived().keep_until).toBeUndefined()

  const keep_until = at(a.clock.nowMs + 200 * DAY_MS)
  const second = await granted(a, grace, bank, ['payment'], PURPOSE, { keep_until, replaces: first })
  await comesAgain()
  expect(derived()).toMatchObject({ paid: { owed_minor: 500 }, keep_until })

  const objection = { id: uuidv7(), channel: 'app', purposes: [PURPOSE], record_types: ['payment'] }
  expect((await grace.post('/v1/objections', objection)).status).toBe(201)
  await comesAgain()
  expect(derived().paid).toBeUndefined()
  expect(derived().keep_until).toBeUndefined()
  expect(
    (await grace.post(`/v1/objections/${objection.id}/withdrawal`, { channel: 'in_person' })).status,
  ).toBe(201)
  await comesAgain()
  expect(derived().paid).toBeDefined()

  expect((await grace.post(`/v1/grants/${second}/revocation`)).status).toBe(201)
  await comesAgain()
  expect(derived().paid).toBeUndefined()

  // A grant that came and went between two pulls changes nothing that the copy holds.
  const brief = await granted(a, grace, bank, ['payment'])
  expect((await grace.post(`/v1/grants/${brief}/revocation`)).status).toBe(201)
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
})
