import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import {
  actingFor,
  appended,
  at,
  confirm,
  deliveryOf,
  expectBare404,
  expectRefused,
  granted,
  mandate,
  read,
} from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')
const stranger = await a.party('person', 'Stranger')

const delivered = async (): Promise<string> =>
  (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id

test('the counterparty alone confirms, and the answer is the confirmation record, in other words too', async () => {
  const delivery = await delivered()
  expectRefused(await confirm(a, farmer, delivery), 422, 'not_the_counterparty', ['/delivery_id'])
  const id = uuidv7()
  const occurred_at = at(a.clock.nowMs)
  const said = { id, channel: 'ussd_pin', note: 'by phone', occurred_at }
  const answer = await confirm(a, buyer, delivery, said)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.headers.location).toBe(`/v1/records/${id}`)
  const lawful_basis = 'contract_performance'
  const asRecord = { ...said, type: 'delivery_confirmation', delivery_id: delivery, lawful_basis }
  expect(answer.body).toMatchObject({ ...asRecord, asserted_by: buyer.id })
  expect((await read(farmer, delivery)).derived.confirmation).toEqual({
    confirmed: true,
    independent: true,
    confirmed_at: occurred_at,
    channel: 'ussd_pin',
  })
  for (const again of [await confirm(a, buyer, delivery, said), await buyer.post('/v1/records', asRecord)])
    expect([again.status, again.body]).toEqual([200, answer.body])
  const other = await buyer.post('/v1/records', { ...asRecord, lawful_basis: 'consent' })
  expectRefused(other, 409, 'id_conflict')
})

test('a delegate hears nothing of deliveries when the mandate does not cover them', async () => {
  const clerk = await a.party('person', 'Clerk')
  const harvests = await mandate(a, buyer, clerk, { record_types: ['harvest'], acts: ['confirm'] })
  for (const id of [await delivered(), uuidv7()])
    expectBare404(await confirm(a, clerk, id, actingFor(buyer, harvests)))
})

test('a delivery that is not the caller’s own is a bare 404, though a grant opens it for reading', async () => {
  const delivery = await delivered()
  await granted(a, farmer, stranger, ['delivery'])
  await read(stranger, delivery)
  expectBare404(await confirm(a, stranger, delivery))
  const asRecord = await stranger.append('delivery_confirmation', { delivery_id: delivery, channel: 'app' })
  expectRefused(asRecord, 422, 'reference_unresolved', ['/delivery_id'])
})

test.each<[object, string[]]>([
  [{ id: 'x' }, ['/id']],
  [{ channel: 'telex' }, ['/channel']],
  [{ channel: undefined }, ['/channel']],
  [{ occurred_at: '2026-06-28' }, ['/occurred_at']],
  [{ note: '' }, ['/note']],
  [{ delivery_id: uuidv7() }, ['/delivery_id']],
  [{ lawful_basis: 'consent' }, ['/lawful_basis']],
  [{ asserted_by: uuidv7(), chanel: 1 }, ['/asserted_by', '/chanel']],
])('its shape is checked strictly: %j', async (more, pointers) => {
  expectRefused(await confirm(a, buyer, uuidv7(), more), 422, 'schema_violation', pointers)
})
