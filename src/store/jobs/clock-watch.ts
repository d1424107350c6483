import { Problem } from '../../base/problem.ts'
import { type Belief, begin, type ClockReading, confirmed, judged, timeOf } from '../../domain/clock.ts'

/** Seconds after which callers may try again: an operator needs some time to check the machine's clock. */
const RETRY_SECONDS = 300

/** The time that the machine's clock shows, the time that is trusted, and whether the clock is in doubt. */
export interface ClockStanding {
  readonly isDoubted: boolean
  readonly shownMs: number
  /** The clock's time; if it is in doubt, the last trusted time plus the time passed since. */
  readonly trustedMs: number
}

/** Reads the machine's clock and judges it (`domain/clock.ts`). Every stored time comes from here. */
export class ClockWatch {
  readonly #read: () => ClockReading
  #belief: Belief
  #isExempt = false

  /** @param signMs the newest time on disk; null in an empty store */
  constructor(read: () => ClockReading, signMs: number | null) {
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
   * Call inside a job, before writing anything that has a time. Uses the judgement made at the start of the
   * transaction, so that one transaction never mixes two judgements.
   * @throws {Problem} clock_in_doubt
   */
  check(): void {
    if (this.#belief.isDoubted && !this.#isExempt)
      throw new Problem('clock_in_doubt', { retryAfterSeconds: RETRY_SECONDS })
  }

  /** Reads the clock, then checks it. Call between jobs. @throws {Problem} clock_in_doubt */
  checkNow(): void {
    this.#look()
    this.check()
  }

  /** Runs work that may write the state of the store even if the clock is in doubt. */
  exempt<T>(work: () => T): T {
    this.#isExempt = true
    try {
      return work()
    } finally {
      this.#isExempt = false
    }
  }

  /** Call when an operator has confirmed the clock, but not inside a job, whose time must not change. */
  trust(): void {
    this.#belief = confirmed(this.#read())
  }

  #look(): ClockReading {
    const reading = this.#read()
    this.#belief = judged(this.#belief, reading)
    return reading
  }
}
