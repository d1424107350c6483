import { describe, expect, test } from 'vitest'
import {
  description,
  inStatements,
  MOST_DESCRIPTION,
  MOST_FILE_BYTES,
  MOST_PRODUCERS,
  type Sized,
} from '../../../src/domain/eu-statement.ts'
import { seeded } from '../../support/records/gate/random.ts'

/** How the plots of a lot are divided among statements. */

const FRAME = 42
const each = (count: number, bytes = 100): Sized[] =>
  Array.from({ length: count }, (_, i) => ({ holder: `farmer ${i}`, bytes }))

const ofBytes = (...bytes: number[]): Sized[] => bytes.map((one, i) => ({ holder: `${i}`, bytes: one }))

/** What a statement with these plots takes: bytes of its file, and producers. */
function sizes(plots: readonly Sized[], numbers: readonly (number | null)[]) {
  const files = new Map<number, { bytes: number; holders: Set<string> }>()
  for (const [at, { holder, bytes }] of plots.entries()) {
    const number = numbers[at]
    if (number === null || number === undefined) continue
    const file = files.get(number) ?? { bytes: FRAME - 1, holders: new Set() }
    files.set(number, file)
    file.bytes += bytes + 1
    file.holders.add(holder)
  }
  return [...files]
    .sort(([a], [b]) => a - b)
    .map(([, one]) => ({ bytes: one.bytes, producers: one.holders.size }))
}

test('1,000 producers are one statement, and one more are two', () => {
  expect(MOST_PRODUCERS).toBe(1_000)
  expect(new Set(inStatements(each(1_000), FRAME))).toEqual(new Set([0]))
  expect(inStatements(each(1_001), FRAME).slice(-2)).toEqual([0, 1])
})

test('3,000 producers with two plots each are three statements, and no producer is in two', () => {
  const plots = [...each(3_000), ...each(3_000)]
  const numbers = inStatements(plots, FRAME)
  expect(sizes(plots, numbers).map(({ producers }) => producers)).toEqual([1_000, 1_000, 1_000])
  expect(numbers.slice(0, 3_000)).toEqual(numbers.slice(3_000))
})

test('a file is filled to the last byte, and one more byte begins another', () => {
  expect(MOST_FILE_BYTES).toBe(25_000_000)
  const half = (MOST_FILE_BYTES - FRAME - 1) / 2
  expect(inStatements(ofBytes(Math.floor(half), Math.ceil(half)), FRAME)).toEqual([0, 0])
  expect(inStatements(ofBytes(Math.floor(half), Math.ceil(half) + 1), FRAME)).toEqual([0, 1])
})

test('the plots of one producer are in two statements only when they are more than one takes', () => {
  const most = { bytes: FRAME - 1 + 300, producers: 10 }
  const of = (holder: string, ...bytes: number[]) => bytes.map((one) => ({ holder, bytes: one - 1 }))
  const numbersOf = (...plots: Sized[][]) => inStatements(plots.flat(), FRAME, most)
  expect(numbersOf(of('a', 100), of('b', 100, 200))).toEqual([0, 1, 1])
  expect(numbersOf(of('a', 100), of('b', 200, 200), of('c', 100))).toEqual([0, 1, 2, 2])
})

test('what cannot be drawn is in none', () => {
  expect(inStatements(ofBytes(0, 5), FRAME)).toEqual([null, 0])
  expect(inStatements([], FRAME)).toEqual([])
})

describe('whatever the plots', () => {
  test.each(Array.from({ length: 200 }, (_, i) => i))(
    'no limit is passed, and no statement is empty: seed %s',
    (seed) => {
      const random = seeded(seed)
      const most = { bytes: 400 + random.below(2_000), producers: 1 + random.below(6) }
      const plots = Array.from({ length: random.below(60) }, () => ({
        holder: `farmer ${random.below(20)}`,
        bytes: random.below(4) === 0 ? 0 : 1 + random.below(350),
      }))
      const numbers = inStatements(plots, FRAME, most)
      const all = sizes(plots, numbers)
      for (const { bytes, producers } of all) {
        expect(bytes).toBeLessThanOrEqual(most.bytes)
        expect(producers).toBeLessThanOrEqual(most.producers)
        expect(producers).toBeGreaterThan(0)
      }
      const used = [...new Set(numbers.filter((one) => one !== null))].sort((a, b) => a - b)
      expect(used).toEqual(used.map((_, i) => i))
      expect(numbers.map((one) => one === null)).toEqual(plots.map(({ bytes }) => bytes === 0))
      // No producer is in two statements whose plots one would take.
      for (const holder of new Set(plots.map((one) => one.holder))) {
        const own = [...plots.entries()].filter(([, one]) => one.holder === holder && one.bytes > 0)
        const bytes = own.reduce((sum, [, one]) => sum + one.bytes + 1, FRAME - 1)
        if (bytes <= most.bytes) expect(new Set(own.map(([at]) => numbers[at])).size).toBeLessThanOrEqual(1)
      }
    },
  )
})

test('a description fits, and keeps by what it is told', () => {
  expect(description('Coffee, green bean', 'lot 1')).toBe('Coffee, green bean; lot 1')
  const long = description('☕'.repeat(300), 'lot 1, 2/3')
  expect([[...long].length, long.endsWith('…; lot 1, 2/3')]).toEqual([MOST_DESCRIPTION, true])
})
