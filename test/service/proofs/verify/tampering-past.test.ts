import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../../src/domain/canonical.ts'
import { Balance } from '../../../../src/proofs/verify/balance.ts'
import { Inspection } from '../../../../src/proofs/verify/inspection.ts'
import { compareWithPublished } from '../../../../src/proofs/verify/published.ts'
import { codeOfAct } from '../../../../src/store/entry-kinds.ts'
import { openDatabase, openToInspect } from '../../../../src/store/open.ts'
import { Calendar } from '../../../../src/text/phrases.ts'
import { altered, kindsOf, look, type RawDb, withoutGuards } from '../../../support/proofs/verify/scene.ts'
import {
  addAct,
  harvest,
  heavier,
  newest,
  one,
  type Row,
  rebuildTree,
  rechain,
  retell,
  rewrite,
  stranger,
  type Victim,
  victim,
} from '../../../support/proofs/verify/victim.ts'

/** What somebody may do who knows where nobody looks: odd numbers, names and kinds, and rows that break the look. */

let v: Victim
beforeAll(async () => {
  v = await victim()
})
afterAll(() => v.end())

const TWO_TO_32 = 2 ** 32
const FAR = 2 ** 40
const ABSURD_MS = -9e15

const cooperativeId = (db: RawDb): string =>
  JSON.parse(one(db, "SELECT * FROM entry WHERE body ->> '$.act' = 'appliance'").body as string).cooperative

describe('rows under numbers that are never given', () => {
  test.each([0, -1])('a grant under number %i', async (seq) => {
    const kinds = await v.found((db) => {
      addAct(db, seq, 'grant', {})
      db.prepare(
        'INSERT INTO consent_grant SELECT ?, subject, grantee, purpose, types, valid_from, expires_at, occurred_from, occurred_to, keep_until, replaces FROM consent_grant LIMIT 1',
      ).run(seq)
    })
    expect(kinds).toEqual(['entry_out_of_number'])
  })
  test('a record', async () => {
    const kinds = await v.found((db) => {
      const row = { ...harvest(db), seq: -7, root: -7, id: Buffer.alloc(16, 7) }
      const places = Object.keys(row).map(() => '?')
      db.prepare(`INSERT INTO entry (${Object.keys(row)}) VALUES (${places})`).run(...Object.values(row))
    })
    expect(kinds).toEqual(['entry_out_of_number'])
  })
  test('a party', async () => {
    expect(
      await v.found((db) => db.prepare('INSERT INTO party VALUES (-3, ?)').run(randomBytes(16))),
    ).toEqual(['party_out_of_number'])
  })
  test('an entry of the audit log', async () => {
    const kinds = await v.found((db) =>
      db
        .prepare(`INSERT INTO audit VALUES (-3, -3, 0, 0, '[[null,"read",null,"disclosed",null,[]]]', ?)`)
        .run(randomBytes(32)),
    )
    expect(kinds).toEqual(['audit_out_of_number'])
  })
  test('a root', async () => {
    const kinds = await v.found((db) =>
      db.exec(
        'INSERT INTO anchor_batch SELECT -1, at, incarnation, tree_size, root, audit_n + 1000000, audit_hash, checkpoint FROM anchor_batch LIMIT 1',
      ),
    )
    expect(kinds).toEqual(['batch_out_of_order'])
  })
  test('a notification', async () => {
    expect(await v.found((db) => db.exec('UPDATE notification SET n = -n'))).toContain('journal_differs')
  })
  test.each([FAR, 2n ** 62n])('one at %i costs no more than the others', async (seq) => {
    const kinds = await v.found((db) => {
      db.prepare('UPDATE entry SET seq = ? WHERE seq = (SELECT max(seq) FROM entry)').run(seq)
      db.prepare('INSERT INTO party VALUES (?, ?)').run(seq, randomBytes(16))
      db.prepare('UPDATE audit SET last_n = ? WHERE last_n = (SELECT max(last_n) FROM audit)').run(seq)
      db.prepare('UPDATE anchor_batch SET n = ? WHERE n = (SELECT max(n) FROM anchor_batch)').run(seq)
    })
    for (const kind of [
      'entry_out_of_number',
      'party_out_of_number',
      'audit_out_of_number',
      'batch_out_of_order',
    ])
      expect(kinds).toContain(kind)
  })
  test('a change of the far future in the feed of somebody', async () => {
    const kinds = await v.found((db) => {
      const { seq, kind: type } = harvest(db)
      db.prepare('INSERT INTO change VALUES (?, ?, ?, ?, 0)').run(stranger(db), type, FAR, seq)
    })
    expect(kinds).toEqual(['derived_row_without_record'])
  })
})

