import { expect, test } from 'vitest'
import { Counts } from '../../../src/base/counts.ts'

test('each key counts for itself, and owes nothing when more is taken back than was counted', () => {
  const counts = new Counts<string>()
  expect([counts.add('a'), counts.add('a', 4), counts.add('b', 2)]).toEqual([1, 5, 2])
  expect([counts.add('a', -2), counts.add('b', -9), counts.add('b')]).toEqual([3, 0, 1])
  expect([counts.of('a'), counts.of('b'), counts.of('c')]).toEqual([3, 1, 0])
})
