import { expect, test } from 'vitest'
import { inShillings, kg, sum } from '../../../../src/clients/demo/figures.ts'
import { apart } from '../../../../src/text/wrap.ts'
import { englishWords } from '../../../../src/words/words.ts'

test('figures look the same on every machine, and a missing one is never stated', () => {
  const { told } = englishWords()
  expect(told(kg(1_000))).toBe('1,000 kg')
  expect(told(kg(-4.9))).toBe('-4.9 kg')
  expect(told(kg(sum([0.1, 0.2])))).toBe('0.3 kg')
  expect(sum([1_234_567.5, 0.0004])).toBe(1_234_567.5)
  expect(apart(told(inShillings(504_000)))).toBe('UGX 504,000')
  expect(() => kg(null)).toThrow()
  expect(() => sum([1, null])).toThrow()
})
