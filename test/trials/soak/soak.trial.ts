import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { killAll } from '../../support/child-programs.ts'
import { soak } from './soak.ts'

/** The short form of `npm run test:soak`. */

const PROGRAM = fileURLToPath(new URL('../../../dist/granary.js', import.meta.url))
/** Another run each time would find more; the same one is the same for everybody who looks into what it found. */
const SEED = 628

const data = mkdtempSync(join(tmpdir(), 'granary-soak-test-'))
afterAll(() => {
  killAll()
  rmSync(data, { recursive: true, force: true })
})

test.skipIf(!existsSync(PROGRAM))(
  'eight devices over bad lines, a service that is killed again and again: nothing acknowledged is lost, and all converge',
  async () => {
    const { tally, faults } = await soak({
      program: PROGRAM,
      data,
      seconds: 14,
      devices: 8,
      seed: SEED,
      restMs: 250,
      betweenEndsMs: [1_500, 4_000],
    })
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