/** What is named without REFERENCES, which the database itself would hold to. */
describe('a row that leads nowhere', () => {
  test.each([
    ['link', 'source'],
    ['mention', 'source'],
    ['mention', 'party'],
    ['record_party', 'seq'],
    ['record_party', 'party'],
    ['change', 'seq'],
    ['change', 'at'],
    ['party_statement', 'seq'],
    ['member_number', 'seq'],
    ['nature_change', 'seq'],
    ['nature_change', 'party'],
    ['evidence_citation', 'seq'],
    ['unresolved_conversion', 'seq'],
    ['audit_chunk', 'last_n'],
    ['audit_index', 'first_n'],
  ])('%s.%s', async (table, column) => {
    for (const nowhere of [900_000, FAR]) {
      const kinds = await v.found((db) => {
        const columns = db
          .prepare(`SELECT name FROM pragma_table_info('${table}')`)
          .pluck()
          .all()
          .map((name) => (name === column ? nowhere : name))
        db.exec(`INSERT OR REPLACE INTO ${table} SELECT ${columns} FROM ${table} ORDER BY 1 DESC LIMIT 1`)
      })
      expect(kinds.length, String(nowhere)).toBeGreaterThan(0)
    }
  })
})

describe('columns that are another number with the same last 32 bits', () => {
  test.each([
    ['link', 'relation'],
    ['record_party', 'party'],
    ['change', 'party'],
    ['change', 'occurred_at'],
    ['party_statement', 'asserted_by'],
    ['member_number', 'party'],
    ['evidence_citation', 'asserted_by'],
  ])('%s.%s', async (table, column) => {
    for (const by of [TWO_TO_32, -TWO_TO_32])
      expect(await v.found((db) => db.exec(`UPDATE ${table} SET ${column} = ${column} + ${by}`))).toContain(
        'derived_row_missing',
      )
  })
  test('every sum tells them apart', () => {
    const sumOf = (party: number): string => {
      const balance = new Balance([1, 2, 3, 4], 1, 0, 1)
      balance.tell('nature_change', [1, party])
      return balance.sums.join()
    }
    const numbers = [
      -TWO_TO_32 - 1,
      -TWO_TO_32,
      -TWO_TO_32 + 1,
      -1,
      0,
      1,
      TWO_TO_32 - 1,
      TWO_TO_32,
      TWO_TO_32 + 1,
    ]
    expect(new Set(numbers.map(sumOf)).size).toBe(numbers.length)
  })
})

describe('a guard of the name', () => {
  const added = (name: string, work: (db: RawDb) => void) =>
    test(name, async () => {
      const file = altered(v.rest, () => {})
      const db = new Database(file)
      work(db)
      db.close()
      const report = await look(file)
      expect(report.faults.map(({ kind, where }) => [kind, where])).toEqual([
        ['guard_altered', `trigger ${name}`],
      ])
      expect(() => openDatabase(file)).toThrow(`trigger ${name}`)
    })
  added('sqliteX', (db) =>
    db.exec('CREATE TRIGGER sqliteX BEFORE INSERT ON consent_grant_end BEGIN SELECT RAISE(IGNORE); END'),
  )
  added('sqlite_evil', (db) => {
    db.unsafeMode(true)
    db.pragma('writable_schema = ON')
    db.exec(
      "INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_evil', 'audit', 0, 'CREATE TRIGGER sqlite_evil AFTER INSERT ON audit BEGIN SELECT 1; END')",
    )
  })
})

