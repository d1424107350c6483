import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PROGRAM, temporaryFolder } from '../../support/command.ts'
import { Faults, Tally } from '../soak/tally.ts'
import { fuzz } from './fuzz.ts'
import { REQUESTS_A_VILLAGE } from './villages.ts'

/** The short form of `npm run test:fuzz`. */

const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const isBuilt = [PROGRAM, here('dist/inside.js')].every((path) => existsSync(path))

test.skipIf(!isBuilt)(
  'two thousand requests, right, nearly right and wrong, get only answers that the contract allows',
  async () => {
    const [faults, tally] = [new Faults(), new Tally()]
    await fuzz({
      program: PROGRAM,
      contract: here('openapi.json'),
      folder: temporaryFolder(),
      seconds: 60,
      // Half of them about one village, half about the next.
      from: REQUESTS_A_VILLAGE - 1_000,
      count: 2_000,
      seed: 628,
      say: () => {},
      faults,
      tally,
      // Everybody else's tests run on this machine now.
      mayStall: true,
    })
    expect(faults.lines).toEqual([])
    expect(tally.of('requests')).toBe(2_000)
    // That it was no idle walk.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 413, 415, 422])
      expect(tally.of(`answer: ${status}`), String(status)).toBeGreaterThan(0)
  },
)
