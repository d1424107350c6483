import fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import type { DebtWord, PaymentStatement } from '../../../src/domain/payment.ts'
import { paymentText } from '../../../src/records/receipt/payment-text.ts'
import { wordOf } from '../../../src/records/receipt/payment-word.ts'
import {
  PAPERS,
  type Paper,
  type PaymentReceipt,
  type PaymentWord,
} from '../../../src/records/receipt/receipt.ts'
import { codeOf, type Happened } from '../../../src/text/kinds.ts'
import { widthOf } from '../../../src/text/wrap.ts'
import { languageOf, languages } from '../../../src/words/language.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { called } from '../../support/called.ts'

/** A payment's receipt states who paid whom how much, for which debts, and whose word it is. */

const ZONE = 'Africa/Kampala'
const inLanguage = (code: string) => wordsIn(must(languageOf(code)), ZONE)
const UGX = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const day = { occurred_at: '2026-06-20T09:00:00.000Z' as Happened, occurred_at_precision: 'day' }
const coop = { party: 'coop', name: called('Bukonzo Cooperative'), member_no: null, region: null }
const grace = { party: 'grace', name: called('Grace Nakato'), member_no: '71', region: 'UG-102' }

const receipt = (some: Partial<PaymentReceipt> = {}): PaymentReceipt => ({
  type: 'payment',
  record: '019ea675-d280-715c-8e43-14c89e141f61',
  number: '7F3K 92QD',
  digest: '0123456789abcdef'.repeat(4),
  is_copy: false,
  cooperative: { name: 'Bukonzo Cooperative', phone: '+256772123456' },
  payer: coop,
  payee: grace,
  member: 'grace',
  occurred_at: '2026-06-28T09:00:00.000Z' as Happened,
  occurred_at_precision: 'day',
  received_at: '2026-06-28T07:43:00.000Z',
  amount: UGX(200_000),
  method: codeOf('mobile_money'),
  purpose: codeOf('produce'),
  reference: 'QX12AB',
  settles: [
    {
      amount: UGX(170_000),
      debt: {
        ...{ ...day, owed: UGX(170_000), whose: 'agreed', kind: null },
        ...{ crop: 'Maize, grain', crop_code: 'maize_grain' },
      },
    },
    {
      amount: UGX(20_000),
      debt: { ...day, owed: UGX(50_000), whose: 'agreed', kind: codeOf('repay_input_credit') },
    },
    { amount: UGX(1_000), debt: null },
  ],
  unallocated_minor: 9_000,
  word: 'claimed',
  not_counted: false,
  standing: 'tip',
  device: null,
  recorded_by: coop,
  recorded_for: null,
  printed_by: 'Okello',
  signed: null,
  sign: null,
  ...some,
})

/** The whole text, in one line. */
const said = (some: Partial<PaymentReceipt>, code = 'en', paper: Paper = 'a5') =>
  paymentText(inLanguage(code), receipt(some), paper).replaceAll(/\s+/g, ' ')

test('on A5, in English', () => {
  expect(paymentText(inLanguage('en'), receipt(), 'a5')).toBe(
    `
                      Bukonzo Cooperative
                         +256772123456
----------------------------------------------------------------
                     RECEIPT FOR A PAYMENT
NOT YET SIGNED FOR: the payer states this payment. The payee has
neither recorded nor confirmed it.
----------------------------------------------------------------
Date        28 Jun 2026
Payer       Bukonzo Cooperative
Payee       Grace Nakato, no. 71
Amount      UGX 200,000
Method      mobile money
Purpose     produce
Transaction QX12AB
Recorded by Bukonzo Cooperative
Entered     28 Jun 2026, 10:43 +03:00
Printed by  Okello
----------------------------------------------------------------
For these debts:
Maize, grain, 20 Jun 2026 (agreed: UGX 170,000): UGX 170,000
repay input credit, 20 Jun 2026 (agreed: UGX 50,000): UGX 20,000
A record that is no debt between these two: UGX 1,000
For no named debt: UGX 9,000
----------------------------------------------------------------
If anything here is wrong, tell us at the counter. A correction
is added; nothing is erased.
Record number 7F3K 92QD
019ea675-d280-715c-8e43-14c89e141f61
0123456789abcdef0123456789abcdef
0123456789abcdef0123456789abcdef`.slice(1),
  )
})

test('on a roll, in Swahili, with the words of that language', () => {
  const text = said({ is_copy: true }, 'sw', '58')
  for (const words of ['*** NAKALA ***', 'YANASUBIRI', 'pesa kwa simu', 'Kusudi mazao', '(makubaliano: UGX'])
    expect(text).toContain(words)
})

