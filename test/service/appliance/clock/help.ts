import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Kernel, openKernel } from '../../../../src/assemble.ts'
import { afterEachFile } from '../../../support/after-file.ts'
import { type Appliance, readingOf } from '../../../support/appliance.ts'

/** Sets the clock of the machine ahead while the service runs. */
export function inDoubtAfter(a: Appliance, aheadMs: number): void {
  a.clock.aheadMs = aheadMs
  expect(a.kernel.store.clock.isDoubted).toBe(true)
}

const made: string[] = []
afterEachFile(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Started again, on a copy of its folder as it lies on the disk. */
export async function reopened(a: Appliance): Promise<Kernel> {
  const data = mkdtempSync(join(tmpdir(), 't-'))
  made.push(data)
  a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
  cpSync(join(a.data, 'granary.db'), join(data, 'granary.db'))
  return openKernel({ ...a.kernel.config, data }, { reading: readingOf(a.clock) })
}

/** Entries of one action, newest first. */
export async function auditOf(a: Appliance, action: string) {
  const { entries } = await a.tasks.run('audit', 'test', { count: 50 })
  return entries.filter((entry) => entry.action === action)
}
