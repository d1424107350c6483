import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundKg } from '../../../src/domain/quantity.ts'
import { Factors } from '../../../src/domain/tally/factors.ts'
import { OldestOutstanding } from '../../../src/domain/tally/oldest-outstanding.ts'
import { citedMilligrams, kilograms } from '../../../src/domain/tally/record.ts'
import { Sums } from '../../../src/domain/tally/sums.ts'
import type { RecordBody } from '../../../src/domain/types/index.ts'

const citing = (members: object) =>
  ({ type: 'harvest', conversion_id: 'bag', ...members }) as unknown as RecordBody
const milligrams = (kg: number) => citedMilligrams(citing({ normalized_kg: kg })) as bigint

describe('milligrams', () => {
  test('are those of the kilograms as everybody is told them', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (kg) => {
        expect(kilograms(milligrams(kg))).toBe(roundKg(kg))
      }),
    )
  })
  test('add up to the same in any order, and what is taken off again leaves nothing', () => {
    const masses = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(masses, (all) => {
        const sums = new Sums()
        for (const kg of all) sums.weigh('bag', milligrams(kg))
        for (const kg of all.slice(1).reverse()) sums.weigh('bag', -milligrams(kg))
        expect(sums.milligrams.get('bag')).toBe(milligrams(all[0] as number))
      }),
    )
  })
  test.each([
    [
      'exact kilograms beside a factor that nobody applied',
      { quantity: { value: 250, unit: 'g' } },
      250_000n,
    ],
    ['nothing for a bag with a factor that nobody applied', { quantity: { value: 3, unit: 'bag' } }, null],
    ['nothing without a factor', { normalized_kg: 5, conversion_id: undefined }, null],
  ])('are %s', (_, members, expected) => {
    expect(citedMilligrams(citing(members))).toBe(expected)
  })
})

test('sums survive being written down, in two parts or in one', () => {
  const one = new Sums()
  one.record('consent', true, true)
  one.record('consent', false, false)
  one.weigh('bag', 5n)
  one.weigh(null, 7n)
  one.objection('stopped_some')
  one.request(1_000)
  const other = new Sums()
  other.record('medical', false, true)
  other.weigh('bag', -5n)
  other.weigh(null, 2n ** 70n)
  other.objection('stopped_some')
  other.answer(1_000, 61_000)
  other.request(Number.MAX_SAFE_INTEGER)
  other.request(Number.MAX_SAFE_INTEGER)
  Object.assign(other, {
    delegations: 2,
    objectionsWithdrawn: 1,
    notificationsRaised: 3,
    notificationsTold: 1,
  })
  const again = Sums.from(JSON.parse(JSON.stringify(one)))
  again.add(Sums.from(JSON.parse(JSON.stringify(other))))
  one.add(other)
  expect(JSON.stringify(again)).toBe(JSON.stringify(one))
  expect(JSON.parse(JSON.stringify(one))).toEqual({
    records: { financial: { consent: 1 }, other: { consent: 1, medical: 1 } },
    delegatedRecords: 2,
    delegations: 2,
    objectionsLodged: 2,
    objectionsWithdrawn: 1,
    objections: { stopped_some: 2 },
    milligrams: {},
    unresolvedMilligrams: '1180591620717411303431',
    requests: 3,
    answers: 1,
    openAtMs: String(2n * BigInt(Number.MAX_SAFE_INTEGER)),
    answeredMs: '60000',
    answeredMsMax: 60_000,
    notificationsRaised: 3,
    notificationsTold: 1,
  })
})

describe('a factor that became known later', () => {
  const factors = Factors.none.with(['old'], 0).with(['new'], 100)
  test('takes what comes after it, and what stood before it piece by piece', () => {
    const sumsOf = (all: Factors) => [1, 50, 51, 100, 101].map((seq) => all.sumOf('new', seq))
    expect(sumsOf(factors)).toEqual([null, null, null, null, 'new'])
    expect(sumsOf(factors.moved('new', 50))).toEqual(['new', 'new', null, null, 'new'])
    expect(sumsOf(factors.moved('new', null))).toEqual(['new', 'new', 'new', 'new', 'new'])
  })
  test('is not known anew when it is told of again', () => {
    expect(factors.with(['new', 'old'], 200)).toBe(factors)
  })
  test('goes on from where it was when it was written down', () => {
    const again = Factors.from(JSON.parse(JSON.stringify(factors.moved('new', 50))))
    expect(again.moving).toEqual({ factor: 'new', movedThrough: 50, until: 100 })
    expect([again.sumOf('old', 1), again.sumOf('other', 1)]).toEqual(['old', null])
    expect(again.moved('new', null).moving).toBeNull()
  })
})

describe('the oldest that waits', () => {
  const row = (key: number, hasEnded: boolean) => ({ key, atMs: key * 10, hasEnded })
  const looked = OldestOutstanding.beyond(0).lookedAt([row(1, true), row(2, false), row(3, true)], true)
  test('is the first that has not ended', () => {
    expect([looked.oldest?.key, looked.clearedThrough, looked.isCertain]).toEqual([2, 1, true])
  })
  test('is not looked for before it has ended itself', () => {
    expect(looked.without(3)).toBe(looked)
    expect(looked.with(4, 40)).toBe(looked)
    const left = looked.without(2)
    expect([left.oldest?.atMs, left.clearedThrough, left.isCertain]).toEqual([20, 2, false])
    expect(left.with(4, 40)).toBe(left)
  })
  test('is none where all have ended, until one more comes', () => {
    const none = looked.without(2).lookedAt([row(3, true)], true)
    expect([none.oldest, none.clearedThrough, none.isCertain]).toEqual([null, 3, true])
    expect(none.with(9, 90).oldest).toMatchObject({ key: 9, atMs: 90 })
  })
  test('is not certain where the look ended before all were seen, and never too young', () => {
    const some = OldestOutstanding.beyond(0).lookedAt([row(1, true), row(2, true)], false)
    expect([some.oldest?.atMs, some.clearedThrough, some.isCertain]).toEqual([20, 2, false])
  })
})
