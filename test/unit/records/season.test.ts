import { expect, test } from 'vitest'
import { periodOf, seasonAt, weekOfDay } from '../../../src/records/report/season.ts'

/** A season begins on the same day every year, in the local calendar. */

const at = (text: string) => Date.parse(text)

test.each([
  ['01-01', '2026-06-28T09:00:00Z', '2026-01-01', '2027-01-01'],
  ['10-01', '2026-09-30T20:59:59Z', '2025-10-01', '2026-10-01'],
  // Already October in Kampala.
  ['10-01', '2026-09-30T21:00:00Z', '2026-10-01', '2027-10-01'],
  ['12-31', '2026-01-01T00:00:00Z', '2025-12-31', '2026-12-31'],
])('beginning %s, %s falls in the one from %s to %s', (begins, ms, since, until) => {
  const season = seasonAt('Africa/Kampala', begins, at(ms))
  expect(season).toEqual({ since, until })
  const { fromMs, toMs } = periodOf('Africa/Kampala', season)
  expect(fromMs <= at(ms) && at(ms) < toMs).toBe(true)
})

test.each([
  ['2026-01-01', '2026-W01'],
  // A Sunday belongs to the week of the Monday before it.
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2026-06-28', '2026-W26'],
])('%s is in week %s', (day, week) => expect(weekOfDay(day)).toBe(week))
