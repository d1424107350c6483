import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openKernel } from '../../../../src/assemble.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { makeAppliance, START_MS } from '../../../support/appliance.ts'
import { appended, harvestOf } from '../../../support/flows/help.ts'
import {
  altered,
  ended,
  kindsOf,
  look,
  objectsIn,
  putToRest,
  told,
  wholeHouse,
} from '../../../support/proofs/verify/scene.ts'
import { houseAtRest } from '../../../support/proofs/verify/victim.ts'

/** Folders that nobody altered, after days that were not like others; and what may not pass for such a day. */

const MINUTE_MS = 60_000
/** More than are compared at once. */
const SLIPPED = 20_000

test('a file that was rewritten: some faults are listed, and all are counted', async () => {
  const rest = await ended(putToRest(await ended(makeAppliance())))
  const file = altered(rest, (db) => {
    const slip = db.prepare('INSERT INTO link (target, relation, source) VALUES (randomblob(16), 1, ?)')
    for (let i = 0; i < SLIPPED; i++) slip.run(i)
  })
  const { faults, more } = await look(file)
  expect(faults).toHaveLength(100)
  expect(more).toEqual([{ kind: 'derived_row_without_record', count: SLIPPED - 100 }])
})

describe('a machine that is started again with its clock behind', () => {
  const house = houseAtRest()
  const TIMED = ['sync_visit', 'anchor_batch', 'anchor_attempt', 'backup_run'] as const

  test.each(TIMED)('goes on from the newest time in %s', async (table) => {
    const late = house.a.kernel.store.writer.nowMs + 90 * MINUTE_MS
    const file = altered(house.rest, (db) => {
      const { changes } = db
        .prepare(`UPDATE ${table} SET at = ? WHERE n = (SELECT max(n) FROM ${table})`)
        .run(late)
      expect(changes).toBe(1)
    })
    const data = mkdtempSync(join(tmpdir(), 'behind-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    copyFileSync(file, join(data, 'granary.db'))
    const settings = { data, logLevel: 'silent', minFreeBytes: '0' }
    const again = await ended(openKernel(readConfig(settings, {}), { clock: () => START_MS }))
    await again.store.writer.submit(() => {})
    expect(again.store.writer.nowMs).toBe(late)
  })
})

test('two backups while time stands still: neither ends before it begins', async () => {
  const a = await ended(makeAppliance())
  const { run } = localTasks(a.kernel)
  await run('backup.key', 'test', { recipient: 'age1xyz', replace: false })
  a.clock.nowMs -= 60 * MINUTE_MS
  for (let i = 0; i < 2; i++) {
    const begun = await run('backup.begin', 'test', { place: 'here', isNamed: false })
    const sizes = { bytes: 1, sent_bytes: 1, entries: 1, evidence: 0, evidence_missing: 0 }
    const made = { id: uuidv7(), made_at: new Date(begun.nowMs).toISOString(), ...sizes }
    await run('backup.end', 'test', { begunAtMs: begun.nowMs, place: 'here', made, reason: null })
  }
  const { db } = a.kernel.store
  expect(db.prepare('SELECT count(*) FROM backup_run').pluck().get()).toBe(2)
  expect(db.prepare('SELECT count(*) FROM backup_run WHERE at < begun_at').pluck().get()).toBe(0)
  expect(told(await look(db.name))).toEqual([])
})

test('hashes of the tree and chunks of the audit log’s index that are gone are told of, whichever they are', async () => {
  const a = await ended(wholeHouse())
  const { kernel } = a
  const farmer = await a.party('person', 'Rose')
  while (kernel.store.log.size < 130) await appended(farmer, 'harvest', harvestOf(farmer))
  await kernel.ports.submit(() => {
    for (let i = 0; i < 5_000; i++)
      kernel.store.audit.append(kernel.store.writer.nowMs, {
        credential: null,
        action: 'request',
        detail: { route: '/v1/records' },
        outcome: 'unauthenticated',
      })
  })
  const rest = await ended(putToRest(a))
  const without = async (sql: string) =>
    kindsOf(
      await look(
        altered(rest, (db) => db.exec(sql)),
        { objects: objectsIn(rest.objects) },
      ),
    )
  expect(await without('SELECT 1')).toEqual([])
  for (const where of ['TRUE', 'level = 5 AND n = 0', 'level = 6', 'level = 5 AND n > 1'])
    expect(await without(`DELETE FROM subtree WHERE ${where}`), where).toContain('subtree_missing')
  expect(await without('DELETE FROM audit_index; DELETE FROM audit_chunk')).toEqual(['audit_index_differs'])
})
