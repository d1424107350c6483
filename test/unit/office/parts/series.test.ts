import { describe, expect, test } from 'vitest'
import { periodsOf, seasonsOf, seriesOf } from '../../../../src/office/frame/parts/series.ts'
import { dayAway } from '../../../../src/records/report/days.ts'
import { mondayOfWeek, seasonBefore, weekOfDay, yearBefore } from '../../../../src/records/report/season.ts'
import { rowOf } from '../../../support/sample-parts.ts'

/** Rows of reports become bars: none is lost, and crops stay apart. */

const maize = { crop: 'maize_grain', crop_name: 'Maize' }

describe('a series', () => {
  const rows = [
    rowOf({ key: 'a', kg: 1 }),
    rowOf({ ...maize, key: 'b', kg: 5, without_kg: 2 }),
    rowOf({ ...maize, key: 'b', kg: 2, known_by: 'week' }),
    rowOf({ ...maize, key: 'z', kg: 3 }),
    rowOf({ direction: 'out', key: 'a', kg: 100 }),
  ]
  test('is of one crop in one direction; the largest is first, and what comes in before what goes out', () => {
    const found = seriesOf(rows, ['a', 'b'])
    expect(found.map(({ direction, crop }) => `${direction} ${crop}`)).toEqual([
      'in maize_grain',
      'in coffee_fresh_cherry',
      'out coffee_fresh_cherry',
    ])
  })
  test('has a bar for each key, empty where nothing was delivered', () => {
    const [first] = seriesOf(rows, ['a', 'b'])
    expect(first?.bars.map(({ key, row }) => [key, row?.kg ?? null])).toEqual([
      ['a', null],
      ['b', 5],
    ])
  })
  test('keeps what fits no bar', () => {
    const [first] = seriesOf(rows, ['a', 'b'])
    expect(first?.apart.map(({ key, kg }) => [key, kg])).toEqual([
      ['b', 2],
      ['z', 3],
    ])
    const all = seriesOf(rows, ['a', 'b']).flatMap(({ bars, apart }) => [
      ...bars.flatMap(({ row }) => row ?? []),
      ...apart,
    ])
    expect(new Set(all)).toEqual(new Set(rows))
  })
})

describe('seasons', () => {
  test('of months and weeks have all of them once', () => {
    const season = { since: '2026-10-15', until: '2027-10-15' }
    expect(periodsOf(season, 'month')).toHaveLength(13)
    expect(periodsOf(season, 'week')).toHaveLength(53)
    expect(periodsOf(season, 'week')[0]).toBe('2026-W42')
  })
  test('are beside each other from their first days, and a crop of only one of them is shown', () => {
    const season = { since: '2026-03-01', until: '2027-03-01', rows: [rowOf({ key: '2026-04', kg: 7 })] }
    const before = {
      ...{ since: '2025-03-01', until: '2026-03-01' },
      rows: [rowOf({ key: '2025-04', kg: 9 }), rowOf({ ...maize, key: '2025-03', kg: 2 })],
    }
    const [coffee, other] = seasonsOf('month', season, before)
    expect(coffee?.pairs[1]).toMatchObject({ now: { row: { kg: 7 } }, before: { row: { kg: 9 } } })
    expect(other?.pairs[0]).toMatchObject({ now: { row: null }, before: { row: { kg: 2 } } })
  })
  test('the one before ends where this one begins, in leap years too', () => {
    expect(seasonBefore({ since: '2028-02-29', until: '2029-02-29' }).until).toBe('2028-02-29')
    expect(yearBefore('2028-02-29') > '2027-02-28').toBe(true)
    expect(yearBefore('2028-02-29') < '2027-03-01').toBe(true)
  })
  test('the Monday of a week is in that week, and the day before is not', () => {
    for (let day = '2024-12-20'; day < '2027-01-20'; day = dayAway(day, 1)) {
      const monday = mondayOfWeek(weekOfDay(day))
      expect([weekOfDay(monday), new Date(monday).getUTCDay()]).toEqual([weekOfDay(day), 1])
    }
  })
})
