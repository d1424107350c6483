import { Counts } from '../base/counts.ts'
import { Problem } from '../base/problem.ts'

/**
 * Counters that prevent one caller from starving others. They are in memory, and start again with the
 * process.
 */

export const MINUTE_MS = 60_000

/** Counts events by key in fixed time windows. Drops the keys of earlier windows, which bounds the memory. */
export class WindowCounter {
  readonly #windowMs: number
  readonly #clock: () => number
  #counts = new Counts<string | number>()
  #windowStart = 0

  constructor(windowMs: number, clock: () => number) {
    this.#windowMs = windowMs
    this.#clock = clock
  }

  count(key: string | number): number {
    this.#startWindow()
    return this.#counts.of(key)
  }

  add(key: string | number, amount = 1): number {
    this.#startWindow()
    return this.#counts.add(key, amount)
  }

  /** Counts an event. @returns why it is refused; undefined while there are at most this many in the window */
  refusal(key: string | number, most: number): Problem | undefined {
    return this.add(key) > most
      ? new Problem('rate_limited', { retryAfterSeconds: this.secondsLeft })
      : undefined
  }

  /**
   * Subtracts what was counted too much, but not below zero: it may have been counted in an earlier window.
   */
  subtract(key: string | number, amount: number): void {
    this.#startWindow()
    this.#counts.add(key, -amount)
  }

  /** Whole seconds to the end of the window. */
  get secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#windowStart + this.#windowMs - this.#clock()) / 1000))
  }

  /** Starts a new window if the current one is over. */
  #startWindow(): void {
    const now = this.#clock()
    if (now - this.#windowStart < this.#windowMs && now >= this.#windowStart) return
    this.#windowStart = now - (now % this.#windowMs)
    this.#counts = new Counts()
  }
}

/**
 * Returns the key by which a client is counted: its IPv4 address, or its IPv6 network, because an IPv6 client
 * may use any address of its /64 network (RFC 4291 §2.5.4).
 * @param address undefined if the client has hung up
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return ''
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const groups = address.split('::')
  const head = (groups[0] ?? '').split(':').filter((group) => group !== '')
  const tail = (groups[1] ?? '').split(':').filter((group) => group !== '')
  const missing = Math.max(0, 8 - head.length - tail.length)
  return [...head, ...Array<string>(missing).fill('0'), ...tail].slice(0, 4).join(':')
}
