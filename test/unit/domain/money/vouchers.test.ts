import { expect, test } from 'vitest'
import { isSignatureDue } from '../../../../src/domain/money/vouchers.ts'

const due = (more: object) => isSignatureDue({ type: 'payment', payee: 'her', ...more }, 'her')

test('a signature is due for a loan and for cash, not for what an operator paid under its number', () => {
  expect(due({ type: 'obligation', obligor: 'her' })).toBe(true)
  expect(due({ method: 'cash' })).toBe(true)
  expect(due({ method: 'cash', reference: '12' })).toBe(true)
  expect(due({ method: 'mobile_money' })).toBe(true)
  expect(due({ method: 'mobile_money', reference: 'QX1' })).toBe(false)
  expect(due({ method: 'bank', reference: '77' })).toBe(false)
})

test('none is due by who paid, or by who is owed; one is for debts that were set off', () => {
  expect(due({ method: 'cash', payee: 'us', payer: 'her' })).toBe(false)
  expect(due({ type: 'obligation', obligor: 'us', obligee: 'her' })).toBe(false)
  expect(due({ method: 'offset', payee: 'us', payer: 'her' })).toBe(true)
  expect(due({ method: 'offset' })).toBe(true)
})
