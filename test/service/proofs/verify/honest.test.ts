import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKernel } from '../../../../src/assemble.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { Faults } from '../../../../src/proofs/verify/faults.ts'
import { Inspection } from '../../../../src/proofs/verify/inspection.ts'
import { runJobs } from '../../../../src/proofs/verify/jobs.ts'
import { settlingJobs } from '../../../../src/proofs/verify/settling.ts'
import { singleThread } from '../../../../src/proofs/verify/worker-pool.ts'
import { openToInspect } from '../../../../src/store/open.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { makeAppliance, START_MS } from '../../../support/appliance.ts'
import { appended, harvestOf } from '../../../support/flows/help.ts'
import {
  altered,
  kindsOf,
  look,
  objectsIn,
  putToRest,
  told,
  wholeHouse,
} from '../../../support/proofs/verify/scene.ts'

/** Folders that nobody altered, after days that were not like others; and what may not pass for such a day. */

const MINUTE_MS = 60_000
const BUCKETS = 200
const BUCKET_ENTRIES = 1_024

let ends: (() => unknown)[] = []
beforeEach(() => {
  ends = []
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

async function ended<T extends { close(): unknown } | { end(): unknown }>(thing: T | Promise<T>): Promise<T> {
  const made = await thing
  ends.push(() => ('close' in made ? made.close() : made.end()))
  return made
}

describe('groups of rows that differ', () => {
  async function settled(file: string) {
    const db = openToInspect(file)
    try {
      const pool = singleThread(new Inspection(db, 10))
      const faults = new Faults()
      const owed: string[] = []
      const buckets = Array.from({ length: BUCKETS }, (_, i) => i)
      const jobs = settlingJobs(pool, buckets, { newest: BUCKETS * BUCKET_ENTRIES, written: 0 }, faults)
      await runJobs(jobs, 1, faults, owed, () => {})
      expect(owed).toEqual([])
      return faults.counts
    } finally {
      db.close()
    }
  }

  test('are all looked at where the service brought the rows, however many', async () => {
    const rest = await ended(putToRest(await ended(makeAppliance())))
    expect(await settled(rest.database)).toEqual({})
  })
  test('are not looked at one by one for ever in a file that was rewritten', async () => {
    const rest = await ended(putToRest(await ended(makeAppliance())))
    const file = altered(rest, (db) => {
      const slip = db.prepare('INSERT INTO link (target, relation, source) VALUES (randomblob(16), 1, ?)')
      for (let i = 0; i < BUCKETS; i++) slip.run(i * BUCKET_ENTRIES + 900)
    })
    expect(await settled(file)).toEqual({
      derived_row_without_record: 128,
      derived_rows_differ: BUCKETS - 128,
    })
  })
})

describe('a machine that is started again with its clock behind', () => {
  const TIMED = ['sync_visit', 'anchor_batch', 'anchor_attempt', 'backup_run'] as const

  test.each(TIMED)('goes on from the newest time in %s', async (table) => {
    const a = await ended(wholeHouse())
    const late = a.kernel.store.writer.nowMs + 90 * MINUTE_MS
    const file = altered(await ended(putToRest(a)), (db) => {
      const { changes } = db
        .prepare(`UPDATE ${table} SET at = ? WHERE n = (SELECT max(n) FROM ${table})`)
        .run(late)
      expect(changes).toBe(1)
    })
    const data = mkdtempSync(join(tmpdir(), 'granary-test-behind-'))
    ends.push(() => rmSync(data, { recursive: true, force: true }))
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
