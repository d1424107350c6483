import { vi } from 'vitest'

/** Long enough for any machine: only a thing that never comes waits so long. */
const LONGEST_MS = 300_000
const LOOK_EVERY_MS = 20

/**
 * Waits until a check passes, however slow the machine is.
 * @param check throws, or fails an expectation, as long as it is not so
 * @param everyMs more for a check that is work itself
 * @returns what the check gave
 */
export const soon = <T>(check: () => T | Promise<T>, everyMs = LOOK_EVERY_MS): Promise<T> =>
  vi.waitFor(check, { timeout: LONGEST_MS, interval: everyMs })
