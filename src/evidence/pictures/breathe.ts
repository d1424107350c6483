import { setImmediate } from 'node:timers/promises'

/** To be awaited between slices of work, each of which takes less than a millisecond. */
export type Breathe = () => Promise<void>

/** How long the event loop is held at most: too short for other callers to notice. */
const HOLD_MS = 4

/** Yields to the event loop if the work has held it for some milliseconds; else costs almost nothing. */
export function breather(): Breathe {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < HOLD_MS) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
