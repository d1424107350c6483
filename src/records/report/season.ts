import { must } from '../../base/typed.ts'
import { dayOf, startOfDay } from '../../cli/day.ts'

/** A season is a year from a day that the cooperative sets (GRANARY_SEASON_BEGINS). Pure. */

/** First day and day after the last, such as 2026-10-01 and 2027-10-01. */
export interface Season {
  readonly since: string
  readonly until: string
}

/**
 * The season that an instant falls in.
 * @param begins month and day, such as 10-01
 */
export const seasonAt = (timeZone: string, begins: string, ms: number): Season =>
  seasonOfDay(begins, dayOf(timeZone, ms))

/** @param day such as 2026-06-28 */
export function seasonOfDay(begins: string, day: string): Season {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < begins ? 1 : 0)
  const from = (of: number) => `${String(of).padStart(4, '0')}-${begins}`
  return { since: from(year), until: from(year + 1) }
}

export const periodOf = (timeZone: string, { since, until }: Season) => ({
  fromMs: must(startOfDay(timeZone, since)),
  toMs: must(startOfDay(timeZone, until)),
})

const DAY_MS = 86_400_000

/** The week of a day, such as 2026-W26 (ISO 8601: from Monday; the first of a year has its first Thursday). */
export function weekOfDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const thursday = new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
