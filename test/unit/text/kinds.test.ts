import { expect, test } from 'vitest'
import { codeOf, type Happened, type Shown } from '../../../src/text/kinds.ts'
import { wrap } from '../../../src/text/wrap.ts'
import { Calendar } from '../../../src/words/calendar.ts'
import { englishWords, spelled, typedMoney } from '../../../src/words/words.ts'

const { amount, count, kg, money, percent, quantity, worded } = englishWords()

/** Each kind of value has its formatter, which takes no other. */

test.each([
  [85.5, '85.5', '85.50'],
  [0.0000001, '0.0000001', '0.0000001'],
  [1e-9, '0.000000001', '0.000000001'],
  [87.043, '87.043', '87.04'],
  [1234567.125, '1,234,567.125', '1,234,567.13'],
  [1e12, '1,000,000,000,000', '1,000,000,000,000.00'],
  [1.5e21, '1,500,000,000,000,000,000,000', '1,500,000,000,000,000,000,000.00'],
  [0.1234567890123456, '0.1234567890123456', '0.12'],
  [-1234.5, '-1,234.5', '-1,234.50'],
  [0, '0', '0.00'],
])(
  '%s: a figure has all its digits, a mass is rounded to two decimals but never to nothing',
  (value, figure, mass) => {
    expect([amount(value), kg(value)]).toEqual([figure, mass])
    expect(Number(figure.replaceAll(',', ''))).toBe(value)
  },
)

test('figures with what they count', () => {
  expect(quantity({ value: 3, unit: 'debe', label: 'debe ndogo' })).toBe('3 debe (debe ndogo)')
  expect(count(12_345)).toBe('12,345')
  expect(percent(0.07)).toBe('7 %')
  const most = { amount_minor: Number.MAX_SAFE_INTEGER, currency: 'KES' }
  expect(money(most)).toBe('KES\u00a090,071,992,547,409.91')
  expect(typedMoney(most)).toBe('90071992547409.91 KES')
})

test('a code becomes words; what is not made like one stays as it is', () => {
  expect(spelled(codeOf('coffee_fresh_cherry'))).toBe('coffee fresh cherry')
  for (const text of ['3.9', 'Mt. Elgon', 'v3.9', 'A_b', '85.5 kg']) expect(spelled(codeOf(text))).toBe(text)
})

test('a figure that is longer than a line goes on in the next one', () => {
  expect(wrap('Price KWD\u00a09,007,199,254,740.991 in all', '', '', 20)).toEqual([
    'Price KWD',
    '9,007,199,254,740.99',
    '1 in all',
  ])
})

test('the compiler refuses one kind for another', () => {
  const calendar = new Calendar('UTC')
  const refused = () => {
    const shown: Shown = amount(85.5)
    const happened = '2026-06-28T00:00:00.000Z' as Happened
    // @ts-expect-error a figure is no code
    worded(shown)
    // @ts-expect-error nor is any text
    spelled('some text' as string)
    // @ts-expect-error a record's time may be known by its month alone
    calendar.day(happened)
    // @ts-expect-error
    calendar.stamp(happened)
    // @ts-expect-error text is no figure
    amount('85.5')
  }
  expect(refused).toBeTypeOf('function')
})
