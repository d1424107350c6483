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
export function seasonAt(timeZone: string, begins: string, ms: number): Season {
  const day = dayOf(timeZone, ms)
  const year = Number(day.slice(0, 4)) - (day.slice(5) < begins ? 1 : 0)
  const from = (of: number) => `${String(of).padStart(4, '0')}-${begins}`
  return { since: from(year), until: from(year + 1) }
}

export const periodOf = (timeZone: string, { since, until }: Season) => ({
  fromMs: startOfDay(timeZone, since) as number,
  toMs: startOfDay(timeZone, until) as number,
})
