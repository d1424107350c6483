import TinyQueue from 'tinyqueue'

/**
 * Delays refusals to a whole number of quanta after the request, so that timing does not reveal the work done: a refused
 * record was loaded and decided upon, a missing one was not, a difference of some ten microseconds (contract §7).
 *
 * This works only if nearly all work ends within the first quantum, which must be well above the usual reply time. The time
 * of leaving must also not depend on when the work ended: a timer counts whole milliseconds from when it is set, so it only
 * wakes the loop a little early, and the loop turns until the time has come. Meanwhile it blocks nobody.
 */

/** A timer may fire almost a millisecond early, and on a busy machine more than one late. */
const EARLY_MS = 2
/** More than real callers would cause; further refusals are refused as overloaded. */
const MOST_WAITING = 20_000

/** The work of this many refusals differs by far less than a quantum. */
const REFUSALS_A_QUANTUM = 16

interface DelayedRefusal {
  readonly dueAtMs: number
  readonly leave: () => void
}

export class RefusalDelay {
  readonly #quantumMs: number
  /** The next to leave first. */
  readonly #waiting = new TinyQueue<DelayedRefusal>([], (one, other) => one.dueAtMs - other.dueAtMs)
  #timer: NodeJS.Timeout | undefined
  #turn: NodeJS.Immediate | undefined
  #isOver = false

  /** @param quantumMs 0 for no delay */
  constructor(quantumMs: number) {
    this.#quantumMs = quantumMs
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isFull(): boolean {
    return this.#waiting.length >= MOST_WAITING
  }

  /**
   * Calls `leave` a whole number of quanta, at least one, after a time.
   * @param sinceMs when the whole request had arrived, by `performance.now`
   * @param refusals in one reply: each may be one question, so the quantum grows with their number
   */
  until(sinceMs: number, leave: () => void, refusals = 1): void {
    if (this.#quantumMs === 0 || this.#isOver) {
      leave()
      return
    }
    const quantumMs = this.#quantumMs * Math.ceil(refusals / REFUSALS_A_QUANTUM)
    const quanta = Math.max(1, Math.ceil((performance.now() - sinceMs) / quantumMs))
    const newcomer = { dueAtMs: sinceMs + quanta * quantumMs, leave }
    this.#waiting.push(newcomer)
    if (this.#waiting.peek() === newcomer) this.#wakeForTheNext()
  }

  /** Releases all refusals and stops delaying, for a shutdown. */
  end(): void {
    this.#isOver = true
    this.#leaveUntil(Number.POSITIVE_INFINITY)
  }

  #wakeForTheNext(): void {
    clearTimeout(this.#timer)
    const next = this.#waiting.peek()
    if (next === undefined) {
      clearImmediate(this.#turn)
      this.#turn = undefined
      return
    }
    if (this.#turn !== undefined) return
    const sleepMs = Math.floor(next.dueAtMs - performance.now() - EARLY_MS)
    if (sleepMs >= 1) this.#timer = setTimeout(this.#release, sleepMs)
    else this.#turn = setImmediate(this.#release)
  }

  #release = (): void => {
    this.#turn = undefined
    this.#leaveUntil(performance.now())
  }

  #leaveUntil(nowMs: number): void {
    const leaving: DelayedRefusal[] = []
    let next = this.#waiting.peek()
    while (next !== undefined && next.dueAtMs <= nowMs) {
      leaving.push(next)
      this.#waiting.pop()
      next = this.#waiting.peek()
    }
    this.#wakeForTheNext()
    for (const { leave } of leaving) leave()
  }
}
