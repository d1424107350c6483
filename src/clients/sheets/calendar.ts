import { must } from '../../base/typed.ts'
import { noonOfDay } from '../../cli/day.ts'
import { dayIn } from '../../text/time-zone.ts'
import type { ReadDate } from './dates.ts'

/** Turns dates of a sheet into instants of records. */
export class Calendar {
  readonly #timeZone: string
  readonly #nowMs: number
  readonly #today: string
  readonly #noons = new Map<string, number>()

  /** @param timeZone the service's */
  constructor(timeZone: string, nowMs: number) {
    this.#timeZone = timeZone
    this.#nowMs = nowMs
    this.#today = dayIn(timeZone, nowMs)
  }

  /**
   * Returns the instant of a date. A day without a time becomes noon in the service's time zone, but not
   * later than now, as when the front office enters it. So it is shown as the same day everywhere.
   */
  instantOf({ day, ms }: ReadDate): number {
    if (ms !== undefined) return ms
    const noonMs = this.#noonOf(day)
    return day === this.#today ? Math.min(noonMs, this.#nowMs) : noonMs
  }

  isInFuture({ day, ms }: ReadDate): boolean {
    return ms === undefined ? day > this.#today : ms > this.#nowMs
  }

  #noonOf(day: string): number {
    const noonMs = this.#noons.get(day) ?? must(noonOfDay(this.#timeZone, day))
    this.#noons.set(day, noonMs)
    return noonMs
  }
}
