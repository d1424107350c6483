import { Problem } from '../base/problem.ts'
import { type Belief, begin, confirmed, judged, type Reading, timeOf } from '../domain/clock.ts'

/** An operator who looks at the clock of a machine takes some time. */
const RETRY_SECONDS = 300

/** What the clock of the machine shows, what time it is, and whether anything may be written. */
export interface ClockStanding {
  readonly isDoubted: boolean
  readonly shownMs: number
  /** What the clock shows; in doubt, the time that was trusted last and what has passed since. */
  readonly trustedMs: number
}

/** The clock of the machine, as far as it is believed (`domain/clock.ts`). Whatever has a time has it from here. */
export class ClockWatch {
  readonly #read: () => Reading
  #belief: Belief
  #isExempt = false

  /** @param signMs the newest time on disk; null in an empty store */
  constructor(read: () => Reading, signMs: number | null) {
    this.#read = read
    this.#belief = begin(signMs, read())
  }

  get nowMs(): number {
    return this.standing.trustedMs
  }

  get standing(): ClockStanding {
    const reading = this.#look()
    const { isDoubted } = this.#belief
    return { isDoubted, shownMs: reading.shownMs, trustedMs: timeOf(this.#belief, reading) }
  }

  get isDoubted(): boolean {
    this.#look()
    return this.#belief.isDoubted
  }

  /**
   * Asked inside a job, before anything is written that has a time. It is as the clock was when the transaction began: all
   * of one transaction is judged alike.
   * @throws {Problem} clock_in_doubt
   */
  check(): void {
    if (this.#belief.isDoubted && !this.#isExempt)
      throw new Problem('clock_in_doubt', { retryAfterSeconds: RETRY_SECONDS })
  }

  /** The same between jobs, by the clock as it is now. @throws {Problem} clock_in_doubt */
  checkNow(): void {
    this.#look()
    this.check()
  }

  /** Writes what says how the store stands, though the clock is in doubt. */
  exempt<T>(work: () => T): T {
    this.#isExempt = true
    try {
      return work()
    } finally {
      this.#isExempt = false
    }
  }

  /** Somebody has looked: what the clock shows is right. Not inside a job, which has one time from its beginning. */
  trust(): void {
    this.#belief = confirmed(this.#read())
  }

  #look(): Reading {
    const reading = this.#read()
    this.#belief = judged(this.#belief, reading)
    return reading
  }
}
