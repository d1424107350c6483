import { expect, test, vi } from 'vitest'
import { Paced } from '../../../trials/load/paced.ts'

/** What `npm run test:load` measures with; the load itself: load.trial.ts. */

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
  expect([begun, paced.latencies.length]).toEqual([30, 30])
  expect(Math.min(...paced.latencies)).toBeGreaterThan(140)
  vi.useRealTimers()
})
