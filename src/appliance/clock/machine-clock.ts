import { uptime } from 'node:os'
import { type ClockReading, FURTHEST_MS } from '../../domain/clock.ts'

/** Reads the clock of this machine and its uptime. */

export interface SystemClocks {
  /** Wall clock, in milliseconds since 1970. */
  readonly shownMs: () => number
  /** Monotonic clock in milliseconds, which does not advance while the machine sleeps. */
  readonly ranMs: () => number
  /** Monotonic clock that includes sleep. To read it, the program must read a file. */
  readonly upMs: () => number
}

/** How long the machine has been on, sleep included, in milliseconds; some systems count whole seconds. */
export const upMs = (): number => uptime() * 1_000

const SYSTEM: SystemClocks = {
  shownMs: () => Date.now(),
  ranMs: performance.now.bind(performance),
  upMs,
}

/** If the two clocks differ by more than this, the machine may have slept. */
const DISAGREE_MS = 1_000
/** A shorter sleep is ignored, because some system times have whole seconds. */
const SLEEP_MS = 2_000

/**
 * Makes a reader of the clock. Every request calls the reader, so it reads a third clock only after a jump.
 */
export function machineClock({ shownMs, ranMs, upMs }: SystemClocks = SYSTEM): () => ClockReading {
  let before = { shownMs: shownMs(), ranMs: ranMs() }
  let asleepMs = upMs() - before.ranMs
  return () => {
    const now = { shownMs: shownMs(), ranMs: ranMs() }
    const jumpMs = now.shownMs - before.shownMs - (now.ranMs - before.ranMs)
    before = now
    if (Math.abs(jumpMs) > DISAGREE_MS) {
      const sleptMs = upMs() - now.ranMs - asleepMs
      // After a sleep, the system computes its length from the battery clock, which may be wrong itself.
      if (sleptMs > SLEEP_MS && sleptMs <= FURTHEST_MS) asleepMs += sleptMs
    }
    return { shownMs: now.shownMs, upMs: Math.floor(now.ranMs + asleepMs) }
  }
}

/** A clock that is always right. */
export const rightClock = (clock: () => number) => (): ClockReading => ({ shownMs: clock(), upMs: clock() })
