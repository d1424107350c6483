import { expect, test, vi } from 'vitest'
import { rightClock } from '../../../src/appliance/clock/machine-clock.ts'
import { Store } from '../../../src/store/store.ts'
import { makeAppliance } from '../../support/appliance.ts'

/** No question costs all that is stored: SQLite finds what each asks for by an index, and sorts nothing but a page. */

/** Walked whole by whoever asks them, and why that is right. */
const MAY_WALK: Readonly<Record<string, RegExp>> = {
  'few rows, whatever is stored':
    /FROM (?:registry_row|anchor_key|appliance|backup_run|staff|sqlite_schema)\b/,
  'the office began each, one of a reader for a purpose at a time': /FROM feed_sent f\b/,
  'the operator asks for all there are, by command':
    /FROM credential c .* ORDER BY c\.seq$|FROM delegation d .* e\.at IS NULL ORDER BY d\.seq$|FROM objection o .* e\.at IS NULL ORDER BY o\.seq$/,
  'one row, the newest or any': /^(?:(?!WHERE).)*LIMIT 1\)?(?:, 0\)\))?$/,
  'where an id stands behind all others, the first record: few acts come before it':
    /coalesce\(\(SELECT n\.seq FROM .* LIMIT 1\), \(SELECT seq FROM entry WHERE kind < 31 ORDER BY seq LIMIT 1\)\)/,
  'the last one, by an index of inferences alone':
    /FROM entry e .* WHERE e\.kind = 31 ORDER BY e\.id DESC LIMIT 1$/,
  'devices are few, and status and the doctor look at each':
    /^SELECT d\.seq, d\.party FROM device d WHERE EXISTS/,
  'one row, the newest of those that an index holds alone':
    /WHERE \w+ IS NOT NULL ORDER BY \w+ DESC LIMIT 1$/,
}
/** Sorted whole for a page of them, which only an index would spare. */
const MAY_SORT: Readonly<Record<string, RegExp>> = {
  'payments with one number by delegates of one payer: at most a few are asked for':
    /FROM delegation d CROSS JOIN entry e/,
  'one picture, as often as it was handed in': /FROM evidence WHERE captured_sha256 = \? OR stored_sha256/,
}
/** What SQLite calls a scan of rows that the question brings along itself. */
const BROUGHT_ALONG = /SCAN (?:j|json_each|u|n|s|under|CONSTANT ROW|\(subquery-\d+\))|VIRTUAL TABLE/

const a = await makeAppliance()
const { db, writer } = a.kernel.store
const spy = vi.spyOn(db, 'prepare')
new Store(
  db,
  rightClock(() => writer.nowMs),
)
const statements: string[] = [...new Set(spy.mock.calls.map(([sql]) => sql.replace(/\s+/g, ' ').trim()))]
spy.mockRestore()

const isAllowed = (allowed: Readonly<Record<string, RegExp>>, sql: string): boolean =>
  Object.values(allowed).some((pattern) => pattern.test(sql))

function planOf(sql: string): string[] {
  const named = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, null] as const)
  const given = named.length > 0 ? [Object.fromEntries(named)] : [...sql.matchAll(/\?/g)].map(() => null)
  const rows = a.kernel.store.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...given) as { detail: string }[]
  return rows.map(({ detail }) => detail)
}

const questions = () => statements.filter((sql) => /^(?:SELECT|WITH)\b/.test(sql))

test('no statement walks a table', () => {
  expect(questions().length).toBeGreaterThan(80)
  const walking = questions().filter((sql) =>
    planOf(sql).some((step) => /^SCAN\b/.test(step) && !BROUGHT_ALONG.test(step)),
  )
  expect(walking.filter((sql) => !isAllowed(MAY_WALK, sql))).toEqual([])
})

test('no statement sorts what it finds before it gives a page of it', () => {
  const sorting = questions().filter(
    (sql) => /LIMIT|ORDER BY/.test(sql) && planOf(sql).some((step) => /TEMP B-TREE FOR ORDER/.test(step)),
  )
  expect(sorting.filter((sql) => !isAllowed(MAY_SORT, sql))).toEqual([])
})

test('nothing is allowed that is not there', () => {
  for (const [reason, pattern] of Object.entries({ ...MAY_WALK, ...MAY_SORT }))
    expect(
      questions().some((sql) => pattern.test(sql)),
      reason,
    ).toBe(true)
})
