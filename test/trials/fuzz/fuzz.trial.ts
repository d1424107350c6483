import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { killAll } from '../../support/child-programs.ts'
import { Faults, Tally } from '../soak/tally.ts'
import { fuzz } from './fuzz.ts'
import { REQUESTS_A_VILLAGE } from './villages.ts'

/** The short form of `npm run test:fuzz`. */

const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const PROGRAM = here('dist/granary.js')
const isBuilt = existsSync(PROGRAM) && existsSync(here('dist/inside.js'))
const SEED = 628

const folder = mkdtempSync(join(tmpdir(), 'granary-fuzz-test-'))
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!isBuilt)(
  'two thousand requests, right, nearly right and wrong, get only answers that the contract allows',
  async () => {
    const [faults, tally] = [new Faults(), new Tally()]
    await fuzz({
      program: PROGRAM,
      contract: here('openapi.json'),
      folder,
      seconds: 60,
      // Half of them about one village, half about the next.
      from: REQUESTS_A_VILLAGE - 1_000,
      count: 2_000,
      seed: SEED,
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
