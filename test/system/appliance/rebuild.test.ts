import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rebuild } from '../../../src/appliance/rebuild.ts'
import { openKernel } from '../../../src/assemble.ts'
import { dataFiles, readConfig } from '../../../src/config/config.ts'
import { ACT_TABLE_NAMES } from '../../../src/store/acts/act-tables.ts'
import { lockFolder } from '../../../src/store/file/lock.ts'
import { JUDGED_TABLES, KEPT_TABLES, LOG_TABLES } from '../../../src/store/file/rebuilt-file.ts'
import { RECORD_TABLE_NAMES } from '../../../src/store/log/record-tables.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { isBuilt, program, temporaryFolder } from '../../support/command.ts'
import { look, looked, type RawDb, told, withoutGuards } from '../../support/proofs/verify/scene.ts'
import { victim } from '../../support/proofs/verify/victim.ts'
import { mounted, unmount } from '../../support/small-disk.ts'

/** `granary rebuild`: whatever was done to the rows that follow from the log, they come back as they were. */

const FOLLOWING = [
  ...ACT_TABLE_NAMES,
  ...RECORD_TABLE_NAMES,
  'written_through',
  'subtree',
  'audit_chunk',
  'audit_index',
  'schema_since',
]
/** How far these go depends on when they were written. */
const OF_THEIR_TIME = ['written_through']

const v = victim()
let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  copyFileSync(v.rest.database, filesOf().database)
})

const filesOf = () => dataFiles(folder)
const rebuilt = () =>
  rebuild({
    files: filesOf(),
    verify: (database) => looked(database, { isQuick: true }),
    onProgress: () => {},
  })

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

/** What stands in the folder of the database and of what is made beside it. */
const beside = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith('granary.db'))
    .sort()

async function expectWhole(): Promise<void> {
  const { database } = filesOf()
  expect(beside()).toEqual(['granary.db'])
  for (const table of [...LOG_TABLES, ...KEPT_TABLES, ...JUDGED_TABLES, ...FOLLOWING])
    if (!OF_THEIR_TIME.includes(table))
      expect(contents(database, table), table).toEqual(contents(v.rest.database, table))
  expect(told(await look(database))).toEqual([])
}

const columnsOf = (db: RawDb, table: string) =>
  db.pragma(`table_info(${table})`) as { name: string; type: string }[]

const other = ({ name, type }: { name: string; type: string }) =>
  type === 'INTEGER' ? `${name} + 100003` : type === 'BLOB' ? `randomblob(length(${name}))` : `'1' || ${name}`

