import { uptime } from 'node:os'
import { FURTHEST_MS, type Reading } from '../../domain/clock.ts'

/** The clock of this machine, and its uptime. */

export interface Asked {
  /** Wall clock, in milliseconds since 1970. */
  readonly shownMs: () => number
  /** Monotonic clock in milliseconds; it stands still while the machine sleeps. */
  readonly ranMs: () => number
  /** Monotonic clock that includes sleep; reading it takes a system call on a file. */
  readonly upMs: () => number
}

const SYSTEM: Asked = {
  shownMs: Date.now,
  ranMs: () => performance.now(),
  upMs: () => uptime() * 1_000,
}

/** Only a larger difference between the two clocks makes it check for sleep. */
const DISAGREE_MS = 1_000
/** Some system times have whole seconds. */
const SLEEP_MS = 2_000

/** Reads the clock. Called for every request: only after a jump does it read more than two clocks. */
export function machineClock({ shownMs, ranMs, upMs }: Asked = SYSTEM): () => Reading {
  let before = { shownMs: shownMs(), ranMs: ranMs() }
  let asleepMs = upMs() - before.ranMs
  return () => {
    const now = { shownMs: shownMs(), ranMs: ranMs() }
    const jumpMs = now.shownMs - before.shownMs - (now.ranMs - before.ranMs)
    before = now
    if (Math.abs(jumpMs) > DISAGREE_MS) {
      const sleptMs = upMs() - now.ranMs - asleepMs
      // On waking, the system takes the length of the sleep from the battery clock, which may be the wrong one.
      if (sleptMs > SLEEP_MS && sleptMs <= FURTHEST_MS) asleepMs += sleptMs
    }
    return { shownMs: now.shownMs, upMs: Math.floor(now.ranMs + asleepMs) }
  }
}

/** A clock that is always right. */
export const rightClock = (clock: () => number) => (): Reading => ({ shownMs: clock(), upMs: clock() })
