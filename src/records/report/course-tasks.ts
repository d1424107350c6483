import { must } from '../../base/typed.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { Calendar } from '../../words/calendar.ts'
import type { RecordKernel } from '../kernel.ts'
import { dayAway } from './days.ts'
import { partsOf } from './report-tasks.ts'
import { periodOf, seasonBefore, seasonOfDay, yearBefore } from './season.ts'

/** The course of deliveries over days and seasons, for charts: the same figures as in reports. */

/** The day asked for is the last of these. */
const DAYS = 7

export interface CourseAsked {
  /** Only deliveries of this party, under all its entries; of all parties if left out. */
  readonly party?: string
  readonly atMs: number
}

export const courseTasks = tasksOn<RecordKernel>()({
  /** Returns the totals of the day of an instant by crop, and of the seven days that end with it by day. */
  'report.days': async (kernel, operator, { atMs, ...whose }: CourseAsked) => {
    const calendar = new Calendar(kernel.config.timeZone)
    const day = calendar.isoDay(atMs)
    const [since, until] = [dayAway(day, 1 - DAYS), dayAway(day, 1)]
    const over = { ...whose, ...periodOf(calendar.timeZone, { since, until }) }
    const [today, days] = await partsOf(kernel, operator, over, [
      { by: 'crop', since: day, until },
      { by: 'day', since, until },
    ])
    const all = Array.from({ length: DAYS }, (_, i) => dayAway(since, i))
    return { day, days: all, today: must(today), rows: must(days) }
  },

  /**
   * Returns the totals of the season of an instant and of the season before, by week or month, and those by crop:
   * of the whole season so far, and of the season before until the same day.
   */
  'report.seasons': async (
    kernel,
    operator,
    { atMs, by, ...whose }: CourseAsked & { readonly by: 'week' | 'month' },
  ) => {
    const calendar = new Calendar(kernel.config.timeZone)
    const day = calendar.isoDay(atMs)
    const season = seasonOfDay(kernel.config.seasonBegins, day)
    const before = seasonBefore(season)
    const over = { ...whose, ...periodOf(calendar.timeZone, { since: before.since, until: season.until }) }
    const [rows, rowsBefore, total, totalBefore] = await partsOf(kernel, operator, over, [
      { by, ...season },
      { by, ...before },
      { by: 'crop', ...season },
      { by: 'crop', since: before.since, until: yearBefore(dayAway(day, 1)) },
    ])
    return {
      day,
      by,
      season: { ...season, rows: must(rows), total: must(total) },
      before: { ...before, rows: must(rowsBefore), total: must(totalBefore) },
    }
  },
})

export type Days = Awaited<ReturnType<(typeof courseTasks)['report.days']>>
export type Seasons = Awaited<ReturnType<(typeof courseTasks)['report.seasons']>>
