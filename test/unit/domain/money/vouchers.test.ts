import { expect, test } from 'vitest'
import { isSignatureDue } from '../../../../src/domain/money/vouchers.ts'

test('a signature is due for a loan and for cash, not for what an operator paid under its number', () => {
  expect(isSignatureDue({ type: 'obligation' })).toBe(true)
  expect(isSignatureDue({ type: 'payment', method: 'cash' })).toBe(true)
  expect(isSignatureDue({ type: 'payment', method: 'cash', reference: '12' })).toBe(true)
  expect(isSignatureDue({ type: 'payment', method: 'mobile_money' })).toBe(true)
  expect(isSignatureDue({ type: 'payment', method: 'mobile_money', reference: 'QX1' })).toBe(false)
  expect(isSignatureDue({ type: 'payment', method: 'bank', reference: '77' })).toBe(false)
})
