import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { type DebtVoucher, PAPERS, type Paper } from '../../../src/records/receipt/receipt.ts'
import { receiptText } from '../../../src/records/receipt/receipt-text.ts'
import { codeOf, type Happened } from '../../../src/text/kinds.ts'
import { widthOf } from '../../../src/text/wrap.ts'
import { languages } from '../../../src/words/language.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { called } from '../../support/called.ts'

/** What a person signs of a debt: who owes whom what, until when; the sentence is in the signer's place. */

const coop = { party: 'coop', name: called('Bukonzo Cooperative'), member_no: null, region: null }
const grace = { party: 'grace', name: called('Grace Nakato'), member_no: '71', region: null }
const voucher = (some: Partial<DebtVoucher> = {}): DebtVoucher => ({
  ...{ type: 'obligation', record: '019ea675-d280-715c-8e43-14c89e141f61', number: '7F3K 92QD' },
  ...{
    digest: '0123456789abcdef'.repeat(4),
    is_copy: false,
    standing: 'tip',
    device: null,
    printed_by: 'Okello',
  },
  cooperative: { name: 'Bukonzo Cooperative', phone: null },
  occurred_at: '2026-06-28T09:00:00.000Z' as Happened,
  ...{ occurred_at_precision: 'day', received_at: '2026-06-28T07:43:00.000Z' },
  ...{ debtor: grace, creditor: coop, member: 'grace', kind: codeOf('repay_loan'), quantity: null },
  amount: { amount_minor: 200_000, currency: 'UGX' },
  ...{ due_at: '2026-11-30T09:00:00.000Z', signed: null, sign: { by: grace } },
  ...some,
})
const english = wordsIn(must(languages().find(({ code }) => code === 'en')), 'Africa/Kampala')
const said = (some: Partial<DebtVoucher> = {}) =>
  receiptText(english, voucher(some), 'a5').replaceAll(/\s+/g, ' ')

test('the debtor owes, the creditor agrees to be owed, and the day is stated if one was agreed', () => {
  expect(said()).toContain(
    'I, Grace Nakato, no. 71, owe Bukonzo Cooperative UGX 200,000, due by 30 Nov 2026. ____',
  )
  expect(said({ debtor: coop, creditor: grace })).toContain(
    'I, Grace Nakato, no. 71, agree that Bukonzo Cooperative owes me UGX 200,000, due by 30 Nov 2026.',
  )
  const { due_at: _, ...open } = voucher()
  const text = receiptText(english, open, 'a5').replaceAll(/\s+/g, ' ')
  expect(text).toContain('owe Bukonzo Cooperative UGX 200,000. ____')
  expect(text).toContain('Due no day agreed')
})

test('goods are owed by their measure, crop and unit', () => {
  const goods = { crop: 'Maize, grain', crop_code: 'maize_grain' }
  const { amount: _, ...owed } = voucher({
    ...{ ...goods, quantity: { value: 90, unit: 'kilogram', unit_code: 'kg' } },
  })
  expect(receiptText(english, owed, 'a5').replaceAll(/\s+/g, ' ')).toMatch(
    /owe Bukonzo Cooperative 90 (kg|kilograms?) Maize, grain, due by/,
  )
})

test('there is room to sign, and nothing is wider than the paper, in every language', () => {
  for (const language of languages())
    for (const paper of Object.keys(PAPERS) as Paper[]) {
      const lines = receiptText(wordsIn(language, 'Africa/Kampala'), voucher(), paper).split('\n')
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(PAPERS[paper])
      const [first] = lines.flatMap((line, i) => (line.startsWith('____') ? [i] : []))
      expect(lines.slice(must(first) - 5, must(first))).toEqual(['', '', '', '', ''])
      expect(lines.filter((line) => line.startsWith('____'))).toHaveLength(3)
    }
})
