import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
import { type OpenOptions, openDatabase as open } from '../../../src/store/file/open.ts'
import { upgradeCopies } from '../../../src/store/file/upgrade-copy.ts'
import { schemaParts } from '../../../src/store/file/upgrades.ts'

/**
 * How a file is brought up to date, with two versions that are made up: it is copied first, by which one can go back, and
 * becomes at once, or not at all, what a fresh one is.
 */

const GUARDED = `
CREATE TABLE later (n INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER later_no_update BEFORE UPDATE ON later
BEGIN SELECT RAISE(ABORT, 'append-only: later'); END;
INSERT INTO later SELECT n FROM cursor_key;
`
const PARTS = [...schemaParts, 'CREATE INDEX cursor_key_by_key ON cursor_key (key);', GUARDED]
const NEW = PARTS.length
const OLD = NEW - 1
const openDatabase = (file: string, options: OpenOptions = {}) => open(file, { ...options, parts: PARTS })
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A file as an older Granary leaves it: with a row. */
function olderFile(file: string, version = OLD): void {
  const db = open(file, { create: true, parts: PARTS.slice(0, version) })
  db.prepare('INSERT INTO cursor_key (n, key) VALUES (1, ?)').run(Buffer.alloc(32, 7))
  db.close()
}
const schemaOf = (file: string) => {
  const db = new Database(file, { readonly: true })
  const objects = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  db.close()
  return objects
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
  expect(header.trim().split(/\s+/).map(Number)).toEqual([0, 0, 0, NEW])
})

test.each([1, OLD])('a file of version %i becomes what a fresh one is, and keeps every row', (version) => {
  const file = join(folder, 'granary.db')
  olderFile(file, version)
  const said: string[] = []
  const db = openDatabase(file, { notify: (text) => said.push(text) })
  expect(said[0]).toContain(`schema ${version} to ${NEW}`)
  expect(db.prepare('SELECT n, hex(key) FROM cursor_key').raw().all()).toEqual([[1, '07'.repeat(32)]])
  expect(db.prepare('SELECT n FROM later').pluck().all()).toEqual([1])
  expect(() => db.exec('UPDATE later SET n = 2')).toThrow('append-only: later')
  db.close()
  const fresh = join(folder, 'fresh.db')
  openDatabase(fresh, { create: true }).close()
  expect(schemaOf(file)).toEqual(schemaOf(fresh))
})

test('the copy is what the file was, private, and can be gone back to', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const before = readFileSync(file)
  const said: string[] = []
  openDatabase(file, { notify: (text) => said.push(text) }).close()
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
  expect(versionOf(file)).toBe(NEW)
  expect(said[1]).toMatch(/^Copying it first to .*granary-schema-\d+\.db \(\d+ MiB\)/)
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
  expect(() => openDatabase(file)).toThrow(/another program is reading it/)
  reader.close()
  expect(versionOf(file)).toBe(OLD)
  expect(existsSync(join(folder, 'before-upgrade'))).toBe(false)
})

test('a file some versions old becomes new at once or not at all, so that one copy is enough', () => {
  const file = join(folder, 'granary.db')
  olderFile(file, OLD - 1)
  const older = readFileSync(file)
  // A table of the last version is there already: the upgrade fails when the version before it is done.
  const db = new Database(file)
  db.exec('CREATE TABLE later (n)')
  db.close()
  for (let n = 0; n < 2; n++) expect(() => openDatabase(file)).toThrow(/already exists/)
  expect(versionOf(file)).toBe(OLD - 1)
  expect(upgradeCopies(file).map(({ schema }) => schema)).toEqual([OLD - 1])
  rmSync(join(folder, 'before-upgrade'), { recursive: true })
  writeFileSync(file, older)
  openDatabase(file).close()
  expect(versionOf(file)).toBe(NEW)
})

test('what a backup has just given is brought up to date without a copy', () => {
  const file = join(folder, 'granary.db')
  olderFile(file)
  const said: string[] = []
  openDatabase(file, { isRestored: true, notify: (text) => said.push(text) }).close()
  expect(said).toEqual([expect.stringMatching(/^Bringing .* up to date/)])
  expect(versionOf(file)).toBe(NEW)
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

/** SHA-256 of what each version added. A line here changes only while its version is in no released program. */
const LANDED = [
  '0b5b35523b90f3b64ad5bcf9b9111462609b37ea29cc65443b2035b03441e566',
  '0214137b5b687a2c2bb1dafba0080d86a476e6a6e5c48c3b1a78ce3913fd7eb8',
  '6dde831da34629177734ddd918a37a8684899303bccb26270eff0cce3eb01a6d',
  '1f0ce453bc3b59a7162e193aa98abbe0acc26d4482597411f42f1a082941d397',
  '76acdbe4711a8d1827abfe1b30928728384e9d727687dba273d0e2c1e1ec6f57',
  '9060d87a29231513a1ab5753625cab75e0be3c3a006e5cd52efd517d7b3f8f64',
  '663c8ecaf950f70e393b0d3e30c10b297a62fdf8be89c1149fae4a3bd739a44b',
  'b8ecede263822eb0db45ad879b30e2d0ee78505f3951d9e34b7bb1d61031aeea',
  'ef846aeab980884a3e04f38e864f526cb0ed02e2e289193b2120696c5f4466c3',
  'f9fcaf77fba517ad55324d1604235bfdcd99557cb63cf4218bf76415aa035cad',
  '093230631300efc626b174fa5799dfed308441713f0cee24f08d0dece408ec43',
  'b121044659eb2fd2a97e151ca21af069ab0cabf4ae60536ca6a008a4e8a15830',
  'c60d54d57ab6c2f3eb078754e81d2cdeebe5ad7922b6703b1349b0a770f2a143',
]

test('the text of a version that has landed stays as it is', () => {
  const digestOf = (part: string) => createHash('sha256').update(part).digest('hex')
  expect(schemaParts.map(digestOf)).toEqual(LANDED)
})
