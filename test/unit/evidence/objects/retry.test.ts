import { describe, expect, test } from 'vitest'
import { delayMs, type RetryLimits, retrying } from '../../../../src/evidence/objects/retry.ts'

const LIMITS: RetryLimits = { attempts: 4, budgetMs: 300_000, firstDelayMs: 1, longestDelayMs: 4 }

describe('the delay before another attempt', () => {
  const limits = { ...LIMITS, firstDelayMs: 100, longestDelayMs: 1_000 }
  test.each([
    [0, 50, 100],
    [1, 100, 200],
    [2, 200, 400],
    [4, 500, 1_000],
    [60, 500, 1_000],
  ])('after attempt %i is between %i and %i ms', (n, least, most) => {
    expect(delayMs(n, limits, 0)).toBe(least)
    expect(delayMs(n, limits, 1)).toBe(most)
  })
})

describe('work', () => {
  /** Fails so many times, each with its number. */
  function failing(times: number) {
    const work = async () => {
      work.attempts += 1
      if (work.attempts <= times) throw new Error(`attempt ${work.attempts}`)
      return work.attempts
    }
    work.attempts = 0
    return work
  }
  const always = () => true

  test('that succeeds is done once', async () => {
    expect(await retrying(failing(0), always, LIMITS)).toBe(1)
  })
  test('that fails is tried until it succeeds', async () => {
    expect(await retrying(failing(3), always, LIMITS)).toBe(4)
  })
  test('that goes on failing is given up with its last error', async () => {
    const work = failing(9)
    await expect(retrying(work, always, LIMITS)).rejects.toThrow('attempt 4')
    expect(work.attempts).toBe(4)
  })
  test('that cannot get better is not tried again', async () => {
    const work = failing(9)
    await expect(retrying(work, () => false, LIMITS)).rejects.toThrow('attempt 1')
    expect(work.attempts).toBe(1)
  })
  test('is not begun again after its time', async () => {
    const work = failing(9)
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return work()
    }
    await expect(retrying(slow, always, { ...LIMITS, budgetMs: 50 })).rejects.toThrow('attempt 1')
  })
})
