import { setTimeout as wait } from 'node:timers/promises'

export interface RetryLimits {
  readonly attempts: number
  /** No attempt starts later than this after the start of the first one. */
  readonly budgetMs: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
}

/**
 * Returns the delay after attempt `n` (from 0). It doubles each time; then a random part of it is used, at
 * least half, so that callers that failed together do not retry together.
 * @param chance from 0 to 1
 */
export function delayMs(n: number, limits: RetryLimits, chance: number): number {
  const whole = Math.min(limits.longestDelayMs, limits.firstDelayMs * 2 ** n)
  return (whole * (1 + chance)) / 2
}

/** Repeats work until it succeeds, fails permanently or exhausts the limits; rejects with the last error. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  mayRetry: (error: unknown) => boolean,
  limits: RetryLimits,
): Promise<T> {
  const startMs = performance.now()
  for (let n = 0; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = delayMs(n, limits, Math.random())
      const isLast = n + 1 >= limits.attempts || performance.now() - startMs + delay > limits.budgetMs
      if (isLast || !mayRetry(error)) throw error
      await wait(delay)
    }
  }
}
