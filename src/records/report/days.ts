import { must } from '../../base/typed.ts'
import { dayOf, startOfDay } from '../../cli/day.ts'
import { DAY_MS } from '../../domain/time.ts'
import { periodOf } from './season.ts'

/** The days of a period, and pauses in work that looks at all of them. */

export interface Day {
  readonly day: string
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
}

/** Longer periods are walked. */
const MOST_DAYS = 4_000

/** After so long, others have their turn. */
const SLICE_MS = 4

/** The days of a period, oldest first; null when it is not of whole days, or of too many. */
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

/** The days from some days before an instant to some days after it, the last exclusive. */
export async function daysAround(
  timeZone: string,
  ms: number,
  before: number,
  after: number,
): Promise<Day[]> {
  const [since, until] = [dayOf(timeZone, ms - before * DAY_MS), dayOf(timeZone, ms + after * DAY_MS)]
  return must(await wholeDays(timeZone, periodOf(timeZone, { since, until })))
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
