import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
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
const clerk = await a.party('person', 'Clerk')
const stranger = await a.party('person', 'Stranger')

const delivered = async (by: Actor, more: object = {}): Promise<string> =>
  (await appended(by, 'delivery', deliveryOf(farmer, buyer, more))).id

test('the counterparty confirms, and the answer is the confirmation record', async () => {
  const delivery = await delivered(farmer)
  const id = uuidv7()
  const answer = await confirm(a, buyer, delivery, { id, channel: 'ussd_pin', note: 'by phone' })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.headers.location).toBe(`/v1/records/${id}`)
  expect(answer.body).toMatchObject({
    id,
    type: 'delivery_confirmation',
    delivery_id: delivery,
    channel: 'ussd_pin',
    note: 'by phone',
    lawful_basis: 'contract_performance',
    asserted_by: buyer.id,
  })
  expect((await read(farmer, delivery)).derived.confirmation).toEqual({
    confirmed: true,
    independent: true,
    confirmed_at: at(a.clock.nowMs),
    channel: 'ussd_pin',
  })
})

test('it can arrive as a record', async () => {
  const delivery = await delivered(farmer)
  const answer = await buyer.append('delivery_confirmation', { delivery_id: delivery, channel: 'written' })
  expect(answer.status, answer.text).toBe(201)
  expect((await read(farmer, delivery)).derived.confirmation.channel).toBe('written')
})

describe('whoever had a hand in the delivery does not confirm it', () => {
  /** Who asserts or confirms it, and for whom. */
  type Hand = readonly [who: Actor, principal?: Actor]
  const acting = async ([who, principal]: Hand): Promise<object> =>
    principal ? actingFor(principal, await mandate(a, principal, who)) : {}
  test.each<[string, asserts: Hand, confirms: Hand]>([
    ['its asserter', [farmer], [farmer]],
    ['a delegate who asserted it for one side, acting for the other', [clerk, farmer], [clerk, buyer]],
  ])('%s', async (_who, asserts, confirms) => {
    const delivery = await delivered(asserts[0], await acting(asserts))
    const answer = await confirm(a, confirms[0], delivery, await acting(confirms))
    expectRefused(answer, 422, 'not_the_counterparty', ['/delivery_id'])
    if (confirms[0] !== clerk && confirms[1] === undefined)
      expect((await confirm(a, buyer, delivery)).status).toBe(201)
  })
})

describe('a delegate confirms for the counterparty', () => {
  test('and the result says so', async () => {
    const delegation = await mandate(a, buyer, clerk, { acts: ['confirm'], record_types: ['delivery'] })
    const delivery = await delivered(farmer)
    const answer = await confirm(a, clerk, delivery, actingFor(buyer, delegation))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.derived.flags).toContain('delegated_authority')
    const { derived } = await read(farmer, delivery)
    expect(derived.confirmation).toMatchObject({ confirmed: true, independent: false })
    expect(derived.flags).toContain('confirmed_under_delegation')
  })
  test('and hears nothing of deliveries when the mandate does not cover them', async () => {
    const delivery = await delivered(farmer)
    const harvests = await mandate(a, buyer, clerk, { record_types: ['harvest'], acts: ['confirm'] })
    expectBare404(await confirm(a, clerk, delivery, actingFor(buyer, harvests)))
    expectBare404(await confirm(a, clerk, uuidv7(), actingFor(buyer, harvests)))
  })
})

describe('a delivery that is not the caller’s own is a bare 404', () => {
  test('though a grant opens it for reading', async () => {
    const delivery = await delivered(farmer)
    await granted(a, farmer, stranger, ['delivery'], 'credit_assessment')
    await read(stranger, delivery)
    expectBare404(await confirm(a, stranger, delivery))
    const asRecord = { delivery_id: delivery, channel: 'app' }
    expectRefused(await stranger.append('delivery_confirmation', asRecord), 422, 'reference_unresolved', [
      '/delivery_id',
    ])
  })
})

test('its shape is checked strictly', async () => {
  const delivery = await delivered(farmer)
  const cases: [object, string[]][] = [
    [{ id: 'x' }, ['/id']],
    [{ channel: 'telex' }, ['/channel']],
    [{ occurred_at: '2026-06-28' }, ['/occurred_at']],
    [{ note: '' }, ['/note']],
    [{ delivery_id: delivery }, ['/delivery_id']],
    [{ lawful_basis: 'consent' }, ['/lawful_basis']],
    [{ asserted_by: buyer.id, chanel: 1 }, ['/asserted_by', '/chanel']],
  ]
  for (const [more, pointers] of cases)
    expectRefused(await confirm(a, buyer, delivery, more), 422, 'schema_violation', pointers)
})

test('a confirmation takes the basis of its delivery; another is refused', async () => {
  const delivery = await delivered(farmer, {
    lawful_basis: 'special_data_consent',
    agreed_price: { amount_minor: 1, currency: 'UGX' },
  })
  const asRecord = { delivery_id: delivery, channel: 'app' }
  const wrong = await buyer.append('delivery_confirmation', { ...asRecord, lawful_basis: 'consent' })
  expectRefused(wrong, 422, 'lawful_basis_insufficient', ['/lawful_basis'])
  const right = await buyer.append('delivery_confirmation', asRecord)
  expect(right.body.lawful_basis).toBe('special_data_consent')
})
