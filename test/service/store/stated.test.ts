import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import { schemaParts } from '../../../src/store/file/upgrades.ts'
import { temporaryFolder } from '../../support/command.ts'
import { seeded } from '../../support/records/gate/random.ts'
import { makeWorld } from '../records/gate/worlds.ts'

/** The rows of what parties stated are the same whether they were made with each record or by the upgrade. */

/** The schema version that brought them. */
const SINCE = 7

/** A table or an index that a part of the schema makes. */
const MADE = /^CREATE (?:UNIQUE )?(TABLE|INDEX) (\w+)/gm

const rowsOf = (db: Db) =>
  [
    'SELECT party, type, stated_by, occurred_at, hex(id), seq FROM stated_about ORDER BY 1, 2, 3, 4, 5',
    'SELECT * FROM change WHERE type = 0 ORDER BY 1, 2, 3, 4',
  ].map((sql) => db.prepare<[], unknown[]>(sql).raw().all())

test('an older folder gets the rows that it would have had', async () => {
  let [stated, done] = [0, 0]
  for (let seed = 700; seed < 702; seed++) {
    const w = await makeWorld(seeded(seed), 200)
    const { store } = w.kernel
    store.writeBehind()
    const folder = join(temporaryFolder(), 'data')
    mkdirSync(folder)
    const file = join(folder, 'granary.db')
    store.db.prepare('VACUUM INTO ?').run(file)
    const wanted = rowsOf(store.db)
    await w.close()
    const older = new Database(file)
    const guards = older
      .prepare<[], string>(
        "SELECT sql || ';' FROM sqlite_schema WHERE name IN ('change_no_delete', 'schema_since_no_delete')",
      )
      .pluck()
      .all()
    const since = schemaParts.slice(SINCE).flatMap((part) => [...part.matchAll(MADE)])
    for (const [, kind, name] of since.reverse()) older.exec(`DROP ${kind} ${name}`)
    older.exec(`DROP TABLE stated_about; DROP INDEX entry_asserted_by; DROP INDEX entry_on_behalf_of;
      DROP TRIGGER change_no_delete; DELETE FROM change WHERE type = 0;
      DROP TRIGGER schema_since_no_delete; DELETE FROM schema_since WHERE version >= ${SINCE}; ${guards.join('')}
      PRAGMA user_version = ${SINCE - 1}`)
    older.close()
    const db = openDatabase(file)
    expect(rowsOf(db), `seed ${seed}`).toEqual(wanted)
    db.close()
    stated += wanted[0]?.length ?? 0
    done += wanted[1]?.length ?? 0
  }
  expect(stated).toBeGreaterThan(100)
  expect(done).toBeGreaterThan(10)
})
