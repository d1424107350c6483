import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKernel } from '../../src/assemble.ts'
import { readConfig } from '../../src/config.ts'
import { typeCode } from '../../src/domain/types/index.ts'
import { openDatabase } from '../../src/store/open.ts'
import { INDEXED } from '../../src/store/postings.ts'
import { SCHEMA_VERSION, schemaParts } from '../../src/store/upgrades.ts'
import { appended, harvestOf, read } from '../flows/help.ts'
import { recount, sorted } from '../metrics/recount.ts'
import { makeAppliance } from '../support/appliance.ts'
import { soon } from '../support/soon.ts'
import { auditFaults } from './audit-faults.ts'

/** Data folders of earlier versions open, and are then as if they had been made by this one. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-test-upgrade-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The text of a version that has landed; each stands here for good. */
const LANDED = ['20351167', 'c2065e92', '77c1b704', '8461fcb6', '01eaae7b']

test('what has landed of the schema is never changed again', () => {
  const digests = schemaParts.map((part) =>
    createHash('sha256').update(part.trim()).digest('hex').slice(0, 8),
  )
  expect(digests.slice(0, LANDED.length)).toEqual(LANDED)
})

/** A file of an older schema version with the rows of an appliance that works with the present one. */
function olderVersion(version: number, file: string, present: string): string[] {
  const db = new Database(file)
  db.pragma('page_size = 8192')
  for (const part of schemaParts.slice(0, version)) db.exec(part)
  db.pragma('application_id = 0x47524e59')
  db.pragma(`user_version = ${version}`)
  db.pragma('foreign_keys = OFF')
  db.prepare('ATTACH ? AS present').run(present)
  const tables = db
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[]
  for (const table of tables) db.exec(`INSERT INTO main.${table} SELECT * FROM present.${table}`)
  db.close()
  return tables
}

const schemaOf = (file: string) => {
  const db = new Database(file, { readonly: true })
  const objects = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  const version = db.pragma('user_version', { simple: true })
  db.close()
  return { objects, version }
}

test.each([1, 2, 3, 4, 5])(
  'a file of version %i becomes what a fresh one is, and keeps every row',
  async (version) => {
    const a = await makeAppliance()
    const farmer = await a.party('person', 'Grace')
    const lender = await a.party('institution', 'Bank')
    const photo = { sha256: 'ab'.repeat(32), media_type: 'image/jpeg' }
    const harvest = await appended(farmer, 'harvest', {
      ...harvestOf(farmer),
      normalized_kg: 120,
      conversion_id: 'kg_exact',
      evidence: [photo],
    })
    await farmer.post('/v1/grants', {
      id: harvest.id.replace(/.$/, (c: string) => (c === '0' ? '1' : '0')),
      grantee: lender.id,
      purpose: 'credit_assessment',
      record_types: ['harvest'],
      expires_at: '2027-01-01T00:00:00Z',
    })
    await read(lender, harvest.id)
    const present = join(folder, 'present.db')
    a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    cpSync(join(a.kernel.config.data, 'granary.db'), present)
    const data = join(folder, 'data')
    cpSync(a.kernel.config.data, data, { recursive: true, filter: (path) => !/granary\./.test(path) })
    const file = join(data, 'granary.db')
    const tables = olderVersion(version, file, present)
    const rows = (path: string) => {
      const db = new Database(path, { readonly: true })
      const found = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).raw().all())
      db.close()
      return found
    }
    const before = rows(file)
    await a.close()

    const said: string[] = []
    const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}), {
      say: (text) => said.push(text),
    })
    expect(said[0]).toContain(`schema ${version} to ${SCHEMA_VERSION}`)
    try {
      const { store } = kernel
      // What stood in the old log is found by the index that came later.
      const record = store.records.byId(harvest.id)
      const key = store.parties.find(farmer.id) as number
      const shown = store.audit.index.after(INDEXED.shown, key, 0, 10)
      expect(shown.map(({ seqs }) => seqs)).toEqual([[record?.seq]])
      expect(auditFaults(store.db)).toEqual([])
      // The change feed begins with what was there before it.
      const changes = store.changes.after(key, typeCode('harvest'), { at: 0, seq: 0 }, store.log.size, 10)
      expect(changes).toEqual([{ at: record?.seq, seq: record?.seq }])
      const cited = store.db
        .prepare('SELECT hex(sha256), asserted_by, seq FROM evidence_citation')
        .raw()
        .all()
      expect(cited).toEqual([[photo.sha256.toUpperCase(), key, record?.seq]])
      // The sums of the metrics begin with it too, though nothing waits for them.
      expect(store.tallies.figures()).toBeNull()
      await soon(() => expect(store.tallies.isSettled).toBe(true))
      const recounted = recount(store.db, (id) => kernel.registry.conversion(id))
      expect([sorted(store.tallies.figures()), recounted.kg.total]).toEqual([recounted, 120])
    } finally {
      kernel.close()
    }
    const fresh = join(folder, 'fresh.db')
    openDatabase(fresh, { create: true }).close()
    expect(schemaOf(file)).toEqual(schemaOf(fresh))
    expect(schemaOf(file).version).toBe(SCHEMA_VERSION)
    expect(rows(file)).toEqual(before)
  },
)

test('an old log of many entries is indexed chunk by chunk, and says how far it is', async () => {
  const a = await makeAppliance()
  const said: string[] = []
  const data = join(folder, 'data')
  await a.kernel.handles.submit(() => {
    for (let i = 0; i < 40_000; i++)
      a.kernel.store.audit.append(a.clock.nowMs, {
        credential: null,
        action: 'read',
        outcome: 'no_such_record',
      })
  })
  a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
  const present = join(folder, 'present.db')
  cpSync(join(a.kernel.config.data, 'granary.db'), present)
  cpSync(a.kernel.config.data, data, { recursive: true, filter: (path) => !/granary\./.test(path) })
  olderVersion(1, join(data, 'granary.db'), present)
  await a.close()
  const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}), {
    say: (text) => said.push(text),
  })
  try {
    const { index } = kernel.store.audit
    expect(index.lastIndexed).toBeGreaterThan(30_000)
    expect(index.after(INDEXED.refusals, 0, 0, 1_000_000).length).toBe(40_000)
    expect(said.length).toBeGreaterThan(3)
  } finally {
    kernel.close()
  }
})
