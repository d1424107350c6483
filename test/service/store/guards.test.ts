import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import schemaSql from '../../../schema.sql'
import { fullHouse } from '../../support/store/full-house.ts'

/**
 * Append-only is the database's word: every table guards itself against whoever opens the file. Only against an INSERT that
 * replaces, what follows from the log is guarded on the program's own connections alone.
 */

const a = await fullHouse()
const db = a.kernel.store.db

const tablesOf = (sql: string) =>
  [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map((match) => match[1] as string)
const TABLES = tablesOf(schemaSql).filter((table) => !schemaSql.includes(`DROP TABLE ${table};`))
/** Under these headings; each version adds under its own. */
const BESIDE = '-- ######## Kept beside the log ########'
const FOLLOWS = '-- ######## What follows from the log ########'
const FOLLOWING = new Set(
  schemaSql
    .split(FOLLOWS)
    .slice(1)
    .flatMap((part) => tablesOf(part.split(BESIDE)[0] as string)),
)

type Row = Record<string, string | number | Buffer | null>
/** A row of a table with something in each of the given columns. */
const aRow = (table: string, filled: readonly string[] = []): Row =>
  db
    .prepare(
      `SELECT * FROM ${table} WHERE ${['1', ...filled.map((name) => `${name} IS NOT NULL`)].join(' AND ')} LIMIT 1`,
    )
    .get() as Row

/** Every set of columns that is unique in a table: its primary key and each unique index. */
function uniqueKeys(table: string): string[][] {
  const columns = db.pragma(`table_info(${table})`) as { name: string; pk: number }[]
  const primary = columns
    .filter((column) => column.pk > 0)
    .sort((x, y) => x.pk - y.pk)
    .map((column) => column.name)
  const indexes = (db.pragma(`index_list(${table})`) as { name: string; unique: number; origin: string }[])
    .filter((index) => index.unique === 1 && index.origin !== 'pk')
    .map((index) => (db.pragma(`index_info("${index.name}")`) as { name: string }[]).map((c) => c.name))
  return [primary, ...indexes]
}

/** Another row that agrees with this one in the given columns and in no other. */
const differing = (row: Row, kept: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (kept.includes(column) || value === null) return [column, value]
      if (typeof value === 'number') return [column, value + 1_000_000]
      if (typeof value === 'string') return [column, `${value}x`]
      return [column, Buffer.from(value.map((byte) => byte ^ 0xff))]
    }),
  )

function insert(verb: string, table: string, row: Row, clause = ''): void {
  const columns = Object.keys(row)
  db.prepare(
    `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${clause}`,
  ).run(...Object.values(row))
}

test('every table has its guards, and there is no table this test does not know', () => {
  const objects = db.prepare('SELECT type, name, tbl_name AS of, sql FROM sqlite_schema').all() as {
    type: string
    name: string
    of: string
    sql: string | null
  }[]
  const tables = objects.filter((o) => o.type === 'table').map((o) => o.name)
  expect(tables.sort()).toEqual([...TABLES].sort())
  expect(tables.length).toBeGreaterThan(15)
  for (const table of tables) {
    const guards = objects.filter((o) => o.type === 'trigger' && o.of === table)
    const starts = guards.map((guard) => guard.sql?.replace(/\s+/g, ' '))
    for (const [name, before] of [
      [`${table}_no_update`, `BEFORE UPDATE ON ${table}`],
      [`${table}_no_delete`, `BEFORE DELETE ON ${table}`],
      ...(FOLLOWING.has(table) ? [] : [[`${table}_no_replace`, `BEFORE INSERT ON ${table}`]]),
    ])
      expect(starts, `${table} lacks ${name}`).toContainEqual(
        expect.stringContaining(`CREATE TRIGGER ${name} ${before} `),
      )
    expect(guards.filter(({ name }) => name.includes('_no_')).length).toBe(FOLLOWING.has(table) ? 2 : 3)
    expect(objects.find((o) => o.name === table)?.sql, `${table} is not STRICT`).toMatch(/\) STRICT/)
  }
})

