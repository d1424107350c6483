import { Problem } from '../base/problem.ts'
import { type Belief, begin, confirmed, judged, type Reading, timeOf } from '../domain/clock.ts'

/** Time for an operator to check the machine's clock. */
const RETRY_SECONDS = 300

/** What the machine's clock shows, which time is trusted, and whether the clock is in doubt. */
export interface ClockStanding {
  readonly isDoubted: boolean
  readonly shownMs: number
  /** What the clock shows; if it is in doubt, the last trusted time plus the time since. */
  readonly trustedMs: number
}

/** The machine's clock, as far as it is trusted (`domain/clock.ts`). All times come from here. */
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
   * Call inside a job before writing anything with a time. Uses the doubt as of the start of the transaction, so that the
   * whole transaction is judged alike.
   * @throws {Problem} clock_in_doubt
   */
  check(): void {
    if (this.#belief.isDoubted && !this.#isExempt)
      throw new Problem('clock_in_doubt', { retryAfterSeconds: RETRY_SECONDS })
  }

  /** The same between jobs; reads the clock first. @throws {Problem} clock_in_doubt */
  checkNow(): void {
    this.#look()
    this.check()
  }

  /** Allows writing while the clock is in doubt, for acts about the state of the store. */
  exempt<T>(work: () => T): T {
    this.#isExempt = true
    try {
      return work()
    } finally {
      this.#isExempt = false
    }
  }

  /** The operator confirms that the clock is right. Do not call inside a job, whose time is constant. */
  trust(): void {
    this.#belief = confirmed(this.#read())
  }

  #look(): Reading {
    const reading = this.#read()
    this.#belief = judged(this.#belief, reading)
    return reading
  }
}
