import { setTimeout } from 'node:timers/promises'
import { Calendar } from '../../words/calendar.ts'
import type { RecordKernel } from '../kernel.ts'
import { sheetsOf } from './day-walk.ts'
import { daysAround } from './days.ts'

/**
 * Adds up the days of the last two years in advance, and again when their sums were forgotten, so that nobody
 * waits for the deliveries of this season and the last to be read. This work is not urgent: while other jobs
 * run, it gets an eighth of the time (`submitAlone`).
 */

const DAYS_AHEAD = 732
/**
 * If more entries than this were written since the last turn, an import or many phones are writing: this turn
 * is skipped.
 */
const MANY_ENTRIES = 1_000
/** The work has no operator: it shows nothing to anyone, and nothing is audited. */
const NO_OPERATOR = ''

export interface DaysAheadPace {
  readonly firstAfterMs: number
  readonly againAfterMs: number
}
const USUAL: DaysAheadPace = { firstAfterMs: 3_000, againAfterMs: 60_000 }

export class DaysAhead {
  readonly #kernel: RecordKernel
  readonly #report: (error: unknown) => void
  readonly #pace: DaysAheadPace
  readonly #stopping = new AbortController()
  /** The number of entries in the log at the last turn. */
  #size: number | null = null

  /** @param report receives a failure, after which reports add up the days themselves */
  constructor(kernel: RecordKernel, report: (error: unknown) => void, pace = USUAL) {
    this.#kernel = kernel
    this.#report = report
    this.#pace = pace
  }

  start(): void {
    void this.#takeTurns()
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #takeTurns(): Promise<void> {
    const { signal } = this.#stopping
    // Repeated failures are reported once.
    let isFailing = false
    for (let ms = this.#pace.firstAfterMs; ; ms = this.#pace.againAfterMs) {
      await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        await this.#addUp(signal)
        isFailing = false
      } catch (error) {
        if (!signal.aborted && !isFailing) this.#report(error)
        isFailing = true
      }
    }
  }

  /** Starts with the newest day. */
  async #addUp(signal: AbortSignal): Promise<void> {
    const { daySheets: sheets, store, config } = this.#kernel
    if (sheets === null || store.appliance.cooperative === null) return
    const { size } = store.log
    const written = size - (this.#size ?? size)
    this.#size = size
    if (written > MANY_ENTRIES) return
    const { timeZone } = new Calendar(config.timeZone)
    const days = await daysAround(timeZone, store.writer.nowMs, DAYS_AHEAD, 0)
    await sheetsOf(this.#kernel, NO_OPERATOR, sheets, days.reverse(), (work) =>
      store.writer.submitAlone(() => {
        signal.throwIfAborted()
        return work()
      }),
    )
  }
}
