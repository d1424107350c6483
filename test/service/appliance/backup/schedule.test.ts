import { expect, test } from 'vitest'
import { BackupSchedule } from '../../../../src/appliance/backup/schedule.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { soon } from '../../../support/soon.ts'

/** When the service makes backups by itself. */

test('none before there is a place, and one as soon as somebody chose it, without a restart', async () => {
  let everyMs: number | null = null
  const said: string[] = []
  const log = {
    info: (text: string) => said.push(text),
    warn: () => {},
    error: (text: string) => said.push(text),
  }
  const schedule = new BackupSchedule({
    config: readConfig({ data: 'x' }, {}),
    everyMs: () => everyMs,
    program: ['/bin/true'],
    isReady: () => true,
    newestAtMs: () => null,
    clock: Date.now,
    caution: () => null,
    log,
  })
  schedule.check()
  expect(said).toEqual([])
  everyMs = 3_600_000
  schedule.check()
  await soon(() => expect(said).toEqual(['a backup was made']))
  // Off again.
  everyMs = null
  schedule.check()
  await schedule.stop()
  expect(said).toHaveLength(1)
})
