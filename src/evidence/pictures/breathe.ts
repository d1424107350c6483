import { setImmediate } from 'node:timers/promises'

/** To be awaited between slices of work that take less than a millisecond. */
export type Breathe = () => Promise<void>

/** Much less than anybody who waits for another answer would feel. */
const HOLD_MS = 4

/** Lets the event loop turn whenever this work has held it for some milliseconds, and else costs next to nothing. */
export function breather(): Breathe {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < HOLD_MS) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
