import { expect, test } from 'vitest'
import { lastMethod, leftToPay, purposeOf } from '../../../../src/domain/money/repayment.ts'
import { OBLIGATION_KINDS } from '../../../../src/domain/types/obligation.ts'

test('what a payment is for follows from the debts, where they agree', () => {
  const loan = { type: 'obligation', kind: 'repay_loan' }
  expect(purposeOf([loan])).toBe('repayment')
  const ofAllKinds = OBLIGATION_KINDS.map((kind) => ({ type: 'obligation', kind }))
  expect(purposeOf(ofAllKinds)).toBe('repayment')
  expect(purposeOf([{ type: 'delivery' }, { type: 'delivery' }])).toBe('produce')
  expect(purposeOf([loan, { type: 'delivery' }])).toBeNull()
  expect(purposeOf([])).toBeNull()
})

test('the way last used is that of the newest payment the same way which moved money', () => {
  const paid = (way: 'in' | 'out', method: string) => ({ way, record: { method } })
  const newestFirst = [paid('in', 'offset'), paid('out', 'bank'), paid('in', 'mobile_money')]
  expect(lastMethod(newestFirst, 'in')).toBe('mobile_money')
  expect(lastMethod(newestFirst, 'out')).toBe('bank')
  expect(lastMethod([paid('in', 'offset')], 'in')).toBe('cash')
  expect(lastMethod([], 'out')).toBe('cash')
})

test('what is left to pay leaves out what was paid and not yet signed for, and is never below zero', () => {
  const left = (remaining_minor: number | null, claimed_minor: number | null) =>
    leftToPay({ remaining_minor, claimed_minor })
  expect(left(350_000, 0)).toBe(350_000)
  expect(left(350_000, 350_000)).toBe(0)
  expect(left(350_000, 400_000)).toBe(0)
  expect(left(-5, 0)).toBe(0)
  expect(left(null, 0)).toBeNull()
  expect(left(5, null)).toBeNull()
})
