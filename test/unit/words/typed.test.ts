import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { TYPED } from '../../../src/domain/typed.ts'
import { figureToType, figureTyped } from '../../../src/words/figure-typed.ts'
import { languageOf, languages } from '../../../src/words/language.ts'
import { typedWord } from '../../../src/words/typed.ts'
import { typedMoney, wordsIn } from '../../../src/words/words.ts'
import { seeded } from '../../support/records/gate/random.ts'

const signsOf = (code: string) => must(languageOf(code)).signs
const typed = (code: string, text: string, most?: number) => figureTyped(text, signsOf(code), most)

test.each(languages().map(({ code }) => code))(
  'a figure as %s types it is read as the same value',
  (code) => {
    const random = seeded(5)
    for (let i = 0; i < 2_000; i++) {
      const value = random.below(2_000_000) / 10 ** random.below(5)
      expect(typed(code, figureToType(value, signsOf(code))), String(value)).toEqual({ value })
    }
  },
)

test.each(languages().map(({ code }) => code))(
  'an amount as %s types it is read as the same amount',
  (code) => {
    const random = seeded(6)
    for (const currency of ['UGX', 'KES', 'TND', 'KWD'])
      for (const most of [1, 2, 2_000, ...Array(200).fill(9_999_999)]) {
        const amount_minor = random.below(most)
        const text = typedMoney({ amount_minor, currency }, signsOf(code))
        const value = { amount_minor, currency }
        expect(TYPED.money(text, signsOf(code), null, true), text).toEqual({ value })
      }
  },
)

describe('a figure', () => {
  test.each(['', 'x', '1,2,3', '1,250,5', '1,25,000', '1.2.3', '-5', '1e3', ',5', '5,', '1'.repeat(41)])(
    'is not "%s"',
    (text) => {
      for (const code of ['en', 'sw', 'fr']) expect(typed(code, text)).toBeNull()
    },
  )
  test('with spaces between thousands is one where the language writes it so', () => {
    expect(typed('fr', '1\u202f250\u00a0000')).toEqual({ value: 1_250_000 })
    expect(typed('fr', '12 50')).toBeNull()
    expect(typed('en', '1 250')).toBeNull()
  })
  test('with two readings is never guessed, unless its decimals rule one out', () => {
    expect(typed('en', '1,250')).toEqual({ ways: ['1250', '1.250'] })
    expect(typed('fr', '1,250')).toEqual({ ways: ['1250', '1,2500'] })
    expect(typed('fr', '1.250')).toEqual({ ways: ['1250', '1,2500'] })
    expect(typed('en', '1.250')).toEqual({ value: 1.25 })
    expect(typed('en', '1,250', 2)).toEqual({ value: 1250 })
    for (const code of ['en', 'fr'])
      for (const way of (typed(code, '1,250') as { ways: readonly string[] }).ways)
        expect(typed(code, way)).toHaveProperty('value')
  })
})

test.each([
  ['fr', 'Aujourd´hui', 'today'],
  ['fr', 'cooperative', 'cooperative'],
  ['fr', ' Coopérative ', 'cooperative'],
  ['sw', 'USHIRIKA', 'cooperative'],
  ['sw', 'jana', 'yesterday'],
  ['en', 'Today', 'today'],
  ['en', 'leo', null],
  ['sw', 'leo '.repeat(1_000_000), null],
])('in %s, a word', (code, text, word) => {
  expect(typedWord(wordsIn(must(languageOf(code)), ''), text)).toBe(word)
})
