import { expect, test, vi } from 'vitest'
import { Latencies } from '../../../trials/load/latencies.ts'
import { Paced } from '../../../trials/load/paced.ts'

/** What `npm run test:load` measures with; the load itself: load.trial.ts. */

test('the share of answers that took no longer is told within a fiftieth', () => {
  const latencies = new Latencies()
  for (let ms = 1; ms <= 1_000; ms++) latencies.add(ms)
  expect(latencies.quantileMs(0.5)).toBeGreaterThanOrEqual(500)
  expect(latencies.quantileMs(0.5)).toBeLessThan(510)
  expect(latencies.quantileMs(0.99)).toBeGreaterThanOrEqual(990)
  expect(latencies.quantileMs(0.99)).toBeLessThan(1_010)
  expect([latencies.count, latencies.longestMs, latencies.quantileMs(1)]).toEqual([1_000, 1_000, 1_000])
})

test('what is slow is begun on time all the same, and counts from when it was due', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let begun = 0
  const paced = new Paced('slow', 100, async () => {
    begun++
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  paced.start()
  await vi.advanceTimersByTimeAsync(305)
  const stopped = paced.stop()
  await vi.advanceTimersByTimeAsync(200)
  await stopped
  expect([begun, paced.latencies.count]).toEqual([30, 30])
  expect(paced.latencies.quantileMs(0.01)).toBeGreaterThan(140)
  vi.useRealTimers()
})
