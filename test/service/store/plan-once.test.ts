import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'

let folder: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plan-'))
  db = openDatabase(join(folder, 'granary.db'), { create: true })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('SQLite is kept from looking at the values that are bound, and text stays as it is written', () => {
  expect(db.prepare("SELECT '?', ':a', 'it''s ?', n FROM party WHERE n = ? LIMIT ?").source).toBe(
    "SELECT '?', ':a', 'it''s ?', n FROM party WHERE n = +? LIMIT +?",
  )
  expect(db.prepare('SELECT n FROM party WHERE n BETWEEN :from AND :to').source).toBe(
    'SELECT n FROM party WHERE n BETWEEN +:from AND +:to',
  )
})

test.each([[7], [7.5], ['text'], [null], [Buffer.from([1, 2])], [2n ** 60n]])(
  'a value arrives as it was: %s',
  (value) => {
    const read = db.prepare('SELECT ? AS value').safeIntegers().get(value) as { value: unknown }
    expect(read.value).toEqual(typeof value === 'number' && Number.isInteger(value) ? read.value : value)
    expect(String(read.value)).toBe(String(value))
  },
)

test('an index is used all the same, for one row and for a stretch', () => {
  const plan = (sql: string, ...values: number[]) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]).map(
      (step) => step.detail,
    )
  expect(
    plan('SELECT seq FROM change WHERE party = ? AND type = ? AND (at, seq) > (?, ?) LIMIT ?', 1, 2, 3, 4, 5),
  ).toEqual([expect.stringMatching(/^SEARCH change USING PRIMARY KEY \(party=\? AND type=\? AND/)])
})
