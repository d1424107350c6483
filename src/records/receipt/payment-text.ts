import { plain } from '../../text/wrap.ts'
import type { Words } from '../../words/words.ts'
import type { Paper, PaymentReceipt, SettledDebt } from './receipt.ts'
import { layOut, partyText } from './receipt-layout.ts'

/** A payment's receipt as text (contract §23). It computes nothing of what is owed. */

export function paymentText(words: Words, receipt: PaymentReceipt, paper: Paper): string {
  const { calendar, money, say, worded } = words
  const { amount, settles, unallocated_minor: rest } = receipt
  return layOut(words, receipt, paper, {
    heading: say('receipt.headingOfPayment'),
    notices: [
      say(`receipt.word.${receipt.word}`),
      ...(receipt.not_counted ? [say('receipt.notCounted')] : []),
    ],
    rows: [
      ['receipt.date', calendar.asRecorded(receipt)],
      ['receipt.payer', partyText(words, receipt.payer)],
      ['receipt.payee', partyText(words, receipt.payee)],
      ['receipt.amount', money(amount)],
      ['receipt.howPaid', worded(receipt.method)],
      ['receipt.paidFor', worded(receipt.purpose)],
      ['receipt.transaction', receipt.reference === undefined ? null : plain(receipt.reference, 64)],
      ['receipt.recordedBy', recorderText(words, receipt)],
      ['receipt.entered', calendar.stamp(receipt.received_at)],
      ['receipt.printedBy', plain(receipt.printed_by, 60)],
    ],
    below:
      settles.length === 0
        ? []
        : [
            say('receipt.settles'),
            ...settles.map((part) => settledText(words, part)),
            ...(rest !== null && rest > 0
              ? [say('receipt.unallocated', { amount: money({ ...amount, amount_minor: rest }) })]
              : []),
          ],
  })
}

function recorderText(words: Words, { recorded_by: by, recorded_for: party }: PaymentReceipt): string {
  const recorder = by === null ? words.say('receipt.anotherParty') : partyText(words, by)
  return party === null
    ? recorder
    : words.say('receipt.recordedFor', { by: recorder, party: partyText(words, party) })
}

function settledText(words: Words, { amount, debt }: SettledDebt): string {
  const { calendar, crop, money, say, worded } = words
  if (debt === null) return say('receipt.settledOther', { amount: money(amount) })
  const what =
    debt.kind === null ? plain(crop({ id: debt.crop_code, name: debt.crop }), 60) : worded(debt.kind)
  return say('receipt.settled', {
    ...{ what, day: calendar.asRecorded(debt) },
    ...{ owed: money(debt.owed), amount: money(amount) },
  })
}
