import { expect, test } from 'vitest'
import {
  isDebtOfLoan,
  isDueTooEarly,
  isForLoan,
  LENT,
  type Lending,
  lendingDrafts,
} from '../../../../src/domain/money/lending.ts'

const lending: Lending = {
  ids: { debt: 'd', payment: 'p' },
  ...{ lender: 'us', borrower: 'james', what: 'loan', method: 'cash' },
  amount: { amount_minor: 200_000, currency: 'UGX' },
  due_at: '2027-03-31T09:00:00Z',
  common: { occurred_at: '2026-11-03T09:00:00Z', note: 'for seed' },
}

test('a loan is a debt of the borrower and a payment to them, of one amount and one day', () => {
  const { debt, payment } = lendingDrafts(lending)
  const both = { amount: lending.amount, ...lending.common, lawful_basis: 'special_data_consent' }
  expect(debt).toEqual({
    ...{ ...both, id: 'd', type: 'obligation', kind: 'repay_loan' },
    ...{ obligor: 'james', obligee: 'us', due_at: lending.due_at },
  })
  expect(payment).toEqual({
    ...{ ...both, id: 'p', type: 'payment', payer: 'us', payee: 'james', method: 'cash', purpose: 'loan' },
  })
  expect(lendingDrafts({ ...lending, reference: 'QX1' }).payment.reference).toBe('QX1')
})

test('each thing lent makes a debt of its own kind, which a payment for it needs', () => {
  for (const what of LENT) {
    const { debt, payment } = lendingDrafts({ ...lending, what })
    expect(isForLoan(payment)).toBe(true)
    expect(isDebtOfLoan(payment, debt)).toBe(true)
    for (const other of LENT.filter((one) => one !== what))
      expect(isDebtOfLoan(payment, lendingDrafts({ ...lending, what: other }).debt)).toBe(false)
    expect(isDebtOfLoan(payment, { ...debt, obligor: 'grace' })).toBe(false)
    expect(isDebtOfLoan(payment, { ...debt, obligee: 'james', obligor: 'us' })).toBe(false)
  }
  for (const purpose of ['produce', 'repayment', 'advance', undefined])
    expect(isForLoan({ type: 'payment', purpose })).toBe(false)
  expect(isForLoan({ type: 'obligation', purpose: 'loan' })).toBe(false)
})

test('nothing falls due before it is lent', () => {
  expect([1, 2, 3].map((dueAtMs) => isDueTooEarly(2, dueAtMs))).toEqual([true, true, false])
})
