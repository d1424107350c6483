import { expect, test } from 'vitest'
import { isBuilt, shortTrial } from '../common/short-form.ts'
import { soak } from './soak.ts'

/** The short form of `npm run test:soak`. */

test.skipIf(!isBuilt)(
  'eight devices over bad lines, a service that is killed again and again: nothing acknowledged is lost, and all converge',
  async () => {
    const trial = shortTrial(14)
    await soak(trial, { devices: 8, restMs: 250, betweenEndsMs: [1_500, 4_000] })
    const { tally, faults } = trial
    expect(faults.lines).toEqual([])
    // That it was no idle walk.
    expect(tally.of('kills') + tally.of('restarts in order')).toBeGreaterThanOrEqual(2)
    expect(tally.of('records acknowledged')).toBeGreaterThan(100)
    expect(tally.of('replayed')).toBeGreaterThan(10)
    expect(tally.sum('rejected: ')).toBeGreaterThan(10)
    expect(tally.sum('lost: ')).toBeGreaterThan(20)
    expect(tally.of('copies compared')).toBeGreaterThan(300)
    expect(tally.of('rights asked of the oracle')).toBeGreaterThan(1_000)
  },
)
