import { expect, test } from 'vitest'
import { ethiopianDayMs } from '../../../src/domain/ethiopian.ts'

const dayOf = (year: number, month: number, day: number): string | null => {
  const ms = ethiopianDayMs(year, month, day)
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10)
}

// Calendrical Calculations, appendix C, has the first four.
test.each([
  [[1984, 7, 8], '1992-03-17'],
  [[1988, 6, 17], '1996-02-25'],
  [[2031, 3, 1], '2038-11-10'],
  [[2086, 11, 11], '2094-07-18'],
  [[2000, 1, 1], '2007-09-12'],
  [[2017, 1, 1], '2024-09-11'],
  // The year before a leap year of ours ends with a sixth day of Pagume.
  [[2015, 13, 6], '2023-09-11'],
  [[2016, 1, 1], '2023-09-12'],
  [[2019, 2, 30], '2026-11-09'],
] as const)('%j is %s', ([year, month, day], expected) => expect(dayOf(year, month, day)).toBe(expected))

test.each([
  [2016, 13, 6],
  [2015, 13, 7],
  [2016, 2, 31],
  [2016, 14, 1],
  [2016, 0, 1],
  [2016, 1, 0],
])('%i has no day %i/%i', (...day) => expect(dayOf(...day)).toBeNull())

test('the calendars of the engine agree about each day of two centuries', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-ethiopic-nu-latn', {
    ...{ timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' },
  })
  const written = (ms: number) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    return [parts.get('year'), parts.get('month'), parts.get('day')]
  }
  const unlike: string[] = []
  for (let ms = Date.UTC(1900, 0, 1); ms < Date.UTC(2100, 0, 1); ms += 86_400_000) {
    const [year = 0, month = 0, day = 0] = written(ms)
    if (ethiopianDayMs(year, month, day) !== ms) unlike.push(new Date(ms).toISOString())
  }
  expect(unlike).toEqual([])
})
