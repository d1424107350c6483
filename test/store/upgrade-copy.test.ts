import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { upgradeCopies } from '../../src/store/upgrade-copy.ts'
import { SCHEMA_VERSION, schemaParts } from '../../src/store/upgrades.ts'

/** Before a file is brought up to date a copy of it is made, by which one can go back. */

const OLD = SCHEMA_VERSION - 1
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-test-copy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A file as an older Granary leaves it when the power fails: something of it stands in the write-ahead log alone. */
function olderFile(file: string, version = OLD): void {
  const db = new Database(file)
  db.pragma('page_size = 8192')
  for (const part of schemaParts.slice(0, version)) db.exec(part)
  db.pragma('application_id = 0x47524e59')
  db.pragma(`user_version = ${version}`)
  db.pragma('journal_mode = WAL')
  db.prepare('INSERT INTO cursor_key (n, key) VALUES (1, ?)').run(Buffer.alloc(32, 7))
  db.close()
}
const versionOf = (file: string) => {
  const db = new Database(file, { readonly: true })
  const version = db.pragma('user_version', { simple: true })
  db.close()
  return version
}

test('the file’s header tells of the new version at once, by which an older package knows it', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const db = openDatabase(file)
  const header = execFileSync('od', ['-An', '-tu1', '-j60', '-N4', file], { encoding: 'utf8' })
  db.close()
  expect(header.trim().split(/\s+/).map(Number)).toEqual([0, 0, 0, SCHEMA_VERSION])
})

test('the copy is what the file was, private, and can be gone back to', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const before = readFileSync(file)
  const said: string[] = []
  openDatabase(file, { say: (text) => said.push(text) }).close()
  const [copy, ...others] = upgradeCopies(file)
  expect(others).toEqual([])
  expect(copy).toMatchObject({
    path: join(folder, 'before-upgrade', `granary-schema-${OLD}.db`),
    schema: OLD,
    bytes: before.length,
  })
  expect(readFileSync(copy?.path as string).equals(before)).toBe(true)
  expect(statSync(copy?.path as string).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'before-upgrade')).mode & 0o777).toBe(0o700)
  expect(versionOf(file)).toBe(SCHEMA_VERSION)
  expect(said[1]).toMatch(/^Copying it first to .*granary-schema-\d\.db \(\d+ MiB\)/)
  // The next start copies nothing.
  openDatabase(file).close()
  expect(upgradeCopies(file)).toHaveLength(1)
})

test('what stands in the write-ahead log alone is in the copy', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const writer = new Database(file)
  writer.pragma('wal_autocheckpoint = 0')
  writer.prepare('INSERT INTO cursor_key (n, key) VALUES (2, ?)').run(Buffer.alloc(32, 9))
  const cut = join(folder, 'cut')
  mkdirSync(cut)
  for (const name of ['granary.db', 'granary.db-wal'])
    writeFileSync(join(cut, name), readFileSync(join(folder, name)))
  writer.close()
  openDatabase(join(cut, 'granary.db')).close()
  const copy = new Database(upgradeCopies(join(cut, 'granary.db'))[0]?.path as string, { readonly: true })
  expect(copy.prepare('SELECT count(*) FROM cursor_key').pluck().get()).toBe(2)
  copy.close()
})

test('an unfinished copy goes, a same one is taken, and another is never written over', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const older = readFileSync(file)
  const copies = join(folder, 'before-upgrade')
  mkdirSync(copies)
  writeFileSync(join(copies, `granary-schema-${OLD}.db.unfinished`), 'half')
  openDatabase(file).close()
  expect(readdirSync(copies)).toEqual([`granary-schema-${OLD}.db`])
  // The power failed after the copy and before the upgrade: the same file again.
  writeFileSync(file, older)
  openDatabase(file).close()
  expect(readdirSync(copies)).toHaveLength(1)
  // Somebody went back, wrote more, and upgrades again.
  writeFileSync(file, older)
  const db = new Database(file)
  db.prepare('INSERT INTO cursor_key (n, key) VALUES (2, ?)').run(Buffer.alloc(32, 9))
  db.close()
  openDatabase(file).close()
  expect(readdirSync(copies).sort()).toEqual([`granary-schema-${OLD}-2.db`, `granary-schema-${OLD}.db`])
  expect(readFileSync(join(copies, `granary-schema-${OLD}.db`)).equals(older)).toBe(true)
})

