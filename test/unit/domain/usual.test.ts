import { describe, expect, test } from 'vitest'
import { type Brought, broughtOf, unusual, usualOf } from '../../../src/domain/usual.ts'

/** What is usual, and what is so far from it that it may be a slip of the pen. */

const crop = 'coffee_fresh_cherry'
const brought = (kg: number | null, more: Partial<Brought> = {}): Brought => ({
  kg,
  crop,
  isOfToday: false,
  ...more,
})
const some = (masses: readonly (number | null)[], more: Partial<Brought> = {}) =>
  masses.map((kg) => brought(kg, more))

describe('usual is', () => {
  test("the middle of the party's own past, where it has three", () => {
    expect(usualOf(crop, some([60, 5_000, 62, 58]), some([1, 1, 1]))).toEqual({
      by: 'party',
      kg: 60,
      count: 4,
      lastKg: 60,
    })
  })
  test("the party's last one, where it has fewer: one is enough", () => {
    const others = some([1, 1, 1], { isOfToday: true })
    expect(usualOf(crop, some([62.5]), others)).toEqual({ by: 'last', kg: 62.5, count: 1, lastKg: 62.5 })
    expect(usualOf(crop, [brought(null), brought(0), brought(62.5)], others)).toMatchObject({
      ...{ by: 'last', kg: 62.5 },
    })
    expect(usualOf(crop, some([5], { crop: 'beans' }), others)?.by).toBe('day')
  })
  test('else what others bring on the day, else what they brought before', () => {
    const today = some([40, 50, 60], { isOfToday: true })
    expect(usualOf(crop, some([900, 900], { crop: 'beans' }), [...today, ...some([7, 7, 7, 7])])).toEqual({
      by: 'day',
      kg: 50,
      count: 3,
    })
    expect(usualOf(crop, [], [...today.slice(1), ...some([70])])).toEqual({ by: 'crop', kg: 60, count: 3 })
  })
  test.each<[string, Brought[]]>([
    ['another crop', some([5, 5, 5], { crop: 'beans' })],
    ['no kilograms', some([null, null, null])],
    ['nothing', some([0, 0, 0])],
  ])('not known from %s', (_what, records) => {
    expect(usualOf(crop, records, records)).toBeNull()
  })
  test('not known from two of others', () => {
    expect(usualOf(crop, [], some([5, 5]))).toBeNull()
  })
})

describe('a weight is unusual', () => {
  const party = { by: 'party', kg: 62.5, count: 3 } as const
  const last = { by: 'last', kg: 62.5, count: 1 } as const
  test.each([
    ['more', [312.5, 625, 6_250], ['party', 'last']],
    // A point that was lost or gained, where the weight itself was half or twice the last one.
    ['less', [6.25], ['party', 'last']],
    ['less', [12.5], ['last']],
    [undefined, [12.6, 62.5, 312.4], ['party', 'last']],
    [undefined, [6.26], ['party']],
    ['more', [625, 6_250], ['day', 'crop']],
    [undefined, [0.5, 624], ['day', 'crop']],
  ] as const)('%s: %j kg, where 62.5 kg are usual of %j', (is, weights, whose) => {
    for (const kg of weights)
      for (const by of whose)
        expect(unusual(kg, by === 'last' ? last : { ...party, by }, true)?.is, `${kg} ${by}`).toBe(is)
  })
  test.each([
    [250, 25, 'more'],
    [249, 25, undefined],
    [20, 200, 'less'],
    [21, 200, undefined],
  ])("beside the party's last one too, whatever its middle is: %s kg after %s kg", (kg, lastKg, is) => {
    const found = unusual(kg, { ...party, lastKg }, true)
    expect(found?.is).toBe(is)
    if (found !== null) expect(found.usual).toEqual({ by: 'last', kg: lastKg, count: 1, lastKg })
  })
  test('without anything to compare with, above what a person carries', () => {
    expect(unusual(6_250, null, false)).toEqual({ usual: null, is: 'more', limit: 1_000 })
    expect(unusual(1_000, null, false)).toBeNull()
    expect(unusual(6_250, null, true)).toBeNull()
  })
})

describe('what a party brought of a crop', () => {
  test('is a range, and the middle of it where there are three', () => {
    expect(broughtOf(crop, some([61, 90, 60, null, 75]))).toEqual({
      ...{ crop, count: 4, leastKg: 60, mostKg: 90, usualKg: 61 },
    })
    expect(broughtOf(crop, some([61, 90]))).toMatchObject({ count: 2, usualKg: null })
  })
  test('is nothing of another crop, or without kilograms', () => {
    expect(broughtOf(crop, some([5, 5], { crop: 'beans' }))).toBeNull()
    expect(broughtOf(crop, some([null]))).toBeNull()
    expect(broughtOf(undefined, some([5]))).toBeNull()
  })
})
