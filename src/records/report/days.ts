import { dayOf } from '../../cli/day.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DaySheets } from './day-sheets.ts'
import type { Day } from './day-walk.ts'

/** The days of a period, and pauses in work that looks at all of them. */

/** Longer periods are walked. */
const MOST_DAYS = 4_000

/** After so long, others have their turn. */
const SLICE_MS = 4

/** The days of a period, oldest first; null when it is not of whole days, or of too many. */
export async function wholeDays(
  sheets: DaySheets,
  timeZone: string,
  { fromMs, toMs }: Pick<Day, 'fromMs' | 'toMs'>,
): Promise<Day[] | null> {
  if (toMs - fromMs > MOST_DAYS * DAY_MS) return null
  const days: Day[] = []
  const pause = new Pause()
  let day = dayOf(timeZone, fromMs)
  if (sheets.beginningOf(day) !== fromMs) return null
  for (let atMs = fromMs; atMs < toMs; ) {
    const next = dayAfter(day)
    const nextMs = sheets.beginningOf(next)
    if (nextMs === null || nextMs > toMs) return null
    days.push({ day, fromMs: atMs, toMs: nextMs })
    day = next
    atMs = nextMs
    await pause.ifLong()
  }
  return days
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Lets others have their turn after a few milliseconds. */
export class Pause {
  #beganAtMs = performance.now()

  async ifLong(): Promise<void> {
    if (performance.now() - this.#beganAtMs < SLICE_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#beganAtMs = performance.now()
  }
}
