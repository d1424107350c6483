import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import schemaSql from '../../../../schema.sql'
import { ACT_TABLE_NAMES } from '../../../../src/store/acts/act-tables.ts'
import { RECORD_TABLE_NAMES } from '../../../../src/store/log/record-tables.ts'
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
const UNSEEN_IN: readonly (readonly [rows: string, columns: string, why: string])[] = [
  [
    'entry (record)',
    'said_recorded_at',
    'whether the time of recording was sent or is that of receipt shows only where the two differ',
  ],
  ['device_credential_used', 'at', 'when a device first used its token; only "before it was made" is seen'],
  [
    'sync_visit',
    'at',
    'a visit may be dated before the last where a machine started again with its clock behind',
  ],
  ['anchor_batch', 'at', 'the same of roots; what a root says is in its checkpoint, which is signed'],
  [
    'anchor_attempt',
    'at reason',
    'the same of attempts to publish, and why a publisher could not be reached',
  ],
  [
    'sync_visit',
    'pulled_through pulled_all',
    'a device may begin anew with what it pulls, or have more left',
  ],
  ['sync_visit', 'clock_ahead_ms', 'no entry tells what the clock of the device said'],
  [
    'sync_visit',
    'report_at report_waiting report_rejected report_oldest_at report_used_bytes report_quota_bytes report_client',
    'a device reports about itself; no entry tells of it',
  ],
  ['feed_acknowledged', 'at', 'when a reader came back; only before the page that it acknowledges is seen'],
  ['cursor_key', 'key', 'with another key every cursor begins anew, and imports make other ids'],
  [
    'backup_run',
    'begun_at at place reason',
    'the journal of backups (the backups themselves: "backup verify")',
  ],
  [
    'schema_since',
    'seq',
    'when a file was upgraded; beyond the log, or before rows of lost readings, is seen',
  ],
  ['staff_secret', 'n staff kind value at', 'what a person signs in with; the newest counts'],
  ['feed_sent', 'purpose url fingerprint token_file', 'which feeds are sent, and where'],
  [
    'feed_sent_state',
    'what at cursor grants records closed has_more code',
    'what a receiver acknowledged; before the feed, or beyond the log, is seen',
  ],
  [
    'message',
    'about kind',
    'which member was told of what; only what cannot be is seen, as before the entry',
  ],
  ['message_state', 'at parts reference code words', 'what became of a message is told by the gateway alone'],
  [
    'message_note',
    'what seq party at code',
    'what the office decided about messages; beyond the log is seen',
  ],
  ['appearance', 'n kind value media_type at', 'how pages look; the newest counts'],
]
const UNSEEN: Readonly<Record<string, string>> = Object.fromEntries(
  UNSEEN_IN.flatMap(([rows, columns, why]) => columns.split(' ').map((name) => [`${rows}.${name}`, why])),
)

const { tables, columnsOf } = (() => {
  const db = new Database(':memory:')
  db.exec(schemaSql)
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]
  const columns = new Map(tables.map((table) => [table, db.pragma(`table_info(${table})`) as Column[]]))
  db.close()
  return { tables, columnsOf: (table: string) => columns.get(table) as Column[] }
})()

/** Their rows follow from the log: a replay alone finds what was changed in them. */
const FOLLOWING: readonly string[] = [...ACT_TABLE_NAMES, ...RECORD_TABLE_NAMES]

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
    const file = altered(house.rest, (db) => change(db, table, where, column))
    // What is found without the replay is found with it, and the replay takes long.
    const isFound = !FOLLOWING.includes(table) && !(await look(file, { isQuick: true })).clean
    const isClean = !isFound && (await look(file)).clean
    expect(isClean, UNSEEN[`${called}.${name}`]).toBe(`${called}.${name}` in UNSEEN)
  })
})

test('what is said not to be seen is there', () => {
  const all = CASES.flatMap(([called, table]) => columnsOf(table).map(({ name }) => `${called}.${name}`))
  expect(Object.keys(UNSEEN).filter((column) => !all.includes(column))).toEqual([])
})
