import { must } from '../../base/typed.ts'
import { dayOf, startOfDay } from '../../cli/day.ts'
import { DAY_MS } from '../../domain/time.ts'

/** A season is a year that starts on a day set by the cooperative (GRANARY_SEASON_BEGINS). Pure. */

/** The first day, and the day after the last, such as 2026-10-01 and 2027-10-01. */
export interface Season {
  readonly since: string
  readonly until: string
}

/**
 * Returns the season that contains an instant.
 * @param begins month and day, such as 10-01
 */
export const seasonAt = (timeZone: string, begins: string, ms: number): Season =>
  seasonOfDay(begins, dayOf(timeZone, ms))

/** @param day such as 2026-06-28 */
export function seasonOfDay(begins: string, day: string): Season {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < begins ? 1 : 0)
  const startIn = (calendarYear: number) => `${String(calendarYear).padStart(4, '0')}-${begins}`
  return { since: startIn(year), until: startIn(year + 1) }
}

/** Returns the season before. */
export const seasonBefore = ({ since }: Season): Season => ({ since: yearBefore(since), until: since })

/**
 * Returns the same day a year earlier. 29 February becomes a day that exists in no calendar, and which sorts
 * between 28 February and 1 March.
 */
export const yearBefore = (day: string): string =>
  `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`

export const periodOf = (timeZone: string, { since, until }: Season) => ({
  fromMs: must(startOfDay(timeZone, since)),
  toMs: must(startOfDay(timeZone, until)),
})

/**
 * Returns the week of a day, such as 2026-W26. By ISO 8601, a week starts on Monday, and the first week of a
 * year contains its first Thursday.
 */
export function weekOfDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const thursday = new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** Returns the month of a day, such as 2026-06. */
export const monthOfDay = (day: string): string => day.slice(0, 'yyyy-mm'.length)

/** Returns the Monday of a week such as 2026-W26. */
export function mondayOfWeek(week: string): string {
  const [year = '', number = ''] = week.split('-W')
  // 4 January is in the first week.
  const fourth = new Date(`${year}-01-04T00:00:00Z`)
  const days = (Number(number) - 1) * 7 - ((fourth.getUTCDay() + 6) % 7)
  return new Date(fourth.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
