import { plain } from '../../text/wrap.ts'
import type { Words } from '../../words/words.ts'
import type { Paper, PaymentReceipt, SettledDebt } from './receipt.ts'
import {
  askLines,
  type Below,
  type Content,
  deviceText,
  layOut,
  partyText,
  signedNotice,
} from './receipt-layout.ts'

/** What a payment's receipt says (contract §23). It computes nothing of what is owed. */

export const paymentText = (words: Words, receipt: PaymentReceipt, paper: Paper): string =>
  layOut(words, receipt, paper, paymentContent(words, receipt))

export function paymentContent(words: Words, receipt: PaymentReceipt): Content {
  const { calendar, money, say, worded } = words
  const { amount, settles, unallocated_minor: rest } = receipt
  return {
    heading: say('receipt.headingOfPayment'),
    notices: [
      // The notice of the signature says the same, with a name.
      ...(receipt.word === 'signed' && receipt.signed !== null ? [] : [say(`receipt.word.${receipt.word}`)]),
      ...signedNotice(words, receipt),
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
      ['receipt.byPhone', deviceText(words, receipt)],
      ['receipt.printedBy', plain(receipt.printed_by, 60)],
    ],
    large: {
      who: receipt.member === receipt.payer.party ? 'receipt.payer' : 'receipt.payee',
      figure: 'receipt.amount',
      what: 'receipt.paidFor',
    },
    below: [
      ...(settles.length === 0
        ? []
        : [
            { text: say('receipt.settles') },
            ...settles.map((part) => settled(words, part)),
            ...(rest !== null && rest > 0
              ? [unallocated(words, money({ ...amount, amount_minor: rest }))]
              : []),
          ]),
      ...askLines(words, receipt),
    ],
  }
}

function recorderText(words: Words, { recorded_by: by, recorded_for: party }: PaymentReceipt): string {
  const recorder = by === null ? words.say('receipt.anotherParty') : partyText(words, by)
  return party === null
    ? recorder
    : words.say('receipt.recordedFor', { by: recorder, party: partyText(words, party) })
}

function settled(words: Words, { amount, debt }: SettledDebt): Below {
  const { calendar, crop, money, say, worded } = words
  const figure = money(amount)
  if (debt === null)
    return {
      text: say('receipt.settledOther', { amount: figure }),
      sum: { name: say('receipt.settledNone'), figure, detail: '' },
    }
  const what =
    debt.kind === null ? plain(crop({ id: debt.crop_code, name: debt.crop }), 60) : worded(debt.kind)
  const day = calendar.asRecorded(debt)
  const owed = money(debt.owed)
  const whose = say('money.whose', { whose: debt.whose })
  return {
    text: say('receipt.settled', { what, day, owed, amount: figure, whose }),
    sum: {
      name: say('receipt.settledDebt', { what, day }),
      figure,
      detail: say('receipt.settledOf', { owed, whose }),
    },
  }
}

const unallocated = ({ say }: Words, figure: string): Below => ({
  text: say('receipt.unallocated', { amount: figure }),
  sum: { name: say('money.unallocated'), figure, detail: '' },
})
