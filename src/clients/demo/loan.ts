import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import { inShillings } from './figures.ts'
import { claim, type RecordReply } from './narrator.ts'
import type { Cast } from './people.ts'
import { PURPOSE, parchmentPrice, shillings, story } from './scenario.ts'

/** Grace's loan: the advance, what a delivery pays back of it, what she repays, and what the bank sees after each. */
export async function repay({ t, cooperative, grace, bank }: Cast, delivery: RecordReply): Promise<void> {
  t.begin('loan', message('demo.loan', { grace: grace.name }))
  const { advance, dueInDays, offset, repaid } = story.loan
  const financial = { lawful_basis: 'special_data_consent' }
  const confirm = (by: typeof grace, { id }: RecordReply, daysAgo: number, channel: string) =>
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
  const left = advance.amount - offset.amount - repaid.amount
  claim('a claim reduces nothing', before.remaining_minor === advance.amount - offset.amount)
  claim('what the creditor confirms reduces what remains', after.remaining_minor === left)
  claim('the offset pays for the delivery too', sold.acknowledged_minor === offset.amount)
  t.state(
    message('demo.loan.advance', {
      ...{ cooperative: cooperative.name, grace: grace.name, amount: inShillings(advance.amount) },
    }),
    message('demo.loan.offset', {
      ...{ price: inShillings(parchmentPrice(story.confirmedByHerself.kg)) },
      ...{ amount: inShillings(offset.amount), rest: inShillings(must(sold.remaining_minor)) },
    }),
    message('demo.loan.repaid', {
      ...{
        bank: bank.name,
        amount: inShillings(repaid.amount),
        claimed: inShillings(must(before.claimed_minor)),
      },
      remaining: inShillings(must(before.remaining_minor)),
    }),
    message('demo.loan.confirmed', {
      ...{ cooperative: cooperative.name, acknowledged: inShillings(must(after.acknowledged_minor)) },
      remaining: inShillings(must(after.remaining_minor)),
    }),
  )
  t.facts({
    ...{
      owed: after.owed_minor,
      claimed: must(before.claimed_minor),
      remaining: must(before.remaining_minor),
    },
    ...{ acknowledged: must(after.acknowledged_minor), left: must(after.remaining_minor) },
  })
}
