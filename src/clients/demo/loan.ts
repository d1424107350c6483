import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import { allShillings, inShillings } from './figures.ts'
import { scene } from './narrator.ts'
import { PURPOSE, parchmentPrice, shillings, story } from './scenario.ts'
import { claim, type Player, type RecordReply } from './tale.ts'

/** Grace's loan: the advance, what a delivery pays back, what she repays, and what the bank sees of it. */
export const loan = scene('loan', 'demo.loan', async (t) => {
  const { cooperative, grace, bank } = t.cast
  const { advance, dueInDays, offset, repaid } = story.loan
  const delivery = t.confirmed
  const financial = { lawful_basis: 'special_data_consent' }
  const confirm = (by: Player, { id }: RecordReply, daysAgo: number, channel: string) =>
    by.post(`/v1/payments/${id}/confirmation`, { id: uuidv7(), occurred_at: t.at(daysAgo), channel })
  const loan = await cooperative.write('obligation', advance.daysAgo, {
    ...{ ...financial, kind: 'repay_loan', obligor: grace.id, obligee: cooperative.id },
    ...{ amount: shillings(advance.amount), due_at: t.at(-dueInDays, 1_080) },
  })
  const paid = await cooperative.write('payment', advance.daysAgo, {
    ...{ ...financial, payer: cooperative.id, payee: grace.id, amount: shillings(advance.amount) },
    ...{ method: 'cash', purpose: 'advance' },
  })
  await confirm(grace, paid, advance.daysAgo - 1, 'ussd_pin')
  const repayment = { ...financial, payer: grace.id, payee: cooperative.id, purpose: 'repayment' }
  const part = ({ id }: RecordReply, amount_minor: number) => ({ record_id: id, amount_minor })
  const setOff = await cooperative.write('payment', offset.daysAgo, {
    ...{ ...repayment, amount: shillings(offset.amount), method: 'offset' },
    settles: [part(loan, offset.amount), part(delivery, offset.amount)],
  })
  await confirm(grace, setOff, offset.daysAgo - 1, 'ussd_pin')
  const sent = await grace.write('payment', repaid.daysAgo, {
    ...{ ...repayment, amount: shillings(repaid.amount), method: 'mobile_money' },
    ...{ settles: [part(loan, repaid.amount)], reference: 'MP260626.1140.B20711' },
  })
  const seen = async () => must((await bank.read(loan, PURPOSE)).derived.fulfilment?.money)
  const before = await seen()
  await confirm(cooperative, sent, repaid.daysAgo - 1, 'app')
  const after = await seen()
  const sold = must((await bank.read(delivery, PURPOSE)).derived.paid)
  const [claimed, remaining] = [must(before.claimed_minor), must(before.remaining_minor)]
  const [acknowledged, left] = [must(after.acknowledged_minor), must(after.remaining_minor)]
  const unpaid = advance.amount - offset.amount
  claim('a claim reduces nothing', remaining === unpaid)
  claim('what the creditor confirms reduces what remains', left === unpaid - repaid.amount)
  claim('the offset pays for the delivery too', sold.acknowledged_minor === offset.amount)
  const price = parchmentPrice(story.confirmedByHerself.kg)
  const ofPrice = { price, amount: offset.amount, rest: sold.remaining_minor }
  t.say('demo.loan.advance', { amount: inShillings(advance.amount) })
  t.say('demo.loan.offset', allShillings(ofPrice))
  t.say('demo.loan.repaid', allShillings({ amount: repaid.amount, claimed, remaining }))
  t.say('demo.loan.confirmed', allShillings({ acknowledged, remaining: left }))
  return { owed: after.owed_minor, claimed, remaining, acknowledged, left }
})