describe('another life of the store', () => {
  test('is made up, as if it were founded again', async () => {
    const kinds = await v.found((db) => {
      const seq = newest(db) + 1
      addAct(db, seq, 'appliance', {
        act: 'appliance',
        cooperative: cooperativeId(db),
        name: 'Ours',
        operator: 'x',
      })
      db.prepare('INSERT INTO appliance SELECT ?, ?, cooperative FROM appliance LIMIT 1').run(
        seq,
        randomBytes(16),
      )
      rebuildTree(db)
    })
    expect(kinds).toContain('act_row_differs')
  })
  test('is of another cooperative', async () => {
    const kinds = await v.found((db) => {
      const row = one(db, "SELECT * FROM entry WHERE body ->> '$.act' = 'restore'")
      const { grantee } = JSON.parse(
        one(db, "SELECT * FROM entry WHERE body ->> '$.act' = 'grant'").body as string,
      )
      rewrite(db, row, canonicalJson({ ...JSON.parse(row.body as string), cooperative: grantee }))
      db.prepare(
        'UPDATE appliance SET cooperative = (SELECT grantee FROM consent_grant LIMIT 1) WHERE seq = ?',
      ).run(row.seq)
    })
    expect(kinds).toContain('act_row_differs')
  })
  test('gets another name', async () => {
    const kinds = await v.found((db) =>
      db.exec(
        'DELETE FROM anchor_attempt; DELETE FROM anchor_batch; UPDATE appliance SET incarnation = randomblob(16)',
      ),
    )
    expect(kinds).toContain('act_row_differs')
  })
  test('is told of, restored from which backup and when', async () => {
    const { remarks } = await look(v.rest.database)
    const db = new Database(v.rest.database, { readonly: true })
    const { backup, made_at } = one(db, 'SELECT * FROM restore')
    db.close()
    expect(remarks.join()).toContain(
      `from the backup ${backup}, made at ${new Calendar('Africa/Kampala').stamp(made_at as number)}`,
    )
  })
  test('does not let go of the audit log that was published of the one before', async () => {
    const published = (file: string) => {
      const db = openToInspect(file)
      const compared = compareWithPublished(new Inspection(db, 0), { place: 'here', note: v.checkpoint })
      db.close()
      return Object.keys(compared.findings.counts)
    }
    const nextLife = (db: RawDb) => {
      addAct(db, newest(db) + 1, 'notification_told', {})
      const seq = newest(db) + 1
      addAct(db, seq, 'restore', {})
      db.prepare('INSERT INTO appliance SELECT ?, ?, cooperative FROM appliance LIMIT 1').run(
        seq,
        randomBytes(16),
      )
    }
    expect(published(altered(v.rest, nextLife))).toEqual([])
    const file = altered(v.rest, (db) => {
      nextLife(db)
      db.exec('UPDATE audit SET hash = zeroblob(32) WHERE last_n = (SELECT max(audit_n) FROM anchor_batch)')
    })
    expect(published(file)).toEqual(['rewritten'])
  })
})

describe('an act of another kind', () => {
  test('a request for what is held becomes a device', async () => {
    const kinds = await v.found((db) => {
      const { seq, party } = one(db, 'SELECT * FROM subject_access_request ORDER BY seq DESC')
      db.prepare('UPDATE entry SET kind = ? WHERE seq = ?').run(codeOfAct('device'), seq)
      db.prepare('DELETE FROM subject_access_request WHERE seq = ?').run(seq)
      db.prepare('INSERT INTO device VALUES (?, ?)').run(seq, party)
    })
    expect(kinds).toContain('act_kind_differs')
  })
  test('a restore becomes a founding, so that nothing is suspended', async () => {
    const kinds = await v.found((db) =>
      db.exec(
        `UPDATE entry SET kind = ${codeOfAct('appliance')} WHERE kind = ${codeOfAct('restore')};
         DELETE FROM restore_confirmation; DELETE FROM restore`,
      ),
    )
    expect(kinds).toContain('act_kind_differs')
  })
})

