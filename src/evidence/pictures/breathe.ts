import { setImmediate } from 'node:timers/promises'

/** Await it between slices of work of less than a millisecond each. */
export type Breathe = () => Promise<void>

/** Too short for other callers to notice. */
const HOLD_MS = 4

/** Yields to the event loop when the work has held it for some milliseconds; otherwise costs almost nothing. */
export function breather(): Breathe {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < HOLD_MS) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
