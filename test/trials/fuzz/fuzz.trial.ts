import { expect, test } from 'vitest'
import { isBuilt, shortTrial } from '../common/short-form.ts'
import { fuzz } from './fuzz.ts'

/** The short form of `npm run test:fuzz`. */

test.skipIf(!isBuilt)(
  'two thousand requests, right, nearly right and wrong, get only answers that the contract allows',
  async () => {
    const trial = shortTrial(0)
    // Everybody else's tests run on this machine now.
    await fuzz(trial, { from: 0, requests: 2_000, mayStall: true })
    const { faults, tally } = trial
    expect(faults.lines).toEqual([])
    expect(tally.of('requests')).toBe(2_000)
    // That it was no idle walk.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 413, 415, 422])
      expect(tally.of(`answer: ${status}`), String(status)).toBeGreaterThan(0)
  },
)
