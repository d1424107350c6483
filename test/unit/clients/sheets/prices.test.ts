import { describe, expect, test } from 'vitest'
import { pricedWhat, pricesAgree, saysWholePrice } from '../../../../src/clients/sheets/prices.ts'
import { faultsOf, planOf, small } from '../../../support/clients/importer/support.ts'

/** Prices of one kilogram or unit, and of the whole. */

describe('prices', () => {
  test.each([
    ['equal for unequal weights', [2000, 2000], [122, 81], 'each'],
    ['equal, with a row that has none', [2000, null, 2000], [122, 5, 81], 'each'],
    ['proportional to weights', [244_000, 162_000], [122, 81], 'whole'],
    ['proportional but rounded', [243_900, 162_050, 100_000], [122, 81, 50], 'whole'],
    ['that change over the season', [2000, 2100, 1800], [122, 81, 40], null],
    ['of equal weights', [2000, 2000], [60, 60], null],
    ['of one row', [2000], [60], null],
    ['of no row', [], [], null],
  ] as const)('%s', (_what, prices, quantities, what) => {
    expect(pricedWhat(prices, quantities)).toBe(what)
  })
  test('agree with rates in the rows that have all three', () => {
    expect(pricesAgree([2000, 2000, null], [122, 81, 5], [24_400, 162_000, 7])).toEqual({
      rows: 2,
      agreeing: 1,
    })
  })
  test.each([
    ['Amount paid', true],
    ['Thamani', true],
    ['Price', false],
    ['Bei', false],
    ['Rate', false],
  ])('%s says that it is of the whole: %s', (heading, is) => expect(saysWholePrice(heading)).toBe(is))
})

describe('a price beside the price of one', () => {
  const map = (decimals: number, per: 'kg' | 'unit' = 'kg') =>
    small({
      records: {
        delivery: {
          from_party: ['farm'],
          to_party: ['cooperative'],
          occurred_at: 'day',
          quantity: 'weight',
          lawful_basis: 'special_data_consent',
          agreed_price: {
            column: 'Amount',
            currency: { constant: decimals === 0 ? 'UGX' : 'KES' },
            decimals,
            check: { column: 'Rate', per },
          },
        },
      },
    })
  const sheet = (weight: string, rate: string, amount: string) =>
    `Day,Farm,Weight,Rate,Amount\n1/6/2026,Hill,${weight},${rate},${amount}\n`

  test.each([
    ['122 kg', '2000', '244000', 0, 'kg'],
    ['122 kg', '', '24400', 0, 'kg'],
    ['122.5 kg', '2000', '245000', 0, 'kg'],
    // The rate is rounded to the shilling, the amount to 50.
    ['61 kg', '1333', '81350', 0, 'kg'],
    ['10 lbs', '2', '20', 2, 'unit'],
  ] as const)('%s at %s make %s', (weight, rate, amount, decimals, per) => {
    expect(faultsOf(sheet(weight, rate, amount), map(decimals, per))).toEqual([])
  })
  test.each([
    ['122 kg', '2000', '24400', 0],
    ['122 kg', '2000', '2440000', 0],
    ['60.5 kg', '30.25', '1900.00', 2],
  ])('%s at %s do not make %s', (weight, rate, amount, decimals) => {
    expect(faultsOf(sheet(weight, rate, amount), map(decimals))).toEqual([
      '2 Amount: is another price than the quantity times "Rate"',
    ])
  })
  test('is read as it is written', () => {
    const [row] = planOf(sheet('122 kg', '2000', '244000'), map(0)).rows()
    const prices = [...(row?.records ?? [])].map(
      ({ draft }) => (draft as { agreed_price?: unknown }).agreed_price,
    )
    expect(prices).toContainEqual({ amount_minor: 244_000, currency: 'UGX' })
  })
})
