import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Faults, Tally } from '../../soak/tally.ts'
import { killAll } from '../../support/child-programs.ts'
import { Latencies } from './latencies.ts'
import { load } from './load.ts'
import { Paced } from './paced.ts'

/** The short form of `npm run test:load`. */

const PROGRAM = fileURLToPath(new URL('../../../dist/granary.js', import.meta.url))
const isBuilt = existsSync(PROGRAM) && existsSync(PROGRAM.replace('granary.js', 'inside.js'))
const RATES = { writes: 40, batches: 1, pictures: 1, reads: 20, pages: 2, pulls: 2, views: 1, scrapes: 1 }

const folder = mkdtempSync(join(tmpdir(), 'granary-load-test-'))
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!isBuilt)(
  'some seconds of a busy day, while others read the database: all is answered, and nothing is missing',
  async () => {
    const [faults, tally] = [new Faults(), new Tally()]
    const ordeal = { program: PROGRAM, folder, seconds: 6, seed: 628, say: () => {}, tally, faults }
    // Everybody else's tests run on this machine now: of time nothing can be said.
    await load(ordeal, { rates: RATES, mayBeSlow: true })
    expect(faults.lines).toEqual([])
    expect(tally.of('missing')).toBe(0)
    for (const name of [
      'writes',
      'batches',
      'pictures',
      'reads',
      'pages',
      'pulls',
      'lender views',
      'scrapes',
    ])
      expect(tally.of(name), name).toBeGreaterThan(0)
    expect(tally.of('acknowledged')).toBeGreaterThan(100)
  },
  120_000,
)

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
  let begun = 0
  const paced = new Paced('slow', 100, async () => {
    begun++
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  paced.start()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await paced.stop()
  expect(begun).toBeGreaterThan(15)
  expect(begun).toBeLessThan(40)
  expect(paced.latencies.count).toBe(begun)
  expect(paced.latencies.quantileMs(0.01)).toBeGreaterThan(140)
})
