import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundKg } from '../../../src/domain/quantity.ts'
import { figuresOf } from '../../../src/domain/tally/figures.ts'
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
    ['exact kilograms beside an unapplied factor', { quantity: { value: 250, unit: 'g' } }, 250_000n],
    ['nothing for a bag with a factor that nobody applied', { quantity: { value: 3, unit: 'bag' } }, null],
    ['nothing without a factor', { normalized_kg: 5, conversion_id: undefined }, null],
  ])('are %s', (_, members, expected) => {
    expect(citedMilligrams(citing(members))).toBe(expected)
  })
})

describe('the oldest that waits', () => {
  const row = (key: number, hasEnded: boolean) => ({ key, atMs: key * 10, hasEnded })
  const looked = OldestOutstanding.beyond(0).lookedAt([row(1, true), row(2, false), row(3, true)], true)
  test('is the first that has not ended', () => {
    expect([looked.oldest?.key, looked.clearedThrough, looked.isCertain]).toEqual([2, 1, true])
  })
  test('is none where all have ended, until one more comes', () => {
    const none = looked.lookedAt([row(2, true), row(3, true)], true)
    expect([none.oldest, none.clearedThrough, none.isCertain]).toEqual([null, 3, true])
    expect(none.lookedAt([row(9, false)], true).oldest).toMatchObject({ key: 9, atMs: 90 })
  })
  test('is not certain where the look ended before all were seen, and never too young', () => {
    const some = OldestOutstanding.beyond(0).lookedAt([row(1, true), row(2, true)], false)
    expect([some.oldest?.atMs, some.clearedThrough, some.isCertain]).toEqual([20, 2, false])
  })
})

test('the figures leave out what has ended', () => {
  const sums = new Sums()
  for (const effect of ['stopped_some', 'stopped_some', 'stopped_nothing_exempt'] as const)
    sums.objection(effect)
  sums.objectionsWithdrawn++
  for (const atMs of [10, 20, 40]) sums.request(atMs)
  sums.answer(20, 50)
  sums.notificationsRaised = 5
  sums.notificationsTold = 2
  const waiting = OldestOutstanding.beyond(0)
  const figures = figuresOf(sums, { requests: waiting, notifications: waiting }, () => undefined)
  expect(figures).toMatchObject({
    standingObjections: 2,
    objectionsByEffect: { stopped_some: 2, stopped_nothing_exempt: 1, stopped_nothing_no_records: 0 },
    subjectAccess: { requests: 3, open: 2, openAtMsSum: 50, answeredMsSum: 30, answeredMsMax: 30 },
    notifications: { outstanding: 3 },
  })
})
