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
export const soon = <T>(check: () => T | Promise<T>, everyMs?: number): Promise<T> =>
  soonUnless(() => null, check, everyMs)

/**
 * The same, for what may become impossible meanwhile.
 * @param over why the check cannot pass any more unless it passes now, such as the end of a program; null while it may
 * @throws {Error} at once with that reason, where the check fails once more
 */
export async function soonUnless<T>(
  over: () => string | null,
  check: () => T | Promise<T>,
  everyMs = LOOK_EVERY_MS,
): Promise<T> {
  const found = await vi.waitFor(
    async () => {
      const why = over()
      try {
        return { value: await check() }
      } catch (error) {
        if (why === null) throw error
        return { error: new Error(`${(error as Error).message}\n${why}`, { cause: error }) }
      }
    },
    { timeout: LONGEST_MS, interval: everyMs },
  )
  if ('error' in found) throw found.error
  return found.value
}
