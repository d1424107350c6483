import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import schemaSql from '../../../../schema.sql'
import { altered, look, type RawDb } from '../../../support/proofs/verify/scene.ts'
import { houseAtRest } from '../../../support/proofs/verify/victim.ts'

/** Every column of every table is changed in one row, the guards off and on again: something must be found. */

interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'TEXT' | 'BLOB'
}

/**
 * Where a change cannot be seen, and why. Either no other row tells what the column must be, or what it says is used for
 * nothing that the change could touch.
 */
const UNSEEN: Readonly<Record<string, string>> = {
  'entry (record).said_recorded_at':
    'whether the time of recording was sent or is that of receipt shows only where the two differ',
  'device_credential_used.at':
    'no entry tells when a device first used its token; only "before it was made" is seen',
  'sync_visit.at':
    'a visit may be dated before the last where a machine was started again with its clock behind',
  'anchor_batch.at': 'the same of roots; what a root says is in its checkpoint, which is signed',
  'anchor_attempt.at': 'the same of attempts to publish',
  'sync_visit.pulled_through': 'a device may begin anew with what it pulls',
  'sync_visit.pulled_all': 'no entry tells whether anything was left for the device',
  'sync_visit.clock_ahead_ms': 'no entry tells what the clock of the device said',
  'sync_visit.report_at': 'a device reports about itself; no entry tells of it',
  'sync_visit.report_waiting': 'the same',
  'sync_visit.report_rejected': 'the same',
  'sync_visit.report_oldest_at': 'the same',
  'sync_visit.report_used_bytes': 'the same',
  'sync_visit.report_quota_bytes': 'the same',
  'sync_visit.report_client': 'the same',
  'feed_acknowledged.at':
    'no entry tells when a reader came back; only before the page that it acknowledges is seen',
  'cursor_key.key':
    'a random key; with another one every cursor is answered with one that begins anew, and imports make other ids',
  'anchor_attempt.reason': 'why a publisher could not be reached is told by nobody else',
  'backup_run.begun_at':
    'the journal of backups is told by nobody else (the backups themselves: "backup verify")',
  'backup_run.at': 'the same',
  'backup_run.place': 'the same',
  'backup_run.reason': 'the same',
  'schema_since.seq':
    'no entry tells when a file was upgraded; a place beyond the log is seen, and one before or behind rows of lost readings',
  'staff_secret.n': 'what a person signs in with is told by nobody else; the newest counts',
  'staff_secret.staff': 'the same',
  'staff_secret.kind': 'the same',
  'staff_secret.value': 'the same',
  'staff_secret.at': 'the same',
  'feed_sent.purpose': 'which feeds are sent, and where, is told by nobody else',
  'feed_sent.url': 'the same',
  'feed_sent.fingerprint': 'the same',
  'feed_sent.token_file': 'the same',
  'feed_sent_state.what': 'what a receiver acknowledged is told by the receiver alone',
  'feed_sent_state.at': 'the same; before the feed is seen',
  'feed_sent_state.cursor': 'the same',
  'feed_sent_state.grants': 'the same; beyond the log is seen',
  'feed_sent_state.records': 'the same',
  'feed_sent_state.closed': 'the same',
  'feed_sent_state.has_more': 'the same',
  'feed_sent_state.code': 'the same',
  'message.about':
    'which member was told of what is told by nobody else; only what cannot be is seen, such as before the entry',
  'message.kind': 'the same',
  'message_state.at': 'what became of a message is told by the gateway alone',
  'message_state.parts': 'the same',
  'message_state.reference': 'the same',
  'message_state.code': 'the same',
  'message_state.words': 'the same',
  'message_note.what': 'what the office decided about messages is told by nobody else',
  'message_note.seq': 'the same; beyond the log is seen',
  'message_note.party': 'the same',
  'message_note.at': 'the same',
  'message_note.code': 'the same',
  'appearance.n': 'how pages look is told by nobody else; the newest counts',
  'appearance.kind': 'the same',
  'appearance.value': 'the same',
  'appearance.media_type': 'the same',
  'appearance.at': 'the same',
}

const { tables, columnsOf } = (() => {
  const db = new Database(':memory:')
  db.exec(schemaSql)
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]
  const columns = new Map(tables.map((table) => [table, db.pragma(`table_info(${table})`) as Column[]]))
  db.close()
  return { tables, columnsOf: (table: string) => columns.get(table) as Column[] }
})()

const house = houseAtRest()

type Cell = number | string | Buffer | null

/** Each table, and the entries of the log once for each kind. */
const CASES: readonly (readonly [name: string, table: string, where: string])[] = [
  ...tables.filter((table) => table !== 'entry').map((table) => [table, table, 'TRUE'] as const),
  ['entry (record)', 'entry', 'kind < 31'],
  ['entry (inference)', 'entry', 'kind = 31'],
  ['entry (act)', 'entry', 'kind > 31'],
]

/** Changes the column in the first of these rows of the table. */
function change(db: RawDb, table: string, where: string, { name, type }: Column): void {
  const key = (db.pragma(`table_info(${table})`) as { name: string; pk: number }[])
    .filter(({ pk }) => pk > 0)
    .map((column) => column.name)
  const row = db
    .prepare(`SELECT * FROM ${table} WHERE ${where} ORDER BY ${key.join(', ')} LIMIT 1`)
    .get() as Record<string, Cell>
  const update = db.prepare(
    `UPDATE ${table} SET ${name} = ? WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
  )
  const was = row[name] ?? null
  for (const next of others(was, type)) {
    try {
      const { changes } = update.run(next, ...key.map((column) => row[column]))
      expect(changes, `a row of ${table} was changed`).toBe(1)
      return
    } catch (error) {
      // The next number may be another row's.
      if (!(error as { code?: string }).code?.startsWith('SQLITE_CONSTRAINT')) throw error
    }
  }
  throw new Error(`${table}.${name} could not be changed`)
}

const others = (value: Cell, type: Column['type']): Cell[] => {
  if (value === null)
    return [
      { INTEGER: 1, TEXT: 'x', BLOB: Buffer.alloc(32, 1) }[type],
      ...(type === 'INTEGER' ? [1_000_003] : []),
    ]
  if (typeof value === 'number') return [value + 1, value + 1_000_003]
  if (typeof value === 'string') return [`${value}x`]
  return [Buffer.from([...value.subarray(0, -1), (value.at(-1) as number) ^ 1])]
}

describe.each(CASES)('%s', (called, table, where) => {
  test.each(columnsOf(table).map(({ name }) => name))('%s', async (name) => {
    const column = columnsOf(table).find((one) => one.name === name) as Column
    const report = await look(altered(house.rest, (db) => change(db, table, where, column)))
    expect(report.clean, UNSEEN[`${called}.${name}`]).toBe(`${called}.${name}` in UNSEEN)
  })
})

test('what is said not to be seen is there', () => {
  const all = CASES.flatMap(([called, table]) => columnsOf(table).map(({ name }) => `${called}.${name}`))
  expect(Object.keys(UNSEEN).filter((column) => !all.includes(column))).toEqual([])
})
