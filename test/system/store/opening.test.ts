import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { foundCooperative } from '../../../src/appliance/found.ts'
import { openKernel } from '../../../src/assemble.ts'
import { dataFiles, readConfig } from '../../../src/config/config.ts'
import { MARKER } from '../../../src/evidence/objects/prepared-folder.ts'
import { lockFolder } from '../../../src/store/file/lock.ts'
import {
  type Db,
  marksOf,
  openDatabase,
  openToInspect,
  SCHEMA_SHA256,
  schemaMarks,
} from '../../../src/store/file/open.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { started } from '../../support/child-programs.ts'
import { heard } from '../../support/heard.ts'
import { withoutGuards } from '../../support/proofs/verify/scene.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
  file = join(folder, 'granary.db')
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const make = (): void => void openDatabase(file, { create: true }).close()

/** Does something to the file that Granary itself never would. */
function tamper(work: (db: Db) => void): void {
  const db = new Database(file)
  work(db)
  db.close()
}

function faultOf(open: () => unknown): OperatorFault {
  try {
    open()
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorFault)
    expect((error as OperatorFault).remedy).toMatch(/\.$|"$/)
    return error as OperatorFault
  }
  throw new Error('it was opened')
}

describe('every connection is set so that nothing acknowledged is lost', () => {
  test.each<[string, unknown]>([
    ['synchronous', 2],
    ['journal_mode', 'wal'],
    ['foreign_keys', 1],
    ['recursive_triggers', 1],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['busy_timeout', 500],
  ])('%s is %s, on a fresh file and on a reopened one', (pragma, value) => {
    for (const _ of ['fresh', 'again']) {
      const db = openDatabase(file, { create: true })
      expect(db.pragma(pragma, { simple: true })).toBe(value)
      db.exec('BEGIN IMMEDIATE')
      db.exec('COMMIT')
      expect(db.pragma(pragma, { simple: true })).toBe(value)
      db.close()
    }
  })
  test('and only its owner may read the files, from the first moment on', () => {
    const mask = process.umask(0o022)
    try {
      const db = openDatabase(file, { create: true })
      for (const part of [file, `${file}-wal`, `${file}-shm`])
        expect((statSync(part).mode & 0o777).toString(8), part).toBe('600')
      db.close()
    } finally {
      process.umask(mask)
    }
  })
})

test('a fresh file is known by its digest', () => {
  const db = openDatabase(file, { create: true })
  expect(schemaMarks(db).sha256, 'SCHEMA_SHA256').toBe(SCHEMA_SHA256)
  db.close()
})

describe('a file that is not as it should be is refused in words, with the remedy', () => {
  test('absent, when none is to be made', () => {
    expect(faultOf(() => openDatabase(file)).message).toContain('no Granary database')
  })
  test('empty: like absent; made into one when that was asked', () => {
    writeFileSync(file, '')
    expect(faultOf(() => openDatabase(file)).message).toContain('no Granary database')
    make()
    openDatabase(file).close()
  })
  test('not a database', () => {
    writeFileSync(file, 'Dear diary, '.repeat(1000))
    const fault = faultOf(() => openDatabase(file, { create: true }))
    expect(fault.message).toContain('damaged')
    expect(readFileSync(file, 'utf8')).toContain('Dear diary')
  })
  test.each([
    ['cut short', () => truncateSync(file, 8192 * 3 + 100)],
    ['its schema page overwritten', () => writeFileSync(file, readFileSync(file).fill(0xa5, 100, 8192))],
  ])('%s', (_, damage) => {
    make()
    damage()
    expect(faultOf(() => openDatabase(file)).message).toContain('damaged')
  })
  test('another program’s', () => {
    tamper((db) => db.exec('PRAGMA application_id = 42; CREATE TABLE diary (day TEXT)'))
    const fault = faultOf(() => openDatabase(file, { create: true }))
    expect([fault.message, fault.remedy]).toEqual([
      expect.stringContaining('not Granary’s'),
      expect.stringContaining('Nothing was changed'),
    ])
    tamper((db) => {
      expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['diary'])
      expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
    })
  })
  test('another program’s that says nothing of itself', () => {
    tamper((db) => db.exec('CREATE TABLE diary (day TEXT)'))
    expect(faultOf(() => openDatabase(file, { create: true })).message).toContain('not Granary’s')
  })
  test('of 0.1.0, whoever opens it', () => {
    const db = new Database(file)
    db.exec('PRAGMA application_id = 0x47524e59; PRAGMA user_version = 7; CREATE TABLE observation (seq)')
    db.close()
    for (const open of [openDatabase, openToInspect, marksOf]) {
      const fault = faultOf(() => open(file))
      expect([fault.message, fault.remedy]).toEqual([
        expect.stringContaining('was written by Granary 0.1.0'),
        expect.stringContaining('granary init'),
      ])
    }
    expect(readdirSync(folder)).toEqual(['granary.db'])
  })
  test('from a newer version', () => {
    make()
    tamper((db) => db.pragma('user_version = 99'))
    const fault = faultOf(() => openDatabase(file))
    expect(fault.message).toContain('newer Granary (schema 99')
    expect(fault.remedy).toContain('Install the newer')
  })
  const alterations: [name: string, sql: string, named: string][] = [
    ['a guard dropped', 'DROP TRIGGER entry_no_update', 'trigger entry_no_update'],
    [
      'a guard weakened',
      `DROP TRIGGER audit_no_delete;
       CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT 1; END`,
      'trigger audit_no_delete',
    ],
    ['a table more', 'CREATE TABLE side_door (x)', 'table side_door'],
    ['a view more', 'CREATE VIEW peep AS SELECT * FROM entry', 'view peep'],
    ['a trigger more', 'CREATE TRIGGER tap AFTER INSERT ON entry BEGIN SELECT 1; END', 'trigger tap'],
    ['an index dropped', 'DROP INDEX entry_version', 'index entry_version'],
    ['a column more', 'ALTER TABLE party ADD COLUMN score INTEGER', 'table party'],
    ['a table dropped', 'DROP TABLE audit', 'table audit'],
  ]
  test.each(alterations)('altered: %s', (_name, sql, named) => {
    make()
    tamper((db) => db.exec(sql))
    const fault = faultOf(() => openDatabase(file))
    expect(fault.message).toContain('altered')
    expect(fault.message).toContain(named)
    expect(fault.remedy).toContain('backup')
  })
})

