import { WindowCounter } from '../../http/limits.ts'

/**
 * Slows guesses of secrets (contract §19). From the tenth failure within the window, each failure from an
 * address makes that address wait, whatever the name. From the tenth failure for a name, each failure makes
 * the name wait at the address where it failed. A person known at an address waits there only for failures
 * with their own name. From any other address the right password works at once, so nobody can lock another
 * person out.
 */

const FAILURES = 10
const WINDOW_MS = 15 * 60_000
const PAUSE_MS = 30_000
/** Anybody can type any name, so memory is limited: the oldest pause is dropped. */
const MOST_PAUSES = 10_000

export interface Attempt {
  /** Whole seconds to wait. 0: it may be made now, and counts as a failure until it is taken back. */
  readonly seconds: number
  /** Whole seconds until a stranger may try from here. After a failure everyone is shown this figure. */
  readonly strangersSeconds: number
  /** Call it when the secret was right, or was not compared after all. */
  readonly takeBack: () => void
}

interface Pause {
  readonly untilMs: number
}

export class Attempts {
  readonly #nowMs: () => number
  readonly #ofNames
  readonly #ofAddresses
  /** Keyed by address, and by pair of name and address. */
  readonly #pauses = new Map<string, Pause>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#ofNames = new WindowCounter(WINDOW_MS, nowMs)
    this.#ofAddresses = new WindowCounter(WINDOW_MS, nowMs)
  }

  /**
   * Counts an attempt. Call it before comparing the secret, in the same turn of the event loop, so that the
   * limit also holds for attempts made at the same time.
   */
  begin(name: string, address: string, isKnown = false): Attempt {
    const pair = JSON.stringify([name, address])
    const [ofPair, ofAddress] = [this.#secondsOf(pair), this.#secondsOf(address)]
    const strangersSeconds = Math.max(ofPair, ofAddress)
    const seconds = isKnown ? ofPair : strangersSeconds
    if (seconds > 0) return { seconds, strangersSeconds, takeBack: () => {} }
    const undo = [this.#count(this.#ofNames, name, pair)]
    // While the address waits, a known person's failure changes nothing for strangers: it would reveal who is
    // known.
    if (ofAddress === 0) undo.push(this.#count(this.#ofAddresses, address, address))
    return {
      seconds,
      strangersSeconds,
      takeBack: () => {
        for (const one of undo.splice(0)) one()
      },
    }
  }

  #secondsOf(key: string): number {
    return Math.max(0, Math.ceil(((this.#pauses.get(key)?.untilMs ?? 0) - this.#nowMs()) / 1000))
  }

  /** Counts a failure. @returns a function that undoes it */
  #count(counter: WindowCounter, counted: string, paused: string): () => void {
    const pause = counter.add(counted) < FAILURES ? null : { untilMs: this.#nowMs() + PAUSE_MS }
    if (pause !== null) {
      this.#pauses.delete(paused)
      const [oldest] = this.#pauses.keys()
      if (this.#pauses.size >= MOST_PAUSES && oldest !== undefined) this.#pauses.delete(oldest)
      this.#pauses.set(paused, pause)
    }
    return () => {
      counter.subtract(counted, 1)
      if (pause !== null && this.#pauses.get(paused) === pause) this.#pauses.delete(paused)
    }
  }
}
