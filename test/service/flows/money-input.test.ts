import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import { appended, deliveryOf, expectRefused, PURPOSE, read } from '../../support/flows/help.ts'

/** What a payment must not be, and what odd payments count for, as pages show it. */

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const mill = await a.party('business', 'Mill')
const MOST = Number.MAX_SAFE_INTEGER
const basis = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const part = (record_id: string, amount_minor = 1) => ({ record_id, amount_minor })
const cash = {
  ...{ ...basis, payer: mill.id, payee: grace.id },
  ...{ amount: ugx(1), method: 'cash', purpose: 'other' },
}
const sale = async (price: number): Promise<string> =>
  (await appended(mill, 'delivery', { ...deliveryOf(grace, mill), ...basis, agreed_price: ugx(price) })).id
const viewOfGrace = `/v1/lender-view?purpose=${PURPOSE}&subject=${grace.id}`

test('no confirmation names a record of another type', async () => {
  const { id } = await appended(mill, 'payment', cash)
  for (const [type, member, named] of [
    ['delivery_confirmation', 'delivery_id', id],
    ['payment_confirmation', 'payment_id', await sale(5)],
  ] as const) {
    const answer = await grace.append(type, { [member]: named, channel: 'app' })
    expectRefused(answer, 422, 'reference_unresolved', [`/${member}`])
  }
  expect((await read(mill, id)).derived.confirmation).toBeNull()
})

test('a payment whose parts no number adds up is stored; the sums are null, and no figure is wrong', async () => {
  const delivery = await sale(MOST)
  const settles = [part(delivery, MOST), part(delivery, MOST)]
  const { derived } = await appended(grace, 'payment', { ...cash, amount: ugx(MOST), settles })
  expect(derived).toMatchObject({ flags: ['settles_mismatch'], unallocated_minor: -MOST })
  const held = (await read(mill, delivery)).derived
  expect(held.flags).toEqual(['overpaid'])
  expect(held.paid).toMatchObject({
    ...{ owed_minor: MOST, acknowledged_minor: null, claimed_minor: 0 },
    ...{ remaining_minor: -MOST, payments: 1, incomplete: true },
  })
  const third = { ...cash, settles: [...settles, part(delivery, MOST)] }
  expect((await appended(grace, 'payment', third)).derived.unallocated_minor).toBeNull()
  expect((await read(mill, delivery)).derived.paid.remaining_minor).toBeNull()
  const view = await grace.get(viewOfGrace)
  expect(view.status, view.text).toBe(200)
  expect(view.text).toContain('more than can be shown')
})

test('a payment in a currency that does not exist is stored, and counts for nothing in another', async () => {
  const delivery = await sale(5)
  const made = { ...cash, amount: { amount_minor: 5, currency: 'XQZ' }, settles: [part(delivery, 5)] }
  const { derived } = await appended(grace, 'payment', made)
  expect(derived.flags).toEqual(['currency_differs', 'not_counted'])
  expect((await read(grace, delivery)).derived.paid).toMatchObject({ payments: 0, incomplete: true })
  for (const who of [grace, mill]) expect((await who.get(viewOfGrace)).status).toBe(200)
  const access = await grace.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
  expect(access.status, access.text).toBe(201)
})

test('a payment that pays another payment or a party is stored and flagged', async () => {
  const { id } = await appended(mill, 'payment', cash)
  const again = await appended(mill, 'payment', { ...cash, settles: [part(id), part(grace.id)] })
  expect(again.derived).toMatchObject({
    flags: ['reference_unresolved', 'settles_mismatch'],
    unallocated_minor: -1,
  })
})
