import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import { appended, deliveryOf, expectRefused, read } from '../../support/flows/help.ts'

/** What a payment must not be, and what odd payments count for. */

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

describe('a malformed payment is refused, names what is wrong and writes nothing', () => {
  test('a ground that money must not rest on', async () => {
    const answer = await mill.append('payment', { ...cash, lawful_basis: 'consent' })
    expectRefused(answer, 422, 'lawful_basis_insufficient', ['/lawful_basis'])
  })

  test('a confirmation of a payment, by each of its members', async () => {
    const { id } = await appended(mill, 'payment', cash)
    const wrong: [object, string[]][] = [
      [{ id: 'x' }, ['/id']],
      [{ channel: 'telex' }, ['/channel']],
      [{ channel: undefined }, ['/channel']],
      [{ occurred_at: 'today' }, ['/occurred_at']],
      [{ payment_id: id }, ['/payment_id']],
    ]
    for (const [more, pointers] of wrong) {
      const confirmation = {
        id: uuidv7(),
        channel: 'app',
        occurred_at: new Date(a.clock.nowMs).toISOString(),
      }
      const answer = await grace.post(`/v1/payments/${id}/confirmation`, { ...confirmation, ...more })
      expectRefused(answer, 422, 'schema_violation', pointers)
    }
    const ofADelivery = { delivery_id: id, channel: 'app' }
    const answer = await grace.append('delivery_confirmation', ofADelivery)
    expectRefused(answer, 422, 'reference_unresolved', ['/delivery_id'])
    const sold = await sale(5)
    const ofAPayment = await grace.append('payment_confirmation', { payment_id: sold, channel: 'app' })
    expectRefused(ofAPayment, 422, 'reference_unresolved', ['/payment_id'])
    expect((await read(mill, id)).derived.confirmation).toBeNull()
  })
})

describe('an odd payment is stored', () => {
  test('with 64 parts, all of one delivery, which add up as one payment', async () => {
    const delivery = await sale(64)
    const settles = Array.from({ length: 64 }, () => part(delivery))
    const { derived } = await appended(grace, 'payment', { ...cash, amount: ugx(64), settles })
    expect([derived.flags, derived.unallocated_minor]).toEqual([[], 0])
    const { paid } = (await read(mill, delivery)).derived
    expect(paid).toMatchObject({ acknowledged_minor: 64, remaining_minor: 0, payments: 1 })
  })

  test('whose parts no number adds up; the sums are null, and no figure is wrong', async () => {
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
    const view = await grace.get(`/v1/lender-view?purpose=credit_assessment&subject=${grace.id}`)
    expect(view.status, view.text).toBe(200)
    expect(view.text).toContain('more than can be shown')
  })

  test('in a currency that does not exist, and counts for nothing in another', async () => {
    const delivery = await sale(5)
    const made = { ...cash, amount: { amount_minor: 5, currency: 'XQZ' }, settles: [part(delivery, 5)] }
    const { derived } = await appended(grace, 'payment', made)
    expect(derived.flags).toEqual(['currency_differs', 'not_counted'])
    expect((await read(grace, delivery)).derived.paid).toMatchObject({ payments: 0, incomplete: true })
    for (const who of [grace, mill]) {
      const view = await who.get(`/v1/lender-view?purpose=credit_assessment&subject=${grace.id}`)
      expect(view.status, view.text).toBe(200)
    }
    const access = await grace.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
    expect(access.status, access.text).toBe(201)
  })

  test('that pays itself, another payment, a party or a harvest', async () => {
    const id = uuidv7()
    const itself = await appended(mill, 'payment', { ...cash, id, settles: [part(id)] })
    expect(itself.derived).toMatchObject({ flags: ['reference_unresolved'], unallocated_minor: 0 })
    const again = await appended(mill, 'payment', { ...cash, settles: [part(id), part(grace.id)] })
    expect(again.derived).toMatchObject({
      flags: ['reference_unresolved', 'settles_mismatch'],
      unallocated_minor: -1,
    })
    const offset = { ...cash, method: 'offset', settles: [part(id), part(again.id)] }
    expect((await appended(mill, 'payment', offset)).derived).toMatchObject({
      flags: ['reference_unresolved'],
      unallocated_minor: 1,
    })
    expect((await read(grace, id)).derived.flags).toEqual(['reference_unresolved'])
  })
})
