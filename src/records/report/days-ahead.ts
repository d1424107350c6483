import { Calendar } from '../../words/english.ts'
import { sheetsOf } from './day-walk.ts'
import { daysAround } from './days.ts'
import type { ReportTaskPorts } from './reported.ts'

/**
 * Adds up the days of the last year before anybody asks, and those that were forgotten since: nobody should wait for a year's
 * deliveries to be read. It is work that can wait: while others are at work it gets an eighth of the time (`submitAlone`).
 */

const DAYS_AHEAD = 366
/** While more than this is written between two looks, an import or many phones are at work: it waits for their end. */
const MANY_ENTRIES = 1_000
/** Nothing is shown to anybody, and nothing audited. */
const NOBODY = ''

export interface DaysAheadPace {
  readonly firstAfterMs: number
  readonly againAfterMs: number
}
const USUAL: DaysAheadPace = { firstAfterMs: 3_000, againAfterMs: 60_000 }

export class DaysAhead {
  readonly #kernel: ReportTaskPorts
  readonly #report: (error: unknown) => void
  readonly #pace: DaysAheadPace
  #timer: NodeJS.Timeout | null = null
  #isStopped = false
  /** Entries of the log when it looked last. */
  #size: number | null = null
  /** The same failure every minute is told once. */
  #isFailing = false

  /** @param report hears of a failure; a report then reads the days when it is asked for */
  constructor(kernel: ReportTaskPorts, report: (error: unknown) => void, pace = USUAL) {
    this.#kernel = kernel
    this.#report = report
    this.#pace = pace
  }

  start(): void {
    this.#in(this.#pace.firstAfterMs)
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #in(ms: number): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#look(), ms).unref()
  }

  async #look(): Promise<void> {
    try {
      await this.#addUp()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isStopped && !this.#isFailing) this.#report(error)
      this.#isFailing = true
    }
    this.#in(this.#pace.againAfterMs)
  }

  /** The newest days first. */
  async #addUp(): Promise<void> {
    const { daySheets: sheets, store, config } = this.#kernel
    if (sheets === null || store.appliance.cooperative === null) return
    const { size } = store.log
    const written = size - (this.#size ?? size)
    this.#size = size
    if (written > MANY_ENTRIES) return
    const { timeZone } = new Calendar(config.timeZone)
    const days = await daysAround(timeZone, store.writer.nowMs, DAYS_AHEAD, 0)
    await sheetsOf(this.#kernel, NOBODY, sheets, days.reverse(), (work) =>
      store.writer.submitAlone(() => {
        if (this.#isStopped) throw new Error('stopped')
        return work()
      }),
    )
  }
}