describe('taken in past the program, with a tree that fits, and not told of in the audit log', () => {
  test('a credential', async () => {
    const kinds = await v.found((db) => {
      const seq = newest(db) + 1
      const [party, hash] = [cooperativeId(db), randomBytes(32)]
      const said = { party, kind: 'party', token_sha256: hash.toString('hex'), expires_at: null }
      addAct(db, seq, 'credential', { ...said, act: 'credential' })
      db.prepare("INSERT INTO credential SELECT ?, cooperative, 'party', ?, NULL FROM appliance LIMIT 1").run(
        seq,
        hash,
      )
    })
    expect(kinds).toEqual(['entry_untold'])
  })
  test('a record that an entry of a later commit tells of', async () => {
    const kinds = await v.found((db) => {
      const appends = (db.prepare('SELECT last_n, entries FROM audit ORDER BY last_n').all() as Row[]).filter(
        ({ entries }) => /^\[\[[^[]*"append"[^[]*\[\d+\]\]\]$/.test(entries as string),
      )
      const [first, second] = appends.slice(-2) as [Row, Row]
      const set = db.prepare('UPDATE audit SET entries = ? WHERE last_n = ?')
      set.run(second.entries, first.last_n)
      set.run(first.entries, second.last_n)
      rechain(db)
    })
    expect(kinds).toEqual(['audit_names_nothing', 'entry_untold', 'audit_head_differs'])
  })
  test('a record whose entry of the audit log names another', async () => {
    const kinds = await v.found((db) =>
      retell(db, (entry, n) => (entry[1] === 'append' && n > 4100 ? entry.with(5, []) : entry)),
    )
    expect(kinds).toContain('entry_untold')
  })
})

test('what a device may see of the time before it was given its token', async () => {
  const kinds = await v.found((db) => db.exec('UPDATE device_credential SET enrolment = NULL, since = NULL'))
  expect(kinds).toEqual(['act_row_differs'])
})

describe('rows that break the look do not hide others', () => {
  const heavierHarvest = (db: RawDb) => {
    const row = harvest(db)
    db.prepare('UPDATE entry SET body = ? WHERE seq = ?').run(heavier(row), row.seq)
  }
  test.each(['audit SET at', 'entry SET received_at', 'notification SET raised_at', 'sync_visit SET at'])(
    '%s, so far off that it is no time',
    async (column) => {
      for (const ms of [ABSURD_MS, -(2n ** 62n)]) {
        const file = altered(v.rest, (db) => {
          heavierHarvest(db)
          db.exec(`UPDATE ${column} = ${ms}`)
        })
        const report = await look(file)
        expect(report.unchecked.filter((text) => text.startsWith('A part'))).toEqual([])
        expect(kindsOf(report).length).toBeGreaterThan(0)
        if (ms === ABSURD_MS) expect(kindsOf(report)).toContain('entry_differs')
      }
    },
  )
  test('a text that is nested too deeply to be walked through', async () => {
    const report = await look(
      altered(v.rest, (db) => {
        const depth = 200_000
        rewrite(db, harvest(db), `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
      }),
    )
    expect(kindsOf(report)).toContain('entry_unreadable')
    expect(report.unchecked.filter((text) => text.startsWith('A part'))).toEqual([])
  })
})

test('none of this is what taking the guards off and on does', async () => {
  expect(await v.found((db) => withoutGuards(db, () => {}))).toEqual([])
})
