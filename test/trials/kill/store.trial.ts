import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { audited } from '../../support/audited.ts'
import { bundled } from '../../support/bundled.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'
import { leafFaults } from '../../support/store/leaf-faults.ts'
import { killedAfter } from './killed.ts'

const KILLS = 5

const child = await bundled('test/trials/kill/store-child.ts')
const folder = mkdtempSync(join(tmpdir(), 'granary-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(`a process killed in the middle of writing, ${KILLS} times over, loses nothing it acknowledged`, async () => {
  const acknowledged: string[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    acknowledged.push(...(await killedAfter([child.program, folder], 20 + kill * 37)))
    const kernel = openKernel(readConfig({ data: folder, logLevel: 'silent' }, {}))
    try {
      const { store } = kernel
      const missing = acknowledged.filter((id) => store.records.byId(id) === undefined)
      expect(missing, `after kill ${kill}`).toEqual([])
      expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(store.db.pragma('foreign_key_check')).toEqual([])
      expect(auditFaults(store.db)).toEqual([])
      const told = new Set(
        audited(store.db).flatMap(({ action, records }) => (action === 'append' ? records : [])),
      )
      const stored = store.db.prepare('SELECT seq FROM entry WHERE kind < 31').pluck().all() as number[]
      expect(stored.filter((seq) => !told.has(seq))).toEqual([])
      expect(leafFaults(store.db)).toEqual([])
      store.writeBehind()
      // Half a record would be one without the row every list starts from.
      const halves = store.db
        .prepare('SELECT count(*) FROM entry WHERE kind < 31 AND seq NOT IN (SELECT seq FROM record_party)')
        .pluck()
        .get()
      expect(halves).toBe(0)
    } finally {
      kernel.close()
    }
  }
  expect(acknowledged.length).toBeGreaterThan(300)
})