const WORDS: Record<PaymentWord, RegExp> = {
  recorded: /SIGNED FOR: the payee recorded/,
  confirmed: /SIGNED FOR: the payee confirmed/,
  delegated: /by a delegate\. The payee did not do it in person/,
  signed: /SIGNED FOR ON PAPER by the payee\. The cooperative alone vouches/,
  set_off: /SIGNED FOR by both parties: .* no money moved/,
  set_off_delegated: /for one of them by a delegate: .* no money moved/,
  set_off_signed: /SIGNED FOR IT ON PAPER, and the cooperative alone vouches/,
  mandate_ended: /NOT YET SIGNED FOR: a delegate .* after their mandate had ended/,
  claimed: /NOT YET SIGNED FOR: .* neither recorded nor confirmed/,
  one_side: /the other has not confirmed it\. No money moved/,
  others: /It counts for nothing/,
}
test.each(Object.entries(WORDS) as [PaymentWord, RegExp][])(
  'of a payment that is %s it says so',
  (word, words) => expect(said({ word })).toMatch(words),
)

const [payer, payee] = ['coop', 'grace']
const independent = { independent: true }
const onPaper = { independent: false, on_paper: true }
type By = Pick<PaymentStatement, 'asserted_by'> & Partial<PaymentStatement>

test.each<[string, By, NonNullable<PaymentStatement['derived']['confirmation']> | null]>([
  ['claimed', { asserted_by: 'coop' }, null],
  ['recorded', { asserted_by: 'grace' }, null],
  ['recorded', { asserted_by: 'grace' }, onPaper],
  ['confirmed', { asserted_by: 'coop' }, independent],
  ['delegated', { asserted_by: 'coop' }, { independent: false }],
  ['signed', { asserted_by: 'coop' }, onPaper],
  ['set_off_signed', { asserted_by: 'coop', method: 'offset' }, onPaper],
  ['others', { asserted_by: 'agent' }, independent],
  ['one_side', { asserted_by: 'grace', method: 'offset' }, null],
  ['set_off', { asserted_by: 'grace', method: 'offset' }, independent],
  ['set_off_delegated', { asserted_by: 'coop', method: 'offset' }, { independent: false }],
])('whose word it is: %s, of %o', (word, by, confirmation) => {
  expect(wordOf({ payer, payee, method: 'cash', ...by, derived: { confirmation, flags: [] } })).toBe(word)
})

test('a debt that it pays is called agreed only if it is', () => {
  const paying = (whose: DebtWord) => {
    const debt = { ...day, owed: UGX(7), whose, kind: codeOf('repay_loan') }
    return said({ settles: [{ amount: UGX(5), debt }] })
  }
  expect(paying('agreed')).toContain('(agreed: UGX 7)')
  expect(paying('member')).toContain('(the member’s word alone: UGX 7)')
  expect(paying('cooperative')).toContain('(the cooperative’s word alone: UGX 7)')
})

test('it says who recorded it and for whom, and when it was corrected or does not count', () => {
  expect(said({ recorded_for: grace })).toContain('Recorded by Bukonzo Cooperative, for Grace Nakato, no. 71')
  expect(said({ recorded_by: null })).toContain('Recorded by another party')
  expect(said({ standing: 'superseded' })).toContain('WAS CORRECTED')
  expect(said({ not_counted: true })).toContain('IT DOES NOT COUNT for some')
  expect(said({ settles: [], unallocated_minor: 200_000 })).not.toMatch(/debt/)
})

test('what was signed on paper names who signed, when, and who vouches for it', () => {
  const signed = { by: grace, ...day }
  expect(said({ word: 'signed', signed })).toContain(
    'SIGNED ON PAPER by Grace Nakato, no. 71, on 20 Jun 2026; the cooperative alone vouches for the signature.',
  )
})

test('nothing is wider than the paper, whatever people wrote', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 64 })
  const anyLanguage = fc.constantFrom(...languages())
  const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  const anyWord = fc.constantFrom(...(Object.keys(WORDS) as PaymentWord[]))
  const anyone = fc.constantFrom<DebtWord>('agreed', 'member', 'cooperative', 'creditor')
  const papers = fc.constantFrom<Paper>('58', '80', 'a5')
  fc.assert(
    fc.property(
      text,
      amounts,
      anyWord,
      anyone,
      papers,
      anyLanguage,
      (name, minor, word, whose, paper, language) => {
        const party = { party: 'grace', name: called(name), member_no: name, region: null }
        const crop = { ...day, owed: UGX(minor), whose, kind: null, crop: name, crop_code: 'own' }
        const lines = paymentText(
          wordsIn(language, ZONE),
          receipt({
            ...{ payee: party, recorded_for: party, reference: name, amount: UGX(minor), word },
            ...{ settles: [{ amount: UGX(minor), debt: crop }], is_copy: true, not_counted: true },
          }),
          paper,
        ).split('\n')
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(PAPERS[paper])
      },
    ),
  )
})
