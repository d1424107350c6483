import { uptime } from 'node:os'
import { FURTHEST_MS, type Reading } from './domain/clock.ts'

/** The clock of this machine, and how long the machine has been on. */

export interface Asked {
  /** What the clock shows, in milliseconds since 1970. */
  readonly shownMs: () => number
  /** A clock that cannot be set; it stands still while the machine sleeps. Milliseconds. */
  readonly ranMs: () => number
  /** The same with the sleep, but it takes a system call on a file. */
  readonly upMs: () => number
}

const SYSTEM: Asked = {
  shownMs: Date.now,
  ranMs: () => performance.now(),
  upMs: () => uptime() * 1_000,
}

/** Only where the two clocks disagree by more, it is asked whether the machine was asleep. */
const DISAGREE_MS = 1_000
/** The system tells some times in whole seconds. */
const SLEEP_MS = 2_000

/** Reads the clock. Called for every request: it asks the system for more than two times only after a jump. */
export function machineClock({ shownMs, ranMs, upMs }: Asked = SYSTEM): () => Reading {
  let before = { shownMs: shownMs(), ranMs: ranMs() }
  let asleepMs = upMs() - before.ranMs
  return () => {
    const now = { shownMs: shownMs(), ranMs: ranMs() }
    const jumpMs = now.shownMs - before.shownMs - (now.ranMs - before.ranMs)
    before = now
    if (Math.abs(jumpMs) > DISAGREE_MS) {
      const sleptMs = upMs() - now.ranMs - asleepMs
      // On waking the system takes the length of a sleep from the battery's clock, which may be the one that is wrong.
      if (sleptMs > SLEEP_MS && sleptMs <= FURTHEST_MS) asleepMs += sleptMs
    }
    return { shownMs: now.shownMs, upMs: Math.floor(now.ranMs + asleepMs) }
  }
}

/** A clock that is always right: what it shows is what has passed. */
export const rightClock = (clock: () => number) => (): Reading => ({ shownMs: clock(), upMs: clock() })
