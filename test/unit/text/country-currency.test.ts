import { expect, test } from 'vitest'
import { countries } from '../../../src/text/countries.ts'
import { currencyOf } from '../../../src/text/country-currency.ts'
import { minorDigits } from '../../../src/text/currencies.ts'

test('the currency of a country is one whose decimals are known', async () => {
  expect(['UG', 'KE', 'TZ', 'RW', 'BI', 'CD', 'SN', 'XX', ''].map(currencyOf)).toEqual([
    ...['UGX', 'KES', 'TZS', 'RWF', 'BIF', 'CDF', 'XOF', null, null],
  ])
  const unknown = (await countries()).filter(({ code }) => {
    const currency = currencyOf(code)
    return currency !== null && minorDigits(currency) === null
  })
  expect(unknown).toEqual([])
})
