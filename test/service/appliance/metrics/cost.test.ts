import { expect, test } from 'vitest'
import { ResponseTimes } from '../../../../src/appliance/metrics/response-times.ts'
import { scraped } from '../../../support/appliance/metrics/scraping.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { countingCpuMs } from '../../../support/cpu-time.ts'

/** What those who look cost those who work: time of the one thread that everybody needs, waits and others' time apart. */

const ALLOWED_MS = 5
const a = await makeAppliance()

const TIMES = 30
const ATTEMPTS = 4

/**
 * Of the thread's own processor time, for each time; the first ones, in which the engine learns, are not counted. Tried
 * again where a neighbour on the same core may have slowed it.
 */
async function threadMs(work: () => unknown): Promise<number> {
  for (let n = 0; n < 10; n++) await work()
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && best >= ALLOWED_MS; attempt++) {
    const workedMs = countingCpuMs()
    for (let n = 0; n < TIMES; n++) await work()
    best = Math.min(best, workedMs() / TIMES)
  }
  return best
}

test('a scrape, where every route was asked', async () => {
  await Promise.all(
    Object.entries(a.app.swagger().paths ?? {}).flatMap(([path, methods = {}]) =>
      Object.keys(methods).map((method) =>
        a.app.inject({ method: method.toUpperCase() as 'GET', url: path.replace(/\{\w+\}/g, 'x') }),
      ),
    ),
  )
  const lines = (await scraped(a.app)).split('\n').length
  expect(lines).toBeGreaterThan(300)
  expect(await threadMs(() => scraped(a.app))).toBeLessThan(ALLOWED_MS)
})

test('a probe', async () => {
  expect(await threadMs(() => a.app.inject('/v1/ready'))).toBeLessThan(ALLOWED_MS)
})

test('an answer that is counted: some microseconds at most', async () => {
  const answers = new ResponseTimes()
  const thousand = () => {
    for (let n = 0; n < 1_000; n++) answers.note('GET', '/v1/records/:id', 200, 0.0013)
  }
  expect(await threadMs(thousand)).toBeLessThan(ALLOWED_MS)
})
