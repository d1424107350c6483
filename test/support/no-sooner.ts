import { expect } from 'vitest'

/** What the service's clock and a test's own may differ by, as each counts from a moment of its own. */
const CLOCKS_DIFFER_MS = 5

/**
 * Does something that must take a while. This is the only thing that a test may ask of the clock on the wall: a slow
 * machine takes longer, never shorter.
 */
export async function noSoonerThan<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const begunMs = performance.now()
  const result = await work()
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(leastMs - CLOCKS_DIFFER_MS)
  return result
}
