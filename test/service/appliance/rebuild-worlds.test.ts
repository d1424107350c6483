import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { rebuild } from '../../../src/appliance/rebuild.ts'
import { dataFiles } from '../../../src/config/config.ts'
import { ACT_TABLE_NAMES } from '../../../src/store/acts/act-tables.ts'
import { JUDGED_TABLES, KEPT_TABLES, LOG_TABLES } from '../../../src/store/file/rebuilt-file.ts'
import { RECORD_TABLE_NAMES } from '../../../src/store/log/record-tables.ts'
import { kindsOf, look, looked, type RawDb, withoutGuards } from '../../support/proofs/verify/scene.ts'
import { everybodyPulls } from '../records/gate/pulls.ts'
import { makeWorld, seeded } from '../records/gate/worlds.ts'

/**
 * Random worlds, taken in again from their logs: records that came in any order, hand-overs that brought lots and losses to
 * others later, corrections, mandates and consents. Every row comes back, and verify misses each of those that are gone.
 */

const isLong = (import.meta as unknown as { env: { MODE: string } }).env.MODE === 'model'
const WORLDS = isLong ? 60 : 6

const TABLES = [
  ...LOG_TABLES,
  ...KEPT_TABLES,
  ...JUDGED_TABLES,
  ...ACT_TABLE_NAMES,
  ...RECORD_TABLE_NAMES,
  'subtree',
]

const contents = (db: RawDb, table: string): string[] =>
  db
    .prepare(`SELECT * FROM ${table}`)
    .raw()
    .all()
    .map((row) => JSON.stringify(row))
    .sort()

async function inWorld(seed: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rebuild-'))
  const w = await makeWorld(seeded(seed), { steps: 160, overHttp: false })
  try {
    await everybodyPulls(w)
    const { store } = w.kernel
    store.writeBehind()
    store.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(store.db.name, dataFiles(folder).database)
    await work(folder)
  } finally {
    await w.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function onFile<T>(folder: string, work: (db: RawDb) => T): T {
  const db = new Database(dataFiles(folder).database)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

test('a rebuild gives the very rows', { timeout: 3_600_000 }, async () => {
  let brought = 0
  for (let seed = 1; seed <= WORLDS; seed++)
    await inWorld(seed, async (folder) => {
      const rows = () => onFile(folder, (db) => TABLES.map((table) => contents(db, table)))
      const before = rows()
      brought += onFile(folder, (db) =>
        db.prepare('SELECT count(*) FROM change WHERE at <> seq').pluck().get(),
      ) as number
      // Whatever stood in these has no part in it.
      onFile(folder, (db) =>
        withoutGuards(db, () => {
          for (const table of RECORD_TABLE_NAMES) db.exec(`DELETE FROM ${table}`)
        }),
      )
      await rebuild({
        files: dataFiles(folder),
        verify: (database) => looked(database, { isQuick: true }),
        onProgress: () => {},
      })
      for (const [i, table] of rows().entries())
        expect(table, `${TABLES[i]}, seed ${seed}`).toEqual(before[i])
    })
  expect(brought).toBeGreaterThan(0)
})

test('what a later entry brought to somebody’s feed is missed', { timeout: 3_600_000 }, async () => {
  for (let seed = 1; seed <= WORLDS; seed++)
    await inWorld(seed, async (folder) => {
      const gone = onFile(folder, (db) => {
        let changes = 0
        withoutGuards(db, () => {
          changes = db.prepare('DELETE FROM change WHERE at <> seq').run().changes
        })
        return changes
      })
      const report = await look(dataFiles(folder).database)
      expect(kindsOf(report), `seed ${seed}`).toEqual(gone === 0 ? [] : ['derived_row_missing'])
      expect(report.faults).toHaveLength(Math.min(100, gone))
    })
})
