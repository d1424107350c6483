/**
 * Keeps refusals back until a whole number of quanta has passed since the request was there, so that the time of an
 * answer does not tell what was done for it: a record that is refused was loaded and decided upon, one that does not
 * exist was not, and that is some ten microseconds of work (contract §7).
 *
 * A quantum hides this only while nearly all work ends within the first one, so it must be well above the usual time
 * of an answer. And the moment of leaving must not hang on the moment the work ended: a timer counts from when it is
 * set, to a whole millisecond, so it only wakes the loop a little early, and the loop goes round until the time is
 * there. It blocks nobody meanwhile.
 */

/** A timer of so many milliseconds may fire almost one early, and on a busy machine more than one late. */
const EARLY_MS = 2
/** So many at once are no callers any more; whoever comes then is sent away as from any other full queue. */
const MOST_WAITING = 20_000

/** The work of so many refusals differs by far less than a quantum. */
const REFUSALS_A_QUANTUM = 16

interface DelayedRefusal {
  readonly dueAtMs: number
  readonly leave: () => void
}

export class RefusalDelay {
  readonly #quantumMs: number
  /** Sorted, the next one to leave first. */
  #waiting: DelayedRefusal[] = []
  #timer: NodeJS.Timeout | undefined
  #turn: NodeJS.Immediate | undefined
  #isOver = false

  /** @param quantumMs 0 lets everything leave at once */
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
   * Calls `leave` a whole number of quanta after a moment, at least one.
   * @param sinceMs when the whole request was there, on the clock of `performance.now`
   * @param refusals in one answer: each may be one question, so the quantum grows with their number
   */
  until(sinceMs: number, leave: () => void, refusals = 1): void {
    if (this.#quantumMs === 0 || this.#isOver) {
      leave()
      return
    }
    const quantumMs = this.#quantumMs * Math.ceil(refusals / REFUSALS_A_QUANTUM)
    const quanta = Math.max(1, Math.ceil((performance.now() - sinceMs) / quantumMs))
    const place = this.#insert({ dueAtMs: sinceMs + quanta * quantumMs, leave })
    if (place === 0) this.#wakeForTheNext()
  }

  /** Lets everybody leave now, and from now on: a service that ends keeps nobody waiting. */
  end(): void {
    this.#isOver = true
    const all = this.#waiting
    this.#waiting = []
    this.#wakeForTheNext()
    for (const { leave } of all) leave()
  }

  #insert(newcomer: DelayedRefusal): number {
    let low = 0
    let high = this.#waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#waiting[middle] as DelayedRefusal).dueAtMs <= newcomer.dueAtMs) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, newcomer)
    return low
  }

  #wakeForTheNext(): void {
    clearTimeout(this.#timer)
    const [next] = this.#waiting
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
    const now = performance.now()
    let due = 0
    while (due < this.#waiting.length && (this.#waiting[due] as DelayedRefusal).dueAtMs <= now) due++
    const leaving = due === 0 ? [] : this.#waiting.splice(0, due)
    this.#wakeForTheNext()
    for (const { leave } of leaving) leave()
  }
}
