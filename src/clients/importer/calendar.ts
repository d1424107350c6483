import { dayIn, localInstant } from '../../text/time-zone.ts'
import type { ReadDate } from './dates.ts'

/** Dates as they stand in records: where the appliance is, and as of now. */
export class Calendar {
  readonly #timeZone: string
  readonly #nowMs: number
  readonly #today: string
  readonly #noons = new Map<string, number>()

  /** @param timeZone of the appliance */
  constructor(timeZone: string, nowMs: number) {
    this.#timeZone = timeZone
    this.#nowMs = nowMs
    this.#today = dayIn(timeZone, nowMs)
  }

  /**
   * As the front office writes days: one without a time stands at its noon where the appliance is, and today no later than now. So
   * it is read as the day that was written, wherever the sheet comes from.
   */
  instantOf({ day, ms }: ReadDate): number {
    if (ms !== undefined) return ms
    const noonMs = this.#noonOf(day)
    return day === this.#today ? Math.min(noonMs, this.#nowMs) : noonMs
  }

  /** Has it not come yet? */
  liesAhead({ day, ms }: ReadDate): boolean {
    return ms === undefined ? day > this.#today : ms > this.#nowMs
  }

  #noonOf(day: string): number {
    let noonMs = this.#noons.get(day)
    if (noonMs === undefined) {
      const [year, month, date] = day.split('-').map(Number) as [number, number, number]
      noonMs = localInstant(this.#timeZone, year, month, date, 12)
      this.#noons.set(day, noonMs)
    }
    return noonMs
  }
}
