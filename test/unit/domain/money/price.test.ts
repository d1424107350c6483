import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasAgreedToPrices, keepsOldPrice, priceOf } from '../../../../src/domain/money/price.ts'

test('a weight costs its kilograms times the price, half a unit rounded up', () => {
  expect(priceOf(1_200, 85.5)).toBe(102_600)
  expect(priceOf(4_550, 12.35)).toBe(56_193)
  expect(priceOf(1, 0.5)).toBe(1)
  expect(priceOf(1, 0.49)).toBe(0)
  expect(priceOf(0, 85)).toBe(0)
  expect(priceOf(1_000_000_000, 1e-7)).toBe(100)
  expect(priceOf(Number.MAX_SAFE_INTEGER, 2)).toBeNull()
  expect(priceOf(3, 33.333333)).toBe(100)
})

test('it never differs from the exact product by more than half a unit', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(100_000_000), (perKg, grams) => {
      const exact = (BigInt(perKg) * BigInt(grams) * 2n + 1_000n) / 2_000n
      expect(priceOf(perKg, grams / 1000)).toBe(Number(exact))
    }),
  )
})

test('a price is left as it was where another weight, unit or crop is to have it', () => {
  const old = {
    agreed_price: { amount_minor: 102_600, currency: 'UGX' },
    quantity: { value: 85.5, unit: 'kg' },
    crop: 'maize_grain',
  }
  const keeps = (change: object, of: object = old) => keepsOldPrice(of, { ...of, ...change })
  expect(keeps({ quantity: { value: 58.5, unit: 'kg' } })).toBe(true)
  expect(keeps({ quantity: { value: 85.5, unit: 'debe' } })).toBe(true)
  expect(keeps({ crop: 'coffee_fresh_cherry' })).toBe(true)
  expect(keeps({ normalized_kg: 58.5 })).toBe(true)
  expect(keeps({ note: 'x' })).toBe(false)
  expect(keeps({ quantity: { unit: 'kg', value: 85.5 } })).toBe(false)
  const cheaper = { amount_minor: 70_200, currency: 'UGX' }
  expect(keeps({ quantity: { value: 58.5, unit: 'kg' }, agreed_price: cheaper })).toBe(false)
  expect(keeps({ quantity: { value: 58.5, unit: 'kg' }, agreed_price: undefined })).toBe(false)
  expect(keeps({ crop: 'coffee_fresh_cherry' }, { ...old, agreed_price: undefined })).toBe(false)
})

test('a member agreed to prices once, by an earlier record of the cooperative that shows money', () => {
  const basis = 'special_data_consent'
  const agreed = (more: object) =>
    hasAgreedToPrices([{ id: 'a', lawful_basis: basis, asserted_by: 'us', ...more }], 'own', 'us')
  expect(agreed({})).toBe(true)
  expect(agreed({ id: 'own' })).toBe(false)
  expect(agreed({ lawful_basis: 'contract_performance' })).toBe(false)
  expect(agreed({ asserted_by: 'her' })).toBe(false)
  expect(hasAgreedToPrices([], 'own', 'us')).toBe(false)
})
