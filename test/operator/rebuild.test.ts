import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataFiles } from '../../src/config.ts'
import { rebuild } from '../../src/operator/rebuild.ts'
import { OperatorFault } from '../../src/problem.ts'
import { ACT_TABLE_NAMES } from '../../src/store/act-tables.ts'
import { lockFolder } from '../../src/store/lock.ts'
import { KEPT_TABLES, LOG_TABLES } from '../../src/store/rebuilt-file.ts'
import { RECORD_TABLE_NAMES } from '../../src/store/record-tables.ts'
import { look, type RawDb, told, withoutGuards } from '../verify/scene.ts'
import { type Victim, victim } from '../verify/victim.ts'

/** `granary rebuild`: whatever was done to the rows that follow from the log, they come back as they were. */

const FOLLOWING = [
  ...ACT_TABLE_NAMES,
  ...RECORD_TABLE_NAMES,
  'written_through',
  'subtree',
  'audit_chunk',
  'audit_index',
  'tally_checkpoint',
  'unresolved_conversion',
]
/** How far these go depends on when they were written. */
const OF_THEIR_TIME = ['written_through', 'tally_checkpoint']

let v: Victim
let folder: string
beforeAll(async () => {
  v = await victim()
})
afterAll(() => v.end())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-test-rebuild-'))
  copyFileSync(v.rest.database, filesOf().database)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const filesOf = () => dataFiles(folder)
const rebuilt = () =>
  rebuild({ files: filesOf(), verify: (database) => look(database), onProgress: () => {} })

function damage(work: (db: RawDb) => void): void {
  const db = new Database(filesOf().database)
  try {
    withoutGuards(db, work)
  } finally {
    db.close()
  }
}

/** Every row of a table, in one order. */
function contents(file: string, table: string): string[] {
  const db = new Database(file, { readonly: true })
  try {
    return db
      .prepare(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .map((row) => JSON.stringify(row))
      .sort()
  } finally {
    db.close()
  }
}

async function expectWhole(): Promise<void> {
  const { database } = filesOf()
  for (const table of [...LOG_TABLES, ...KEPT_TABLES, ...FOLLOWING])
    if (!OF_THEIR_TIME.includes(table))
      expect(contents(database, table), table).toEqual(contents(v.rest.database, table))
  expect(told(await look(database))).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('granary.db')).sort()).toEqual(['granary.db'])
}

const columnsOf = (db: RawDb, table: string) =>
  db.pragma(`table_info(${table})`) as { name: string; type: string }[]

const other = ({ name, type }: { name: string; type: string }) =>
  type === 'INTEGER' ? `${name} + 100003` : type === 'BLOB' ? `randomblob(length(${name}))` : `'1' || ${name}`

test('every table of the schema is of the log, kept beside it, or made anew', () => {
  const db = new Database(v.rest.database, { readonly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  db.close()
  expect([...LOG_TABLES, ...KEPT_TABLES, ...FOLLOWING].sort()).toEqual(tables.sort())
})

describe('rows are deleted, altered and added', () => {
  test.each(FOLLOWING)('in %s', async (table) => {
    damage((db) => {
      const columns = columnsOf(db, table)
      const last = columns.at(-1) as (typeof columns)[number]
      const copy = `INSERT INTO ${table} SELECT ${columns.map(other).join(', ')} FROM ${table} LIMIT 2`
      expect(db.prepare(copy).run().changes, 'added').toBeGreaterThan(0)
      db.exec(`UPDATE OR IGNORE ${table} SET ${last.name} = ${other(last)} WHERE random() % 3 = 0`)
      db.exec(`DELETE FROM ${table} WHERE random() % 3 = 0`)
    })
    await rebuilt()
    await expectWhole()
  })
  test('all of every table that follows is gone', async () => {
    damage((db) => {
      for (const table of FOLLOWING) db.exec(`DELETE FROM ${table}`)
    })
    await rebuilt()
    await expectWhole()
  })
  test('and the tables with them', async () => {
    const db = new Database(filesOf().database)
    db.pragma('foreign_keys = OFF')
    for (const table of FOLLOWING) db.exec(`DROP TABLE ${table}`)
    db.close()
    await rebuilt()
    await expectWhole()
  })
})
