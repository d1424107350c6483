import { expect, test } from 'vitest'
import { count, kg, listed, number, percent, shillings, wrap } from '../../../../src/clients/demo/words.ts'

test('figures look the same on every machine', () => {
  expect(number(1_234_567.5)).toBe('1,234,567.5')
  expect(number(-4.9)).toBe('-4.9')
  expect(number(0.1 + 0.2)).toBe('0.3')
  expect(number(100)).toBe('100')
  expect(kg(1_000)).toBe('1,000 kg')
  expect(kg(null)).toBe('no kilograms')
  expect(shillings(504_000)).toBe('UGX 504,000')
  expect(percent(0.02)).toBe('2 %')
})

test('one is one', () => {
  expect(count(1, 'record')).toBe('1 record')
  expect(count(43, 'delivery', 'deliveries')).toBe('43 deliveries')
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c')
  expect(listed(['a'])).toBe('a')
})

test('paragraphs break between words, at a hundred columns, and never inside a figure', () => {
  const wrapped = wrap(`${'word '.repeat(18)}48 kg for UGX 504,000 ${'x'.repeat(120)} end`, '    ').split(
    '\n',
  )
  expect(wrapped[0]).toBe(`    ${'word '.repeat(18).trimEnd()} 48 kg`)
  expect(wrapped[1]).toBe('    for UGX 504,000')
  expect(wrapped[2]).toBe(`    ${'x'.repeat(120)}`)
  expect(wrapped[3]).toBe('    end')
  for (const line of wrapped.filter((l) => !l.includes('xx'))) expect(line.length).toBeLessThanOrEqual(100)
  expect(
    wrap('weighed 23 kg', ' '.repeat(90))
      .split('\n')
      .map((l) => l.trim()),
  ).toEqual(['weighed', '23 kg'])
})
