import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import type { RecordType } from '../../../../src/domain/types/index.ts'
import type { FileColumn } from '../../../../src/records/export/columns.ts'
import { columnsOfType } from '../../../../src/records/export/run.ts'
import { afterEachFile } from '../../after-file.ts'

/** The files of an export as somebody else's program reads them: DuckDB. */

// biome-ignore lint/suspicious/noExplicitAny: rows are whatever the question asks for; tests assert on them
export type Row = any

let opened: { readonly instance: DuckDBInstance; readonly connection: DuckDBConnection } | null = null
afterEachFile(() => {
  opened?.connection.closeSync()
  opened?.instance.closeSync()
  opened = null
})

async function duck(): Promise<DuckDBConnection> {
  if (opened === null) {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
    opened = { instance, connection: await instance.connect() }
  }
  return opened.connection
}

/** Asks DuckDB. @param folder where relative names of files begin */
export async function ask(question: string, folder = ''): Promise<Row[]> {
  const connection = await duck()
  await connection.run(`SET file_search_path = '${folder}'`)
  const reader = await connection.runAndReadAll(question)
  return reader.getRowObjects().map((row) => plain(row) as Row)
}

/** DuckDB's own values as JavaScript's: times as text, whole numbers as numbers. */
function plain(value: DuckDBValue | Readonly<Record<string, DuckDBValue>>): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object') return value
  if ('micros' in value) return new Date(Number((value.micros as bigint) / 1000n)).toISOString()
  if ('items' in value) return (value.items as readonly DuckDBValue[]).map(plain)
  const members = 'entries' in value ? value.entries : value
  return Object.fromEntries(
    Object.entries(members as Record<string, DuckDBValue>).map(([name, one]) => [name, plain(one)]),
  )
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.parquet') && name !== 'closed.parquet')
    .sort()

/** Every record of an export, as nearly as files can hold it to what the API shows; see `comparable`. */
export async function recordsIn(folder: string): Promise<Map<string, object>> {
  const records = new Map<string, object>()
  for (const name of filesIn(folder)) {
    const type = name.replace(/-.*/, '') as RecordType
    for (const row of await ask(`SELECT * FROM '${join(folder, name)}'`)) {
      if (records.has(row.id)) throw new Error(`${row.id} is there twice`)
      records.set(row.id, recordOf(columnsOfType(type), row))
    }
  }
  return records
}

function recordOf(columns: readonly FileColumn[], row: Row): object {
  const record: Row = {}
  for (const { name, path, kind } of columns) {
    const value = kind === 'json' && row[name] !== null ? JSON.parse(row[name]) : row[name]
    if (value === null) continue
    let at = record
    for (const member of path.slice(0, -1)) {
      at[member] ??= {}
      at = at[member]
    }
    at[path.at(-1) as string] = value
  }
  return comparable(record) as object
}

/** A record without what a file of columns cannot tell apart: null, an absent member, an object without members. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, one]) => [name, comparable(one)] as const)
  return Object.fromEntries(members.filter(([, one]) => one !== null && !isEmpty(one)))
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