test('a first start that the power cut off before the tables stood is simply done again', () => {
  tamper((db) => db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; VACUUM'))
  expect(statSync(file).size).toBeGreaterThan(0)
  const db = openDatabase(file, { create: true })
  expect(db.prepare('SELECT count(*) FROM party').pluck().get()).toBe(0)
  db.close()
})

describe('the folder', () => {
  const config = () => readConfig({ data: folder, logLevel: 'silent' }, {})

  test.skipIf(process.getuid?.() === 0)(
    'that may not be written to is refused in words (not as root)',
    () => {
      chmodSync(folder, 0o500)
      expect(faultOf(() => openKernel(config(), { create: true })).remedy).toContain('right to write')
    },
  )
  test('whose newest record was changed by hand is refused in words, where its lists are to be made again', async () => {
    const kernel = openKernel(config(), { create: true })
    await kernel.ports.submit(() => foundCooperative(kernel, 'test', 'Cooperative'))
    const killed = join(folder, 'killed')
    mkdirSync(killed)
    kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(file, dataFiles(killed).database)
    kernel.close()
    const db = new Database(dataFiles(killed).database)
    withoutGuards(db, () => db.exec("UPDATE entry SET body = '{' WHERE kind < 31"))
    db.close()
    const fault = faultOf(() => openKernel({ ...config(), data: killed }))
    expect(fault.message).toContain('changed by hand or damaged')
    expect(fault.remedy).toMatch(/granary verify.*granary backup list/)
  })
  test('whose lock file cannot be opened is refused in words', () => {
    mkdirSync(join(folder, 'granary.lock'))
    expect(faultOf(() => openKernel(config(), { create: true })).message).toContain('granary.lock')
  })
  test('that is not there is not made unasked', () => {
    rmSync(folder, { recursive: true })
    expect(faultOf(() => openKernel(config())).message).toContain('no data folder')
    mkdirSync(folder)
  })
  test('that another opening holds is refused, and free again after it', () => {
    const first = openKernel(config(), { create: true })
    expect(faultOf(() => openKernel(config())).message).toContain('already using this data folder')
    first.close()
    openKernel(config()).close()
  })
  test('whose database is refused is not kept locked', () => {
    writeFileSync(file, 'Dear diary, '.repeat(1000))
    expect(faultOf(() => openKernel(config())).message).toContain('damaged')
    lockFolder(join(folder, 'granary.lock'))()
  })
  test.each(['emptied', 'deleted'])('whose database was %s is not founded anew', (what) => {
    const { anchorKey, objects, uploads, database } = dataFiles(folder)
    const marker = join(objects, MARKER)
    openKernel(config(), { create: true }).close()
    expect(existsSync(marker)).toBe(true)
    rmSync(database)
    if (what === 'emptied') writeFileSync(database, '')
    const refused = () => faultOf(() => openKernel(config(), { create: true }))
    expect(refused().message).toContain('is gone or empty')
    expect(refused().remedy).toContain('granary backup restore')
    expect(faultOf(() => openToInspect(database)).message).toContain('is gone or empty')
    rmSync(marker)
    writeFileSync(anchorKey, 'a key')
    expect(refused().message).toContain('is gone or empty')
    // A first start that was cut off leaves neither; disks may be mounted there before.
    rmSync(anchorKey)
    mkdirSync(uploads, { recursive: true })
    openKernel(config(), { create: true }).close()
  })
  test('that another process holds is refused, and free again when that process is killed', async () => {
    const lock = join(folder, 'granary.lock')
    const holder = heard(
      started(
        spawn(process.execPath, [
          '-e',
          `const db = new (require('better-sqlite3'))(${JSON.stringify(lock)})
           db.exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000)`,
        ]),
      ),
    )
    try {
      await holder.says(/held/)
      expect(faultOf(() => lockFolder(lock)).message).toContain('already using this data folder')
    } finally {
      holder.child.kill('SIGKILL')
      await holder.ended
    }
    lockFolder(lock)()
  })
})
