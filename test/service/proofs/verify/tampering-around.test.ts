import { cpSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOfKey } from '../../../../src/evidence/objects/keys.ts'
import { altered, kindsOf, look, objectsIn, told } from '../../../support/proofs/verify/scene.ts'
import {
  harvest,
  heavier,
  rebuildTree,
  rechain,
  retell,
  rewrite,
  type Victim,
  victim,
} from '../../../support/proofs/verify/victim.ts'

/** The same of all that stands around the records: the audit log, guards, disk, pictures, roots, and whole files. */

let v: Victim
beforeAll(async () => {
  v = await victim()
})
afterAll(() => v.end())

describe('the audit log', () => {
  test('an entry says another outcome', async () => {
    const kinds = await v.found((db) =>
      retell(db, (entry, n) => (n === 3 ? entry.with(3, 'disclosed') : entry)),
    )
    expect(kinds).toEqual(['audit_differs', 'entry_untold'])
  })
  test('an entry is deleted', async () => {
    expect(await v.found((db) => db.exec('DELETE FROM audit WHERE 5 BETWEEN first_n AND last_n'))).toContain(
      'audit_missing',
    )
  })
  test('an entry is taken out of those of its commit', async () => {
    const kinds = await v.found((db) =>
      db.exec("UPDATE audit SET entries = json_remove(entries, '$[1]') WHERE last_n >= first_n + 2"),
    )
    expect(kinds).toContain('audit_differs')
  })
  test.each([
    ['written otherwise, to the same effect', "entries = replace(entries, ',', ', ')", 'audit_differs'],
    ['of another time', 'at = at - 1', 'audit_differs'],
    ['of a time before the log grew', 'log_size = log_size - 1', 'audit_differs'],
    ['said to begin with the entry before', 'first_n = first_n - 1', 'audit_differs'],
    ['said to begin with an entry later', 'first_n = first_n + 1', 'audit_missing'],
    ['of a log that was longer than it is', 'log_size = 1000000', 'audit_names_nothing'],
  ])('the entries of a commit are %s', async (_name, change, kind) => {
    const kinds = await v.found((db) =>
      db.exec(`UPDATE audit SET ${change} WHERE last_n > 5000 OR last_n = 9`),
    )
    expect(kinds).toContain(kind)
  })
  test('the entries of a commit are others, with a chain that fits', async () => {
    const kinds = await v.found((db) => {
      retell(db, (entry, n) => (n === 3 ? entry.with(3, 'disclosed') : entry))
      rechain(db)
    })
    expect(kinds).toEqual(['entry_untold', 'audit_head_differs'])
  })
  test('the log is said to have been shorter later, with a chain that fits', async () => {
    const kinds = await v.found((db) => {
      db.exec('UPDATE audit SET log_size = 1 WHERE last_n = (SELECT max(last_n) FROM audit)')
      rechain(db)
    })
    expect(kinds).toEqual(['audit_out_of_time', 'audit_names_nothing', 'audit_head_differs'])
  })
  test('entries are deleted that the index is over', async () => {
    const kinds = await v.found((db) =>
      db.exec('DELETE FROM audit WHERE last_n >= (SELECT max(last_n) FROM audit_chunk)'),
    )
    expect(kinds).toContain('audit_index_differs')
  })
  test('the newest are deleted: a root tells how far it went', async () => {
    expect(
      await v.found((db) =>
        db.exec('DELETE FROM audit WHERE last_n > (SELECT max(last_n) FROM audit_chunk)'),
      ),
    ).toContain('audit_head_differs')
  })
  test('who saw a record is taken out of the index', async () => {
    expect(await v.found((db) => db.exec('DELETE FROM audit_index WHERE kind = 1'))).toContain(
      'audit_index_differs',
    )
  })
  test('an act is taken out of what concerns somebody', async () => {
    expect(await v.found((db) => db.exec('DELETE FROM audit_index WHERE kind = 6'))).toContain(
      'audit_index_differs',
    )
  })
  test('a notification is made out to somebody else', async () => {
    expect(
      await v.found((db) => db.exec('UPDATE notification SET recipient = (SELECT max(n) FROM party)')),
    ).toContain('journal_differs')
  })
})

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
  test('the mark of the file is changed', async () => {
    expect(await v.found((db) => db.pragma('application_id = 7'))).toEqual(['file_marked_otherwise'])
  })
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
      /^It tells of \d+ entries, and the log has \d+: \d+ are missing\.$/,
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

describe('roots', () => {
  test('one is deleted', async () => {
    expect(
      await v.found((db) => db.exec('DELETE FROM anchor_attempt; DELETE FROM anchor_batch WHERE n = 1')),
    ).toContain('batch_out_of_order')
  })
  test('the key of the log is exchanged', async () => {
    const kinds = await v.found((db) =>
      db.prepare('UPDATE anchor_key SET public_key = ?').run(Buffer.alloc(32, 3)),
    )
    expect(kinds).toEqual(['act_row_differs', 'checkpoint_not_signed'])
  })
})
