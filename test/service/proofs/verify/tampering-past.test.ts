import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { Faults } from '../../../../src/proofs/verify/faults.ts'
import { compareWithPublished } from '../../../../src/proofs/verify/published.ts'
import { openDatabase, openToInspect } from '../../../../src/store/file/open.ts'
import { extentOf } from '../../../../src/store/inspect/extent.ts'
import { inspectionOf } from '../../../../src/store/inspect/inspection.ts'
import { Calendar } from '../../../../src/words/calendar.ts'
import { altered, kindsOf, look, type RawDb } from '../../../support/proofs/verify/scene.ts'
import {
  addAct,
  harvest,
  heavier,
  newest,
  one,
  rewrite,
  saying,
  victim,
} from '../../../support/proofs/verify/victim.ts'

/** What somebody may do who knows where nobody looks: names of guards, lives of the store, and rows that break the look. */

const v = victim()

const ABSURD_MS = -9e15

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
      const faults = new Faults()
      const exam = { inspection: inspectionOf(db), extent: extentOf(db), faults }
      compareWithPublished(exam, { place: 'here', note: v.checkpoint })
      db.close()
      return Object.keys(faults.counts)
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
  test.each([null, 5, {}, { key: 'x' }, { kg: 'x' }, []])('a value of another kind: %j', async (value) => {
    for (const member of [
      'id',
      'type',
      'asserted_by',
      'on_behalf_of',
      'occurred_at',
      'received_at',
      'supersedes',
    ]) {
      const report = await look(
        altered(v.rest, (db) => {
          const row = harvest(db)
          rewrite(db, row, saying(row, { [member]: value }))
        }),
      )
      expect(kindsOf(report).length, member).toBeGreaterThan(0)
    }
  })
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
