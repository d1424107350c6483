import { CONFIRMED_KG, daysAgo, idOf, inDays, PARCHMENT_PRICE, recordOf, shillings } from '../people.ts'
import type { Scene } from '../scene.ts'
import { CONFIRMED, CORRECTED } from './records.ts'

/** What the cooperative pays Grace: an advance, a delivery, and one that pays the advance back in part. */

const DEBT = idOf('what Grace was advanced', 20)
const ADVANCE = idOf('the advance', 20)
export const PAID = idOf('a payment that she confirms', 8)
/** A payment that was entered twice, and taken back. */
export const PAID_TWICE = idOf('a payment entered twice', 7)

const LENT = 400_000
const BACK = 150_000

export async function tellPayments({ village: { cooperative, grace }, show, write }: Scene): Promise<void> {
  const financial = { type: 'payment', lawful_basis: 'special_data_consent' }
  const toGrace = { ...financial, payer: cooperative.id, payee: grace.id }
  await write('payment', 'The cooperative pays her an advance in cash.', cooperative, {
    ...toGrace,
    id: ADVANCE,
    occurred_at: daysAgo(20),
    amount: shillings(LENT),
    method: 'cash',
    purpose: 'advance',
  })
  await write('payment_confirmation', 'She confirms that she received it.', grace, {
    ...recordOf('payment_confirmation', idOf('she received it', 20), daysAgo(20, 18)),
    payment_id: ADVANCE,
    channel: 'ussd_pin',
  })
  await cooperative.post('/v1/records', {
    ...recordOf('obligation', DEBT, daysAgo(20), 'special_data_consent'),
    kind: 'repay_loan',
    obligor: grace.id,
    obligee: cooperative.id,
    amount: shillings(LENT),
    due_at: inDays(40),
  })
  await write('obligation_confirmation', 'She agrees to the debt.', grace, {
    ...recordOf('obligation_confirmation', idOf('she agrees to the debt', 19), daysAgo(19)),
    obligation_id: DEBT,
    channel: 'ussd_pin',
  })
  await show('POST /v1/obligations/{id}/confirmation', 'by_phone', 'She agrees to it with a PIN.', {
    as: grace,
    path: { id: DEBT },
    body: { id: idOf('she agrees again', 18), channel: 'ussd_pin', occurred_at: daysAgo(18) },
  })
  await write(
    'offset',
    'Part of what a delivery earned pays part of the advance back; no money moves.',
    cooperative,
    {
      ...financial,
      id: idOf('the offset', 9),
      occurred_at: daysAgo(9),
      payer: grace.id,
      payee: cooperative.id,
      amount: shillings(BACK),
      method: 'offset',
      purpose: 'repayment',
      settles: [
        { record_id: DEBT, amount_minor: BACK },
        { record_id: CORRECTED, amount_minor: BACK },
      ],
    },
  )
  await write('repayment', 'She repays the rest in cash, so that nothing remains.', cooperative, {
    ...financial,
    id: idOf('the rest of the advance', 8),
    occurred_at: daysAgo(8, 9),
    payer: grace.id,
    payee: cooperative.id,
    amount: shillings(LENT - BACK),
    method: 'cash',
    purpose: 'repayment',
    settles: [{ record_id: DEBT, amount_minor: LENT - BACK }],
  })
  await show(
    'GET /v1/records/{id}',
    'repaid',
    'The obligation then: all of it is acknowledged, and nothing remains.',
    {
      as: grace,
      path: { id: DEBT },
      query: { purpose: 'cooperative_management' },
    },
  )
  const price = shillings(CONFIRMED_KG * PARCHMENT_PRICE)
  const paid = (id: string, days: number) => ({
    ...toGrace,
    id,
    occurred_at: daysAgo(days),
    amount: price,
    method: 'mobile_money',
    purpose: 'produce',
    settles: [{ record_id: CONFIRMED, amount_minor: price.amount_minor }],
    reference: 'MP260615.0930.A12345',
  })
  await write(
    'paid_by_phone',
    'Another delivery is paid in full by mobile money.',
    cooperative,
    paid(PAID, 8),
  )
  await show('POST /v1/payments/{id}/confirmation', 'by_phone', 'She confirms it with a PIN.', {
    as: grace,
    path: { id: PAID },
    body: { id: idOf('she confirms a payment', 8), channel: 'ussd_pin', occurred_at: daysAgo(8, 18) },
  })
  await cooperative.post('/v1/records', paid(PAID_TWICE, 7))
  await cooperative.post('/v1/records', {
    ...recordOf('retraction', idOf('one payment taken back', 6), daysAgo(6)),
    target_id: PAID_TWICE,
    reason: 'duplicate',
  })
}
