import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rebuild } from '../../../../src/appliance/rebuild.ts'
import { dataFiles } from '../../../../src/config/config.ts'
import type { ToldReport } from '../../../../src/proofs/verify/faults.ts'
import { ACT_TABLE_NAMES } from '../../../../src/store/acts/act-tables.ts'
import { JUDGED_TABLES, KEPT_TABLES, LOG_TABLES } from '../../../../src/store/file/rebuilt-file.ts'
import { RECORD_TABLE_NAMES } from '../../../../src/store/log/record-tables.ts'
import { isLong } from '../../../support/is-long.ts'
import {
  kindsOf,
  look,
  looked,
  type RawDb,
  told,
  withoutGuards,
} from '../../../support/proofs/verify/scene.ts'
import { History } from '../../appliance/metrics/history.ts'
import { happen, OUTSIDE, STEPS } from '../../appliance/metrics/history-steps.ts'
import { everybodyPulls } from '../../records/gate/pulls.ts'
import { makeWorld, seeded } from '../../records/gate/worlds.ts'

/**
 * Random worlds through the real rooms: records that come in any order, hand-overs that bring lots and losses to others later,
 * corrections, forks, mandates, consents, objections and predictions. Nothing in them was altered, so nothing may be found;
 * taken in again from their logs, every row comes back; and each of those that are gone is missed.
 */

const SEEDS = Array.from({ length: isLong ? 60 : 6 }, (_, i) => i + 1)

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

let broughtLater = 0

describe.each(SEEDS)('the world of seed %i', (seed) => {
  let folder: string
  let whole: string
  let report: ToldReport
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rebuild-'))
    whole = join(folder, 'whole.db')
    const w = await makeWorld(seeded(seed), { steps: 160, overHttp: false })
    try {
      await everybodyPulls(w)
      const { store } = w.kernel
      report = await look(store.db.name)
      store.writeBehind()
      store.db.pragma('wal_checkpoint(TRUNCATE)')
      copyFileSync(store.db.name, whole)
    } finally {
      await w.close()
    }
  })
  beforeEach(() => copyFileSync(whole, dataFiles(folder).database))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function onFile<T>(work: (db: RawDb) => T): T {
    const db = new Database(dataFiles(folder).database)
    try {
      return work(db)
    } finally {
      db.close()
    }
  }

  test('is clean', () => {
    expect([told(report), report.unchecked]).toEqual([[], []])
  })

  test('comes back by a rebuild, row by row', async () => {
    const rows = () => onFile((db) => TABLES.map((table) => contents(db, table)))
    const before = rows()
    // Whatever stood in these has no part in it.
    onFile((db) =>
      withoutGuards(db, () => {
        for (const table of RECORD_TABLE_NAMES) db.exec(`DELETE FROM ${table}`)
      }),
    )
    await rebuild({
      files: dataFiles(folder),
      verify: (database) => looked(database, { isQuick: true }),
      onProgress: () => {},
    })
    for (const [i, table] of rows().entries()) expect(table, TABLES[i]).toEqual(before[i])
  })

  test('misses what a later entry brought to somebody’s feed', async () => {
    let gone = 0
    onFile((db) =>
      withoutGuards(db, () => {
        gone = db.prepare('DELETE FROM change WHERE at <> seq').run().changes
      }),
    )
    broughtLater += gone
    const found = await look(dataFiles(folder).database)
    expect(kindsOf(found)).toEqual(gone === 0 ? [] : ['derived_row_missing'])
    expect(found.faults).toHaveLength(Math.min(100, gone))
  })
})

test('some of them have what a later entry brought', () => expect(broughtLater).toBeGreaterThan(0))

test.each(SEEDS)('what happened around the figures is clean: history %i', async (seed) => {
  const random = seeded(seed)
  const h = await History.begun()
  try {
    for (let i = 0; i < 80; i++)
      await happen(h, {
        what: random.pick([...STEPS, ...OUTSIDE]),
        a: random.below(1_000),
        b: random.below(1_000),
        c: random.below(1_000),
      })
    expect(told(await look(h.kernel.store.db.name))).toEqual([])
  } finally {
    h.close()
  }
})
