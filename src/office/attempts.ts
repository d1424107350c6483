import { WindowCounter } from '../http/limits.ts'

/**
 * Slows guesses of secrets (contract §19). After ten failures from an address, whoever comes from there may try only now and
 * then, whatever name they give; after ten for a name, so may that name from an address where it fails. A person who is known
 * at an address waits there for failures with their own name alone. From elsewhere the right password works at once, so nobody
 * can lock another person out.
 */

const FAILURES = 10
const WINDOW_MS = 15 * 60_000
const PAUSE_MS = 30_000
/** Names are typed by anybody. The oldest pause gives way. */
const MOST_PAUSES = 10_000

export interface Attempt {
  /** Whole seconds until it may be made; 0: it may be made now, and counts as a failure until it is taken back. */
  readonly seconds: number
  /** Whole seconds until a stranger from there may try: what is told of a failure, whoever is known there. */
  readonly strangersSeconds: number
  /** It was right, or was not made after all. */
  readonly takeBack: () => void
}

interface Pause {
  readonly untilMs: number
}

export class Attempts {
  readonly #nowMs: () => number
  readonly #ofNames
  readonly #ofAddresses
  /** By address, and by pair of name and address. */
  readonly #pauses = new Map<string, Pause>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#ofNames = new WindowCounter(WINDOW_MS, nowMs)
    this.#ofAddresses = new WindowCounter(WINDOW_MS, nowMs)
  }

  /**
   * Call before the secret is compared, in the same turn of the event loop: of attempts made at once, those beyond the limit then
   * wait like those made one by one.
   */
  begin(name: string, address: string, isKnown = false): Attempt {
    const pair = JSON.stringify([name, address])
    const [ofPair, ofAddress] = [this.#secondsOf(pair), this.#secondsOf(address)]
    const strangersSeconds = Math.max(ofPair, ofAddress)
    const seconds = isKnown ? ofPair : strangersSeconds
    if (seconds > 0) return { seconds, strangersSeconds, takeBack: () => {} }
    const undo = [this.#count(this.#ofNames, name, pair)]
    // While the address waits, a known person's failure changes nothing for strangers: it would tell who is known.
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

  /** @returns undoes it */
  #count(counter: WindowCounter, counted: string, paused: string): () => void {
    const pause = counter.add(counted) < FAILURES ? null : { untilMs: this.#nowMs() + PAUSE_MS }
    if (pause !== null) {
      this.#pauses.delete(paused)
      const [oldest] = this.#pauses.keys()
      if (this.#pauses.size >= MOST_PAUSES && oldest !== undefined) this.#pauses.delete(oldest)
      this.#pauses.set(paused, pause)
    }
    return () => {
      counter.takeBack(counted, 1)
      if (pause !== null && this.#pauses.get(paused) === pause) this.#pauses.delete(paused)
    }
  }
}
