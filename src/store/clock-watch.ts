import { Problem } from '../base/problem.ts'
import { type Belief, begin, confirmed, judged, type Reading, timeOf } from '../domain/clock.ts'

/** An operator needs some time to check the clock of a machine. */
const RETRY_SECONDS = 300

/** What the machine's clock shows, which time is trusted, and whether the clock is in doubt. */
export interface ClockStanding {
  readonly isDoubted: boolean
  readonly shownMs: number
  /** The clock's time; if it is in doubt, the last trusted time plus the time passed since. */
  readonly trustedMs: number
}

/** The clock of the machine, as far as it is trusted (`domain/clock.ts`). Every stored time comes from here. */
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
    const reading = this.#look()
    return this.#belief.isDoubted ? timeOf(this.#belief, reading) : reading.shownMs
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
   * Call it inside a job, before writing anything that has a time. It judges the clock as of the beginning of the
   * transaction, so that one transaction is judged alike.
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

  /** Allows writing the state of the store although the clock is in doubt. */
  exempt<T>(work: () => T): T {
    this.#isExempt = true
    try {
      return work()
    } finally {
      this.#isExempt = false
    }
  }

  /** An operator has confirmed the clock. Not inside a job, which has one time throughout. */
  trust(): void {
    this.#belief = confirmed(this.#read())
  }

  #look(): Reading {
    const reading = this.#read()
    this.#belief = judged(this.#belief, reading)
    return reading
  }
}
