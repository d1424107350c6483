import { plain } from '../../text/wrap.ts'
import type { Words } from '../../words/words.ts'
import { paymentContent } from './payment-text.ts'
import type { DebtVoucher, PaymentReceipt, ReceiptParty } from './receipt.ts'
import { type Content, partyText } from './receipt-layout.ts'
import { goodsNamed } from './receipt-names.ts'

/** What a person signs on paper: who pays or owes whom, how much and for what (contract §23). */

export function voucherContent(
  words: Words,
  voucher: PaymentReceipt | DebtVoucher,
  { by }: { readonly by: ReceiptParty },
): Content {
  const { say } = words
  const isPayment = voucher.type === 'payment'
  const says = isPayment ? paymentSaid(words, voucher, by) : debtSaid(words, voucher, by)
  return {
    ...(isPayment ? paymentContent(words, voucher) : debtContent(words, voucher)),
    heading: say(isPayment ? 'voucher.ofPayment' : 'voucher.ofDebt'),
    notices: isPayment && voucher.not_counted ? [say('receipt.notCounted')] : [],
    sign: { says, thumb: say('paper.sign'), lines: [say('paper.day'), say('paper.clerk')] },
  }
}

function paymentSaid(words: Words, voucher: PaymentReceipt, by: ReceiptParty): string {
  const { amount, method, payer, payee } = voucher
  const isPayee = by.party === payee.party
  const said = {
    name: partyText(words, by),
    party: partyText(words, isPayee ? payer : payee),
    amount: words.money(amount),
    day: words.calendar.asRecorded(voucher),
  }
  if (String(method) === 'offset') return words.say('voucher.setOff', said)
  return words.say(isPayee ? 'voucher.received' : 'voucher.paid', said)
}

function debtSaid(words: Words, voucher: DebtVoucher, by: ReceiptParty): string {
  const { debtor, creditor, due_at } = voucher
  const owes = by.party === debtor.party
  const said = {
    name: partyText(words, by),
    party: partyText(words, owes ? creditor : debtor),
    what: figuresOf(words, voucher).join(', '),
  }
  return due_at === undefined
    ? words.say(owes ? 'voucher.owe' : 'voucher.owed', said)
    : words.say(owes ? 'voucher.oweUntil' : 'voucher.owedUntil', { ...said, day: words.calendar.day(due_at) })
}

/** Returns the amount and the goods that are owed. */
function figuresOf(words: Words, { amount, kind, ...goods }: DebtVoucher): readonly string[] {
  const { crop, quantity } = goodsNamed(words, goods)
  const named = [quantity && words.quantity(quantity, plain(quantity.unit, 40)), crop && plain(crop, 60)]
  const owed = [amount && words.money(amount), named.filter(Boolean).join(' ')].filter((text) => text)
  return owed.length === 0 ? [words.worded(kind)] : (owed as string[])
}

function debtContent(words: Words, voucher: DebtVoucher): Content {
  const { calendar, say, worded } = words
  const { debtor, creditor, due_at, kind } = voucher
  return {
    heading: '',
    notices: [],
    rows: [
      ['receipt.date', calendar.asRecorded(voucher)],
      ['voucher.debtor', partyText(words, debtor)],
      ['voucher.creditor', partyText(words, creditor)],
      ['receipt.amount', figuresOf(words, voucher).join(', ')],
      ['receipt.paidFor', worded(kind)],
      ['voucher.due', due_at === undefined ? say('voucher.noDay') : calendar.day(due_at)],
      ['receipt.entered', calendar.stamp(voucher.received_at)],
      ['receipt.printedBy', plain(voucher.printed_by, 60)],
    ],
    large: {
      who: voucher.member === debtor.party ? 'voucher.debtor' : 'voucher.creditor',
      figure: 'receipt.amount',
      what: 'receipt.paidFor',
    },
    below: [],
  }
}
