import { WindowCounter } from '../http/limits.ts'

/**
 * Slows guesses of passwords: after ten failures for a name or from an address, that name from that address may try only now
 * and then. From elsewhere the right password works at once, so nobody can lock another person out (contract §19).
 */

const FAILURES = 10
const WINDOW_MS = 15 * 60_000
const PAUSE_MS = 30_000
/** Names are typed by anybody. */
const MOST_PAIRS = 10_000

export class Attempts {
  readonly #nowMs: () => number
  readonly #ofNames
  readonly #ofAddresses
  /** When a slowed pair may try again. */
  #notBefore = new Map<string, number>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#ofNames = new WindowCounter(WINDOW_MS, nowMs)
    this.#ofAddresses = new WindowCounter(WINDOW_MS, nowMs)
  }

  /** Whole seconds until the pair may try; 0 if it may now. */
  secondsToWait(name: string, address: string): number {
    const until = this.#notBefore.get(pairOf(name, address)) ?? 0
    return Math.max(0, Math.ceil((until - this.#nowMs()) / 1000))
  }

  failed(name: string, address: string): void {
    const pair = pairOf(name, address)
    const many = Math.max(this.#ofNames.add(name), this.#ofAddresses.add(address))
    if (many < FAILURES) return
    if (this.#notBefore.size >= MOST_PAIRS) this.#notBefore = new Map()
    this.#notBefore.set(pair, this.#nowMs() + PAUSE_MS)
  }

  succeeded(name: string, address: string): void {
    this.#notBefore.delete(pairOf(name, address))
  }
}

const pairOf = (name: string, address: string): string => JSON.stringify([name, address])
