import TinyQueue from 'tinyqueue'

/**
 * Delays refusals to a whole number of quanta after the request, so that the time does not reveal what work
 * was done. A record that is refused must be loaded and decided on; one that does not exist need not. This
 * differs by some ten microseconds (contract §7).
 *
 * The delay hides the difference only if nearly all work ends within the first quantum, which must be much
 * longer than the usual reply time. The moment of sending must also not depend on when the work ended. A
 * timer counts whole milliseconds from the moment when it is set, so it only wakes the event loop a little
 * early. The loop then turns until the refusal is due, without blocking other work.
 */

/** A timer may fire almost a millisecond early, and on a busy machine more than a millisecond late. */
const EARLY_MS = 2
/** Real callers do not cause this many delayed refusals. Callers of further ones get `overloaded`. */
const MOST_WAITING = 20_000

/** The work for this many refusals differs by far less than a quantum. */
const REFUSALS_A_QUANTUM = 16

interface DelayedRefusal {
  readonly dueAtMs: number
  readonly send: () => void
}

export class RefusalDelay {
  readonly #quantumMs: number
  /** Ordered by the time when they are due. */
  readonly #waiting = new TinyQueue<DelayedRefusal>([], (one, other) => one.dueAtMs - other.dueAtMs)
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
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
   * Calls `send` a whole number of quanta, at least one, after the request had arrived.
   * @param sinceMs when the whole request had arrived, by `performance.now`
   * @param refusals the number of refusals in the reply. The work grows with it, so the quantum does too.
   */
  until(sinceMs: number, send: () => void, refusals = 1): void {
    if (this.#quantumMs === 0 || this.#isOver) {
      send()
      return
    }
    const quantumMs = this.#quantumMs * Math.ceil(refusals / REFUSALS_A_QUANTUM)
    const quanta = Math.max(1, Math.ceil((performance.now() - sinceMs) / quantumMs))
    const refusal = { dueAtMs: sinceMs + quanta * quantumMs, send }
    this.#waiting.push(refusal)
    if (this.#waiting.peek() === refusal) this.#wakeForTheNext()
  }

  /** Sends all delayed refusals and delays no more, for a shutdown. */
  end(): void {
    this.#isOver = true
    this.#sendUntil(Number.POSITIVE_INFINITY)
  }

  #wakeForTheNext(): void {
    clearTimeout(this.#timer)
    const next = this.#waiting.peek()
    if (next === undefined) {
      clearImmediate(this.#immediate)
      this.#immediate = undefined
      return
    }
    if (this.#immediate !== undefined) return
    const sleepMs = Math.floor(next.dueAtMs - performance.now() - EARLY_MS)
    if (sleepMs >= 1) this.#timer = setTimeout(this.#sendDue, sleepMs)
    else this.#immediate = setImmediate(this.#sendDue)
  }

  #sendDue = (): void => {
    this.#immediate = undefined
    this.#sendUntil(performance.now())
  }

  #sendUntil(nowMs: number): void {
    const due: DelayedRefusal[] = []
    let next = this.#waiting.peek()
    while (next !== undefined && next.dueAtMs <= nowMs) {
      due.push(next)
      this.#waiting.pop()
      next = this.#waiting.peek()
    }
    this.#wakeForTheNext()
    for (const { send } of due) send()
  }
}
