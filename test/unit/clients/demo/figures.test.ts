import { expect, test } from 'vitest'
import { count, inShillings, kg, sum } from '../../../../src/clients/demo/figures.ts'
import { apart, wrap } from '../../../../src/text/wrap.ts'

test('figures look the same on every machine, and a missing one is never stated', () => {
  expect(apart(kg(1_000))).toBe('1,000 kg')
  expect(apart(kg(-4.9))).toBe('-4.9 kg')
  expect(apart(kg(sum([0.1, 0.2])))).toBe('0.3 kg')
  expect(sum([1_234_567.5, 0.0004])).toBe(1_234_567.5)
  expect(apart(inShillings(504_000))).toBe('UGX 504,000')
  expect(() => kg(null)).toThrow()
  expect(() => sum([1, null])).toThrow()
})

test('one is one', () => {
  expect(count(1, 'record')).toBe('1 record')
  expect(count(43, 'delivery', 'deliveries')).toBe('43 deliveries')
})

test('paragraphs break between words, at a hundred columns, and never inside a figure', () => {
  const wrapped = wrap(`${'word '.repeat(18)}${kg(48)} for ${inShillings(504_000)} end`, '    ').map(apart)
  expect(wrapped).toEqual([`    ${'word '.repeat(18).trimEnd()} 48 kg`, '    for UGX 504,000 end'])
  expect(wrap(`weighed ${kg(23)}`, ' '.repeat(90)).map((line) => apart(line).trim())).toEqual([
    'weighed',
    '23 kg',
  ])
})
