import { must } from '../../base/typed.ts'
import { dayOf, startOfDay } from '../../cli/day.ts'
import { DAY_MS } from '../../domain/time.ts'
import { periodOf } from './season.ts'

/** The days of a period, and pauses in work that reads all of them. */

export interface Day {
  readonly day: string
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
}

/** For longer periods, a report reads each delivery instead of sums of days. */
const MOST_DAYS = 4_000

/** Work that takes longer than this lets other work run. */
const SLICE_MS = 4

/** Returns the days of a period, oldest first; null if it does not consist of whole days, or has too many. */
export async function wholeDays(
  timeZone: string,
  { fromMs, toMs }: Pick<Day, 'fromMs' | 'toMs'>,
): Promise<Day[] | null> {
  if (toMs - fromMs > MOST_DAYS * DAY_MS) return null
  const days: Day[] = []
  const pause = new Pause()
  let day = dayOf(timeZone, fromMs)
  if (startOfDay(timeZone, day) !== fromMs) return null
  for (let atMs = fromMs; atMs < toMs; ) {
    const next = dayAfter(day)
    const nextMs = startOfDay(timeZone, next)
    if (nextMs === null || nextMs > toMs) return null
    days.push({ day, fromMs: atMs, toMs: nextMs })
    day = next
    atMs = nextMs
    await pause.ifLong()
  }
  return days
}

/** Returns the days from `before` days before an instant to `after` days after it, without the last one. */
export async function daysAround(
  timeZone: string,
  ms: number,
  before: number,
  after: number,
): Promise<Day[]> {
  const [since, until] = [dayOf(timeZone, ms - before * DAY_MS), dayOf(timeZone, ms + after * DAY_MS)]
  return must(await wholeDays(timeZone, periodOf(timeZone, { since, until })))
}

/** Returns the day that is this number of days later, or earlier if it is negative. */
export const dayAway = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const dayAfter = (day: string): string => dayAway(day, 1)

/** Lets other work run every few milliseconds. */
export class Pause {
  #startedAtMs = performance.now()

  async ifLong(): Promise<void> {
    if (performance.now() - this.#startedAtMs < SLICE_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#startedAtMs = performance.now()
  }
}