describe.each(TABLES)('%s', (table) => {
  test('has a row here, so that its guards are really tried', () => {
    expect(aRow(table)).toBeDefined()
  })
  test('refuses UPDATE of any column, and DELETE', () => {
    for (const column of Object.keys(aRow(table)))
      expect(() => db.exec(`UPDATE ${table} SET ${column} = ${column}`)).toThrow(`append-only: ${table}`)
    expect(() => db.exec(`UPDATE OR REPLACE ${table} SET rowid = rowid`)).toThrow(
      /append-only|no such column/,
    )
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(`append-only: ${table}`)
  })
  test('refuses a replacing INSERT and an UPSERT through every unique key', () => {
    for (const key of uniqueKeys(table)) {
      const row = differing(aRow(table, key), key)
      const before = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
      for (const verb of ['INSERT OR REPLACE', 'REPLACE'])
        expect(() => insert(verb, table, row), `${verb} by ${key}`).toThrow(`append-only: ${table}`)
      const refused = FOLLOWING.has(table) ? 'UNIQUE constraint failed' : `append-only: ${table}`
      expect(() => insert('INSERT', table, row), `INSERT by ${key}`).toThrow(refused)
      const set = Object.keys(row)[0]
      const upsert = `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set} = excluded.${set}`
      expect(() => insert('INSERT', table, row, upsert), `UPSERT by ${key}`).toThrow(`append-only: ${table}`)
      expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(before)
    }
  })
})

describe('the program itself', () => {
  // The store of a union is another database, from which what closes is deleted. It refuses to open an appliance's.
  const UNION = 'clients/union/'
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(UNION))
    .map((file) => ({ file, text: withoutComments(readFileSync(join('src', file), 'utf8')) }))

  function withoutComments(text: string): string {
    return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  }

  const FORBIDDEN: [string, RegExp][] = [
    ['UPDATE', /\bUPDATE\s+(OR\s+\w+\s+)?["\w$]+[\s\S]{0,40}?\bSET\b/i],
    ['DELETE', /\bDELETE\s+FROM\b(?!\s+temp\.)/i],
    ['DROP', /\bDROP\s+(TABLE|TRIGGER|INDEX|VIEW|COLUMN)\b/i],
    ['REPLACE', /\b((INSERT|UPDATE)\s+OR\s+REPLACE|REPLACE\s+INTO)\b/i],
    ['UPSERT', /\bON\s+CONFLICT\b/i],
    ['ALTER', /\bALTER\s+TABLE\b/i],
    [
      'a second way to the guards',
      /writable_schema|recursive_triggers(?! = ON\b)|ignore_check_constraints|TEMP\s+TRIGGER/i,
    ],
    ['a rollback that skips the guard', /\bINSERT\s+OR\s+\w+/i],
  ]
  test.each(FORBIDDEN)('ships no statement with %s', (_name, forbidden) => {
    expect(sources.length).toBeGreaterThan(60)
    expect(sources.filter(({ text }) => forbidden.test(text)).map(({ file }) => file)).toEqual([])
  })
  test('takes nothing of a union but its command', () => {
    const takers = sources.filter(({ text }) => text.includes(UNION))
    expect(takers.map(({ file }) => file)).toEqual(['program.ts'])
    expect(takers[0]?.text.match(/clients\/union\/[\w/.-]+/g)).toEqual(['clients/union/union-command.ts'])
  })
  test('keeps its SQL in src/store, and schema.sql guards without doing', () => {
    const speaking = sources.filter(({ text }) => /\.(prepare|pragma)\s*[<(]|\.exec\(\s*['"`]/.test(text))
    // A list of the field page prepares what it shows, in a browser.
    const others = speaking.filter(({ file }) => file !== 'clients/field/page/list.tsx')
    expect(others.filter(({ file }) => !file.startsWith('store/')).map(({ file }) => file)).toEqual([])
    const bodies = [...schemaSql.matchAll(/\bBEGIN\b([\s\S]*?)\bEND;/g)].map((match) => match[1] as string)
    expect(bodies.length).toBeGreaterThan(2 * TABLES.length)
    for (const body of bodies) expect(body.trim()).toMatch(/^SELECT RAISE\(ABORT, 'append-only: [a-z_]+'\);$/)
  })
})
