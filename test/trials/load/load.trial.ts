import { expect, test } from 'vitest'
import { isBuilt, shortTrial } from '../common/short-form.ts'
import { load } from './load.ts'

/** The short form of `npm run test:load`. */

const RATES = { writes: 40, batches: 1, pictures: 1, reads: 20, pages: 2, pulls: 2, views: 1, scrapes: 1 }

test.skipIf(!isBuilt)(
  'some seconds of a busy day, while others read the database: all is answered, and nothing is missing',
  async () => {
    const trial = shortTrial(6)
    const { faults, tally } = trial
    // Everybody else's tests run on this machine now: of time nothing can be said.
    await load(trial, { rates: RATES, mayBeSlow: true })
    expect(faults.lines).toEqual([])
    expect(tally.of('checks')).toBeGreaterThan(0)
    expect(tally.of('missing')).toBe(0)
    for (const name of 'writes batches pictures reads pages pulls scrapes'.split(' ').concat('lender views'))
      expect(tally.of(name), name).toBeGreaterThan(0)
    expect(tally.of('acknowledged')).toBeGreaterThan(100)
  },
)
