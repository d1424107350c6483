import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Tables that the newest schema version has brought. */
const NEW = /CREATE TABLE (\w+)/g

/**
 * Copies a data folder as the version before would have written it: without what the newest schema version has added.
 * The service has ended before, so that all of it stands in the database file.
 * @param schemaParts what each version added, the newest last
 */
export function older(from: string, to: string, schemaParts: readonly string[]): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/granary\.|anchor\.key|\/backup(\/|$)/.test(path) })
  const version = schemaParts.length - 1
  const db = new Database(join(to, 'granary.db'))
  db.pragma('page_size = 8192')
  for (const part of schemaParts.slice(0, version)) db.exec(part)
  db.pragma('application_id = 0x47524e59')
  db.pragma(`user_version = ${version}`)
  db.pragma('foreign_keys = OFF')
  db.prepare('ATTACH ? AS present').run(join(from, 'granary.db'))
  const isNew = new Set([...(schemaParts[version] as string).matchAll(NEW)].map(([, table]) => table))
  const tables = db.prepare("SELECT name FROM present.sqlite_schema WHERE type = 'table'").pluck().all()
  for (const table of tables as string[])
    if (!isNew.has(table)) db.exec(`INSERT INTO main.${table} SELECT * FROM present.${table}`)
  db.close()
}
