import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { Actor } from '../../support/appliance.ts'
import { grant, makeScene, pageOf, put, sectionOf } from '../../support/lender-scene.ts'

/** The life of one loan, step by step, as docs/api.md tells it under "One loan's life". */

const shillings = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const FINANCIAL = { lawful_basis: 'special_data_consent' }

test('what a lender sees of one loan after each step', async () => {
  const scene = await makeScene()
  const { a, farmer, lender } = scene
  const coop = a.cooperative
  await grant(farmer, lender, ['obligation', 'delivery', 'payment'])
  const moneyOf = async (id: string) =>
    (await lender.get(`/v1/records/${id}?purpose=credit_assessment`)).body.derived
  const paid = (by: Actor, more: object) => put(by, 'payment', { ...FINANCIAL, ...more })

  const loan = await put(coop, 'obligation', {
    ...{ ...FINANCIAL, kind: 'repay_loan', obligor: farmer.id, obligee: coop.id },
    ...{ amount: shillings(400_000), due_at: '2026-12-15T00:00:00Z' },
  })
  const figures = async () => {
    const { acknowledged_minor, claimed_minor, remaining_minor } = (await moneyOf(loan)).fulfilment.money
    return [acknowledged_minor, claimed_minor, remaining_minor]
  }
  expect(await figures()).toEqual([0, 0, 400_000])

  const advance = await paid(coop, {
    ...{ payer: coop.id, payee: farmer.id, amount: shillings(400_000), method: 'cash', purpose: 'advance' },
  })
  expect((await moneyOf(advance)).confirmation).toBeNull()
  const answer = await farmer.post(`/v1/payments/${advance}/confirmation`, {
    ...{ id: uuidv7(), channel: 'ussd_pin', occurred_at: '2026-06-28T12:00:00Z' },
  })
  expect(answer.status, answer.text).toBe(201)
  expect((await moneyOf(advance)).confirmation).toMatchObject({ independent: true, channel: 'ussd_pin' })
  expect(await figures()).toEqual([0, 0, 400_000])

  const delivery = await put(coop, 'delivery', {
    ...{ ...FINANCIAL, from_party: farmer.id, to_party: coop.id, crop: 'coffee_arabica_parchment' },
    ...{ quantity: { value: 48, unit: 'kg' }, agreed_price: shillings(504_000) },
  })
  const both = { payer: farmer.id, payee: coop.id, purpose: 'repayment' }
  const offset = await paid(coop, {
    ...{ ...both, method: 'offset', amount: shillings(150_000) },
    settles: [loan, delivery].map((record_id) => ({ record_id, amount_minor: 150_000 })),
  })
  expect(await figures()).toEqual([150_000, 0, 250_000])
  expect((await moneyOf(delivery)).paid).toMatchObject({ acknowledged_minor: 0, claimed_minor: 150_000 })
  const agreed = await farmer.append('payment_confirmation', { payment_id: offset, channel: 'in_person' })
  expect(agreed.status, agreed.text).toBe(201)
  expect((await moneyOf(delivery)).paid).toMatchObject({
    ...{ acknowledged_minor: 150_000, claimed_minor: 0, remaining_minor: 354_000 },
  })

  const cash = await paid(farmer, {
    ...{ ...both, method: 'mobile_money', amount: shillings(250_000) },
    settles: [{ record_id: loan, amount_minor: 250_000 }],
  })
  expect(await figures()).toEqual([150_000, 250_000, 250_000])
  const received = await coop.post(`/v1/payments/${cash}/confirmation`, {
    ...{ id: uuidv7(), channel: 'app', occurred_at: '2026-06-28T12:00:00Z' },
  })
  expect(received.status, received.text).toBe(201)
  expect(await figures()).toEqual([400_000, 0, 0])
  expect(sectionOf(await pageOf(lender, farmer.id), 'OBLIGATIONS')).toMatch(/remaining +UGX 0/)
  await scene.close()
})
