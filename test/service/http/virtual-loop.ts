import { vi } from 'vitest'

/** A turn of the loop takes so long. */
export const TURN_MS = 0.05

/**
 * Time and an event loop that a test moves itself, in place of `performance.now`, `setTimeout` and `setImmediate`: what is
 * seen then does not hang on how fast the machine is. A timer comes up to a millisecond late, as real ones do.
 */
export class VirtualLoop {
  nowMs = 1_000
  #next = 1
  readonly #timers = new Map<number, { readonly atMs: number; readonly call: () => void }>()
  readonly #immediates = new Map<number, () => void>()

  /** Undone by `vi.restoreAllMocks` and `vi.unstubAllGlobals`. */
  install(): void {
    vi.spyOn(performance, 'now').mockImplementation(() => this.nowMs)
    vi.stubGlobal('setTimeout', (call: () => void, ms: number) => {
      const id = this.#next++
      const lateMs = ((id * 7) % 10) / 10
      this.#timers.set(id, { atMs: this.nowMs + ms + lateMs, call })
      return id
    })
    vi.stubGlobal('clearTimeout', (id: number) => this.#timers.delete(id))
    vi.stubGlobal('setImmediate', (call: () => void) => {
      const id = this.#next++
      this.#immediates.set(id, call)
      return id
    })
    vi.stubGlobal('clearImmediate', (id: number) => this.#immediates.delete(id))
  }

  /** Turns until nothing is left to be done. */
  run(): void {
    while (this.#timers.size + this.#immediates.size > 0) {
      const [id, timer] = [...this.#timers].sort(([, x], [, y]) => x.atMs - y.atMs)[0] ?? []
      if (this.#immediates.size === 0 && timer) this.nowMs = Math.max(this.nowMs, timer.atMs)
      if (timer && timer.atMs <= this.nowMs) {
        this.#timers.delete(id as number)
        timer.call()
      }
      for (const [turn, call] of [...this.#immediates]) if (this.#immediates.delete(turn)) call()
      this.nowMs += TURN_MS
    }
  }
}
