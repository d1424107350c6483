import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/domain/time.ts'
import { backed, create, folder, manifestsIn } from '../../../support/appliance/backup/help.ts'
import { isBuilt, program } from '../../../support/command.ts'
import { StoppedClock } from '../../../support/stopped-clock.ts'
import { libraryOfFakedTime } from '../../../trials/clock/faked-time.ts'

/** What the store refuses before old backups go is explained as the store explains it. */

const CANNOT = !isBuilt
  ? ' (skipped if not built)'
  : libraryOfFakedTime() === null
    ? ' (skipped: libfaketime is not installed)'
    : ''

test.skipIf(CANNOT !== '')(
  `a clock in doubt is no fault of the place, and its remedy is that of the clock${CANNOT}`,
  async () => {
    const b = await backed()
    await create(b)
    const clock = new StoppedClock(join(folder(), 'clock'), Date.now() + 400 * DAY_MS)
    const args = ['backup', 'prune', '--data', b.data, '--from', b.place, '--keep', '1']
    const run = program(args, clock.environment)
    expect(await run.ended).toBe(1)
    expect(run.stderr()).toContain('granary clock confirm')
    expect(run.stderr()).not.toContain('can be reached')
    expect(manifestsIn(b)).toHaveLength(1)
  },
)
