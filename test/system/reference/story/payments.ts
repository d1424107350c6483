import { daysAgo, idOf, inDays } from '../people.ts'
import { PARCHMENT_PRICE, shillings, story } from '../scenario.ts'
import { CONFIRMED, CORRECTED } from './records.ts'
import type { Scene } from './scene.ts'

/** What the cooperative pays Grace: an advance, a delivery, and one that pays the advance back in part. */

const DEBT = idOf('what Grace was advanced', 20)
const ADVANCE = idOf('the advance', 20)
export const PAID = idOf('a payment that she confirms', 8)
/** A payment that was entered twice, and taken back. */
export const PAID_TWICE = idOf('a payment entered twice', 7)

const LENT = story.loan.advance.amount
const BACK = story.loan.offset.amount

export async function tellPayments({ village: { cooperative, grace }, show }: Scene): Promise<void> {
  const financial = { type: 'payment', lawful_basis: 'special_data_consent' }
  const toGrace = { ...financial, payer: cooperative.id, payee: grace.id }
  await show('POST /v1/records', 'payment', 'The cooperative pays her an advance in cash.', 201, {
    as: cooperative,
    body: {
      ...toGrace,
      id: ADVANCE,
      occurred_at: daysAgo(20),
      amount: shillings(LENT),
      method: 'cash',
      purpose: 'advance',
    },
  })
  await show('POST /v1/records', 'payment_confirmation', 'She confirms that she received it.', 201, {
    as: grace,
    body: {
      id: idOf('she received it', 20),
      type: 'payment_confirmation',
      occurred_at: daysAgo(20, 18),
      payment_id: ADVANCE,
      channel: 'ussd_pin',
    },
  })
  await cooperative.post('/v1/records', {
    id: DEBT,
    type: 'obligation',
    occurred_at: daysAgo(20),
    lawful_basis: 'special_data_consent',
    kind: 'repay_loan',
    obligor: grace.id,
    obligee: cooperative.id,
    amount: shillings(LENT),
    due_at: inDays(40),
  })
  await show('POST /v1/records', 'obligation_confirmation', 'She agrees to the debt.', 201, {
    as: grace,
    body: {
      id: idOf('she agrees to the debt', 19),
      type: 'obligation_confirmation',
      occurred_at: daysAgo(19),
      obligation_id: DEBT,
      channel: 'ussd_pin',
    },
  })
  await show('POST /v1/obligations/{id}/confirmation', 'by_phone', 'She agrees to it with a PIN.', 201, {
    as: grace,
    path: { id: DEBT },
    body: { id: idOf('she agrees again', 18), channel: 'ussd_pin', occurred_at: daysAgo(18) },
  })
  await show(
    'POST /v1/records',
    'offset',
    'Part of what a delivery earned pays part of the advance back; no money moves.',
    201,
    {
      as: cooperative,
      body: {
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
    },
  )
  await show('POST /v1/records', 'repayment', 'She repays the rest in cash, so that nothing remains.', 201, {
    as: cooperative,
    body: {
      ...financial,
      id: idOf('the rest of the advance', 8),
      occurred_at: daysAgo(8, 9),
      payer: grace.id,
      payee: cooperative.id,
      amount: shillings(LENT - BACK),
      method: 'cash',
      purpose: 'repayment',
      settles: [{ record_id: DEBT, amount_minor: LENT - BACK }],
    },
  })
  await show(
    'GET /v1/records/{id}',
    'repaid',
    'The obligation then: all of it is acknowledged, and nothing remains.',
    200,
    {
      as: grace,
      path: { id: DEBT },
      query: { purpose: 'cooperative_management' },
    },
  )
  const price = shillings(story.confirmedByHerself.kg * PARCHMENT_PRICE)
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
  await show('POST /v1/records', 'paid_by_phone', 'Another delivery is paid in full by mobile money.', 201, {
    as: cooperative,
    body: paid(PAID, 8),
  })
  await show('POST /v1/payments/{id}/confirmation', 'by_phone', 'She confirms it with a PIN.', 201, {
    as: grace,
    path: { id: PAID },
    body: { id: idOf('she confirms a payment', 8), channel: 'ussd_pin', occurred_at: daysAgo(8, 18) },
  })
  await cooperative.post('/v1/records', paid(PAID_TWICE, 7))
  await cooperative.post('/v1/records', {
    id: idOf('one payment taken back', 6),
    type: 'retraction',
    occurred_at: daysAgo(6),
    target_id: PAID_TWICE,
    reason: 'duplicate',
  })
}
