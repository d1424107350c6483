import { cpSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { pathOfKey } from '../../../../src/evidence/objects/keys.ts'
import { altered, kindsOf, look, objectsIn, told } from '../../../support/proofs/verify/scene.ts'
import { harvest, heavier, rebuildTree, rewrite, victim } from '../../../support/proofs/verify/victim.ts'

/** What somebody may do to what stands around the rows: guards, disk, pictures, and whole files. */

const v = victim()

describe('the guards', () => {
  test('are taken off and left off', async () => {
    const file = altered(v.rest, () => {})
    const db = new Database(file)
    db.exec('DROP TRIGGER entry_no_update; CREATE TABLE mine (x)')
    db.close()
    const report = await look(file)
    expect(report.faults.map(({ kind, where }) => [kind, where])).toEqual([
      ['guard_altered', 'trigger entry_no_update'],
      ['guard_altered', 'table mine'],
    ])
  })
  test('a table is gone: that is told, and nothing else can be', async () => {
    const file = altered(v.rest, () => {})
    const db = new Database(file)
    db.pragma('foreign_keys = OFF')
    db.exec('DROP TABLE record_party')
    db.close()
    const report = await look(file)
    expect(report.faults[0]?.where).toBe('table record_party')
    expect(report.unchecked).toHaveLength(1)
  })
  test.each(['change', 'entry', 'subtree'])(
    '%s has other columns: that is told, and nothing else can be',
    async (table) => {
      const file = altered(v.rest, () => {})
      const db = new Database(file)
      const { name } = db.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE cid = 1`).get() as {
        name: string
      }
      db.exec(`ALTER TABLE ${table} RENAME COLUMN ${name} TO formerly`)
      db.close()
      const report = await look(file)
      expect(report.faults.map(({ where }) => where)).toContain(`table ${table}`)
      expect(report.unchecked).toHaveLength(1)
    },
  )
})

describe('the disk', () => {
  test('damages a page', async () => {
    const file = altered(v.rest, () => {})
    const db = new Database(file, { readonly: true })
    const page = db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'record_party'")
      .pluck()
      .get() as number
    const size = db.pragma('page_size', { simple: true }) as number
    db.close()
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size)
    expect(statSync(file).size).toBeGreaterThan(page * size - 1)
    const report = await look(file)
    expect(kindsOf(report)).toContain('page_damaged')
  })
})

describe('a picture', () => {
  const exchanged = async (work: (path: string) => void) => {
    const folder = join(v.rest.folder, `objects-${Math.random()}`)
    cpSync(v.rest.objects, folder, { recursive: true })
    const { storedSha256 } = v.a.kernel.store.db
      .prepare('SELECT lower(hex(stored_sha256)) AS storedSha256 FROM evidence LIMIT 1')
      .get() as { storedSha256: string }
    work(join(folder, pathOfKey(`evidence/${storedSha256}`)))
    return look(v.rest.database, { objects: objectsIn(folder) })
  }
  test('one byte of it is changed', async () => {
    const report = await exchanged((path) => {
      const bytes = readFileSync(path)
      bytes[100] = (bytes[100] as number) ^ 1
      writeFileSync(path, bytes)
    })
    expect(kindsOf(report), told(report).join()).toEqual(['object_differs'])
  })
  test('it is gone', async () => {
    const report = await exchanged((path) => rmSync(path))
    expect(kindsOf(report)).toEqual(['object_missing'])
  })
  test('untouched, and looked at', async () => {
    const report = await exchanged(() => {})
    expect(report.clean).toBe(true)
    expect(report.checks.find(({ check }) => check === 'pictures')?.looked_at).toBe(1)
  })
})

describe('the whole file put back to an earlier day', () => {
  const published = () => [{ place: 'kept outside', note: v.checkpoint }]
  test('fits in itself', async () => {
    expect((await look(v.yesterday)).clean).toBe(true)
  })
  test('is found by what was published', async () => {
    const report = await look(v.yesterday, { published: published() })
    expect(kindsOf(report)).toEqual(['rolled_back'])
    expect(report.faults[0]?.finding).toMatch(
      /^It covers \d+ entries, but the log has \d+: \d+ are missing\.$/,
    )
  })
  test('and what was not put back agrees with it', async () => {
    const report = await look(v.rest.database, { published: published() })
    expect(told(report)).toEqual([])
    expect(report.remarks.join(' ')).toContain('was signed by the key of entry')
  })
  test('rewritten from the ground up, roots and all: what was published says otherwise', async () => {
    const file = altered(v.rest, (db) => {
      const row = harvest(db)
      rewrite(db, row, heavier(row))
      rebuildTree(db)
      db.exec('DELETE FROM anchor_attempt; DELETE FROM anchor_batch')
    })
    expect((await look(file)).clean).toBe(true)
    expect(kindsOf(await look(file, { published: published() }))).toEqual(['rewritten'])
  })
  test('the checkpoint of another log proves nothing', async () => {
    const note = v.checkpoint.replace(/granary\/[0-9a-f]{32}/g, `granary/${'0'.repeat(32)}`)
    expect(kindsOf(await look(v.rest.database, { published: [{ place: 'x', note }] }))).toEqual([
      'checkpoint_not_ours',
    ])
    expect(kindsOf(await look(v.rest.database, { published: [{ place: 'x', note: 'no note' }] }))).toEqual([
      'checkpoint_not_ours',
    ])
  })
})