test('every table of the schema is of the log, kept beside it, or made anew', () => {
  const db = new Database(v.rest.database, { readonly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  db.close()
  expect([...LOG_TABLES, ...KEPT_TABLES, ...JUDGED_TABLES, ...FOLLOWING].sort()).toEqual(tables.sort())
})

test('rows of every table that follows are deleted, altered and added', async () => {
  damage((db) => {
    for (const table of FOLLOWING) {
      const columns = columnsOf(db, table)
      const last = columns.at(-1) as (typeof columns)[number]
      const copy = `INSERT INTO ${table} SELECT ${columns.map(other).join(', ')} FROM ${table} LIMIT 2`
      expect(db.prepare(copy).run().changes, `added to ${table}`).toBeGreaterThan(0)
      db.exec(`UPDATE OR IGNORE ${table} SET ${last.name} = ${other(last)} WHERE random() % 3 = 0`)
      db.exec(`DELETE FROM ${table} WHERE random() % 3 = 0`)
    }
  })
  await rebuilt()
  await expectWhole()
})

test('all of these tables are gone', async () => {
  const db = new Database(filesOf().database)
  db.pragma('foreign_keys = OFF')
  for (const table of FOLLOWING) db.exec(`DROP TABLE ${table}`)
  db.close()
  await rebuilt()
  await expectWhole()
})

test('what an earlier attempt has left behind is taken away', async () => {
  for (const name of [filesOf().rebuilding, filesOf().beforeRebuild]) writeFileSync(name, 'half')
  await rebuilt()
  expect(existsSync(filesOf().rebuilding)).toBe(false)
  await expectWhole()
})

describe('of a program that made its tables otherwise', () => {
  const renamed = (table: string) => {
    const db = new Database(filesOf().database)
    const { name } = columnsOf(db, table)[1] as { name: string }
    db.exec(`ALTER TABLE ${table} RENAME COLUMN ${name} TO formerly`)
    db.close()
  }
  test('tables that follow are made anew', async () => {
    for (const table of ['change', 'mention', 'subtree', 'consent_grant']) renamed(table)
    await rebuilt()
    await expectWhole()
  })
  test('one that is a source is named', async () => {
    renamed('inference')
    await expectRefused(/table inference: /)
  })
})

const digest = () => createHash('sha256').update(readFileSync(filesOf().database)).digest('hex')

/** It is refused in an operator's words, and the file is as it was. */
async function expectRefused(said: RegExp, work = rebuilt): Promise<void> {
  const before = digest()
  const refusal = await work().then(
    () => null,
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(OperatorFault)
  expect((refusal as OperatorFault).message).toMatch(said)
  expect((refusal as OperatorFault).remedy).not.toBe('')
  expect(digest()).toBe(before)
  expect(beside().filter((name) => !/-(wal|shm)$/.test(name))).toEqual(['granary.db'])
}

describe('a log that is not intact', () => {
  const harvest = 'kind = (SELECT kind FROM entry WHERE body LIKE \'%"type":"harvest"%\')'
  test.each([
    ['an entry was altered', `UPDATE entry SET body = replace(body, '1', '2') WHERE ${harvest}`, /entry/],
    ['an entry was deleted', 'DELETE FROM entry WHERE seq = 7', /entry 7/],
    ['the audit log was altered', "UPDATE audit SET entries = replace(entries, 'read', 'look')", /audit/],
    ['an input of a prediction is gone', 'DELETE FROM inference_input', /./],
    ['a notification is another', 'UPDATE notification SET recipient = 1', /notification/],
  ])('%s', async (_what, sql, said) => {
    damage((db) => db.exec(sql))
    await expectRefused(said)
  })
  test('its guard was taken off', async () => {
    const db = new Database(filesOf().database)
    db.exec('DROP TRIGGER entry_no_delete')
    db.close()
    await expectRefused(/entry_no_delete/)
  })
  test('a hash of the tree is another, and no root is over its entries', async () => {
    damage((db) => {
      db.exec('DELETE FROM anchor_attempt')
      db.exec('DELETE FROM anchor_batch')
      db.exec('UPDATE subtree SET hash = randomblob(32) WHERE level = 5 AND n = 0')
    })
    await expectRefused(/entries up to 32 /)
  })
})

test('a folder in use is left alone', async () => {
  const unlock = lockFolder(filesOf().lock)
  try {
    await expectRefused(/already using/)
  } finally {
    unlock()
  }
})

test('what metrics tell is what they told', async () => {
  damage((db) => db.exec('DELETE FROM link'))
  const untouched = join(folder, 'untouched')
  mkdirSync(untouched)
  copyFileSync(v.rest.database, dataFiles(untouched).database)
  await rebuilt()
  const figures = async (data: string) => {
    const kernel = openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0' }, {}))
    try {
      await kernel.store.tallies.caughtUp()
      return kernel.store.tallies.figures()
    } finally {
      kernel.close()
    }
  }
  expect(await figures(folder)).toEqual(await figures(untouched))
})

describe('a disk that is full', () => {
  let isMounted = false
  beforeEach(() => {
    const bytes = 2 * statSync(filesOf().database).size + 80 * 1024 * 1024
    isMounted = mounted(folder, `size=${bytes}`)
    if (isMounted) copyFileSync(v.rest.database, filesOf().database)
  })
  afterEach(() => {
    if (isMounted) unmount(folder)
  })
  const fill = (leave: number) => {
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize - leave))
  }
  test('is told of before anything is made', async ({ skip }) => {
    if (!isMounted) skip()
    fill(10 * 1024 * 1024)
    await expectRefused(/not enough room for a second database/)
  })
  test('and when it fills up meanwhile', async ({ skip }) => {
    if (!isMounted) skip()
    let isFilled = false
    await expectRefused(/disk is full/, () =>
      rebuild({
        files: filesOf(),
        verify: (database) => looked(database, { isQuick: true }),
        onProgress: () => {
          if (!isFilled) fill(0)
          isFilled = true
        },
      }),
    )
  })
})

describe.skipIf(!isBuilt)('the program (when dist is built)', () => {
  test('killed at any moment leaves the one file or the other, and can be run again', async () => {
    damage((db) => db.exec('DELETE FROM record_party; DELETE FROM subtree'))
    const order = ['rebuild', '--data', folder, '--json']
    for (let n = 0; n < 4; n++) {
      const running = program(order)
      await new Promise((resolve) => setTimeout(resolve, 150 + 240 * n))
      running.child.kill('SIGKILL')
      await running.ended
      const { database } = filesOf()
      expect(contents(database, 'entry'), String(n)).toEqual(contents(v.rest.database, 'entry'))
    }
    const last = program(order)
    expect(await last.ended, last.stderr()).toBe(0)
    expect(JSON.parse(last.stdout())).toMatchObject({ database: filesOf().database })
    await expectWhole()
  })
  test('tells what it has done, and how to go on', async () => {
    damage((db) => db.exec('DELETE FROM change'))
    const done = program(['rebuild', '--data', folder])
    expect(await done.ended, done.stderr()).toBe(0)
    expect(done.stdout()).toMatch(/Faults found before: [1-9]\d*\. Found after: none\./)
    const none = program(['rebuild', '--data', join(folder, 'nowhere'), '--json'])
    expect(await none.ended).toBe(1)
    expect(JSON.parse(none.stdout()).error.remedy).toContain('--data')
  })
})