test('while another reads the file nothing is changed, and it says so', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const writer = new Database(file)
  const reader = new Database(file, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM cursor_key').get()
  writer.prepare('INSERT INTO cursor_key (n, key) VALUES (2, ?)').run(Buffer.alloc(32, 9))
  writer.close()
  expect(() => openDatabase(file)).toThrow(/another program reads it/)
  reader.close()
  expect(versionOf(file)).toBe(OLD)
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(false)
})

test('a newer file is refused as before, and nothing is copied', () => {
  const file = join(folder, 'granary.db')
  openDatabase(file, { create: true }).close()
  const db = new Database(file)
  db.pragma('user_version = 99')
  db.close()
  expect(() => openDatabase(file)).toThrow(/written by a newer Granary/)
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(false)
})

test('a file some versions old becomes new at once or not at all, so that one copy is enough', () => {
  const file = join(folder, 'granary.db')
  olderFile(file, OLD - 1)
  const older = readFileSync(file)
  // A table or index of the last version is there already: the upgrade fails when the versions before it are done.
  const [, what, last] = /^CREATE (TABLE|INDEX) (\w+)/m.exec(schemaParts.at(-1) as string) as string[]
  const db = new Database(file)
  db.exec(what === 'TABLE' ? `CREATE TABLE ${last} (n)` : `CREATE INDEX ${last} ON cursor_key (n)`)
  db.close()
  for (let n = 0; n < 2; n++) expect(() => openDatabase(file)).toThrow(/already exists/)
  expect(versionOf(file)).toBe(OLD - 1)
  expect(upgradeCopies(file).map(({ schema }) => schema)).toEqual([OLD - 1])
  rmSync(join(folder, 'before-upgrade'), { recursive: true })
  writeFileSync(file, older)
  openDatabase(file).close()
  expect(versionOf(file)).toBe(SCHEMA_VERSION)
})

test('what a backup has just given is brought up to date without a copy', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const said: string[] = []
  openDatabase(file, { isRestored: true, say: (text) => said.push(text) }).close()
  expect(said).toEqual([expect.stringMatching(/^Bringing .* up to date/)])
  expect(versionOf(file)).toBe(SCHEMA_VERSION)
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(false)
})

test('a name that is taken by something else is said with what to do, and nothing is changed', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const copies = join(folder, 'before-upgrade')
  writeFileSync(copies, 'a file')
  expect(() => openDatabase(file)).toThrow(/before-upgrade before it is brought up to date, .*\(EEXIST\)/)
  rmSync(copies)
  symlinkSync('/nowhere/at/all', copies)
  expect(() => openDatabase(file)).toThrow(/that folder cannot be used/)
  expect(versionOf(file)).toBe(OLD)
  rmSync(copies)
  mkdirSync(copies)
  // A link that leads nowhere is no copy.
  symlinkSync('/nowhere/at/all', join(copies, `granary-schema-${OLD}.db`))
  openDatabase(file).close()
  expect(upgradeCopies(file)).toHaveLength(1)
})

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

test.skipIf(!canMount)(
  'without room it is refused, with how much is needed (as root, who may mount a small disk)',
  () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', folder])
    try {
      const file = join(folder, 'granary.db')
      olderFile(file)
      const before = readFileSync(file)
      expect(() => openDatabase(file)).toThrow(
        /no room to copy it first: \d+ MiB are needed, \d MiB are free/,
      )
      expect(readFileSync(file).equals(before)).toBe(true)
      expect(readdirSync(join(folder, 'before-upgrade'))).toEqual([])
    } finally {
      execFileSync('umount', [folder])
    }
  },
)
