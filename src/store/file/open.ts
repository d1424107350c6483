import { createHash } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode } from '../../base/error-kinds.ts'
import { must } from '../../base/typed.ts'
import { dataFiles } from '../../config/config.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { lostDatabase } from './folder.ts'
import { copyBeforeUpgrade, takeInJournal } from './upgrade-copy.ts'
import { schemaParts } from './upgrades.ts'

/** "Grny" in the header of a file identifies it as ours. */
const APPLICATION_ID = 0x47726e79
/** "GRNY" identifies files of version 0.1.0, whose schema was entirely different. */
const FIRST_APPLICATION_ID = 0x47524e59
/** Pages of 8 KiB waste the least space (measured: 1.33 bytes on disk per byte of JSON). */
const PAGE_BYTES = 8192
const CACHE_KIB = 64 * 1024
/** A program that reads everything once needs little cache. */
const INSPECTING_CACHE_KIB = 16 * 1024
/** The length to which the write-ahead log is cut when it restarts. */
const KEPT_WAL_BYTES = 64 * 1024 * 1024
/** No other program should write; one that does must not block our readers for long. */
const BUSY_TIMEOUT_MS = 500

export type Db = Database.Database

export interface OpenOptions {
  readonly readonly?: boolean
  /** Create the file if it does not exist. */
  readonly create?: boolean
  /** Upgrade an older file without a copy first: a restored file still has its backup. */
  readonly isRestored?: boolean
  /** Called with a sentence about work that makes opening slow. */
  readonly notify?: (text: string) => void
  /** The SQL that each schema version added; the file gets the last version. */
  readonly parts?: readonly string[]
}

/**
 * Opens the database and checks its settings and guards.
 * @throws {OperatorFault} if the file is absent, damaged, not ours or from a newer version, or if its guards
 * differ
 */
export function openDatabase(file: string, options: OpenOptions = {}): Db {
  const isEmpty = !existsSync(file) || statSync(file).size === 0
  if (isEmpty && (!options.create || lostDatabase(beside(file)) !== null)) throw absent(file)
  try {
    if (isEmpty) keepToOwner(file)
    else if (!options.readonly) keepOlder(file, options)
    const db = new Database(file, {
      readonly: options.readonly ?? false,
      timeout: BUSY_TIMEOUT_MS,
    })
    try {
      prepareConnection(db)
      if (isEmpty || isUnfinished(db)) {
        if (!options.create) throw absent(file)
        db.pragma(`page_size = ${PAGE_BYTES}`)
        db.pragma('journal_mode = WAL')
        createSchema(db, options.parts)
      } else {
        checkIsOurs(db, file)
        if (!options.readonly) db.pragma('journal_mode = WAL')
        bringUpToDate(db, file, options)
      }
      checkSchema(db, file, options.parts)
      checkSettings(db)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw openingFault(error, file)
  }
}

const beside = (file: string) => dataFiles(dirname(file))

const absent = (file: string) =>
  lostDatabase(beside(file)) ?? new OperatorFault(...withRemedy('store.absent', { file }))

/** The version of the linked SQLite library, such as 3.54.1. */
export const sqliteVersion = (db: Db): string =>
  must(db.prepare<[], string>('SELECT sqlite_version()').pluck().get())

/** The version of the library, without a file. @throws {OperatorFault} if it cannot be loaded */
export function engineVersion(): string {
  const db = new Database(':memory:')
  try {
    return sqliteVersion(db)
  } finally {
    db.close()
  }
}

/** Restricts a file to its owner. Call before SQLite opens it: the journal files inherit its mode. */
function keepToOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** Whether a file has no tables, as when a power cut ended the first start before they were created. */
function isUnfinished(db: Db): boolean {
  return (
    db.pragma('application_id', { simple: true }) === 0 &&
    db.pragma('user_version', { simple: true }) === 0 &&
    db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  )
}

function prepareConnection(db: Db): void {
  planOnce(db)
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // Makes a row removed by REPLACE fire the trigger against DELETE.
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma(`cache_size = -${CACHE_KIB}`)
  db.pragma(`journal_size_limit = ${KEPT_WAL_BYTES}`)
  db.pragma('temp_store = MEMORY')
}

const TEXT_OR_PARAMETER = /'[^']*'|(?<!\w)(?:\?|:[a-z]\w*)/gi

/**
 * Makes SQLite plan each query once. As built here, it plans most queries again at each run, which takes
 * longer than the run itself, in case statistics favour another plan for another value; but there are no
 * statistics. A plus sign before a parameter hides its value from the planner and changes nothing else.
 */
function planOnce(db: Db): void {
  const prepare = db.prepare.bind(db) as (sql: string) => unknown
  const planned = (sql: string) =>
    sql.replace(TEXT_OR_PARAMETER, (found) => (found.startsWith("'") ? found : `+${found}`))
  db.prepare = ((sql: string) => prepare(planned(sql))) as Db['prepare']
}

const GUARDS_AND_ROWS = /^CREATE TRIGGER [\s\S]*?\bEND;$|^INSERT [\s\S]*?;$/gm

/**
 * Opens a new file with the tables of `schema.sql` but without their guards, for work that can be repeated if
 * it is interrupted. The file has no name once it is open, so nothing is left behind however this process
 * ends.
 */
export function openScratch(file: string): Db {
  keepToOwner(file)
  const db = new Database(file)
  try {
    prepareConnection(db)
    db.pragma(`page_size = ${PAGE_BYTES}`)
    db.pragma('journal_mode = MEMORY')
    db.pragma('synchronous = OFF')
    db.pragma('foreign_keys = OFF')
    for (const part of schemaParts) db.exec(part.replace(GUARDS_AND_ROWS, ''))
    return db
  } catch (error) {
    db.close()
    throw error
  } finally {
    rmSync(file, { force: true })
  }
}

/** Sets `synchronous` again if needed: in WAL mode it was seen to fall back after the first statement. */
function checkSettings(db: Db): void {
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  if (db.pragma('synchronous', { simple: true }) !== 2) db.pragma('synchronous = FULL')
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new OperatorFault(...withRemedy('store.notDurable'))
}

function createSchema(db: Db, parts = schemaParts): void {
  db.transaction(() => {
    for (const part of parts) db.exec(part)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${parts.length}`)
  })()
}

function checkIsOurs(db: Db, file: string): void {
  const id = db.pragma('application_id', { simple: true })
  if (id === FIRST_APPLICATION_ID) throw new OperatorFault(...withRemedy('store.first', { file }))
  if (id !== APPLICATION_ID) throw new OperatorFault(...withRemedy('store.notOurs', { file }))
}

/**
 * Copies an older file before anything in it changes, and while this process does not have it open: closing a
 * file releases all locks that the process holds on it, including SQLite's.
 */
function keepOlder(file: string, { notify, isRestored, parts = schemaParts }: OpenOptions): void {
  const db = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  let marks: FileMarks
  try {
    marks = fileMarks(db)
    if (!marks.isOurs || marks.version >= parts.length) return
    notify?.(
      `Bringing ${file} up to date (schema ${marks.version} to ${parts.length}): some seconds for every million records. If this is interrupted, it starts over at the next start.`,
    )
    if (isRestored) return
    takeInJournal(db, file)
  } finally {
    db.close()
  }
  copyBeforeUpgrade(file, marks.version, notify)
}

function bringUpToDate(db: Db, file: string, { readonly, parts = schemaParts }: OpenOptions): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > parts.length) {
    throw new OperatorFault(...withRemedy('store.newer', { file, version, known: parts.length }))
  }
  if (version === parts.length) return
  if (readonly) {
    throw new OperatorFault(...withRemedy('store.older', { file, version }))
  }
  // One transaction: neither version of Granary could open a file left between two versions.
  db.transaction(() => {
    for (const part of parts.slice(version)) db.exec(part)
    db.pragma(`user_version = ${parts.length}`)
  })()
  // Writes the version to the file's header, where an older package checks it before it replaces this one.
  db.pragma('wal_checkpoint(PASSIVE)')
}

/**
 * Opens a database for inspection, even if it was tampered with. Writes nothing and does not check guards.
 * @throws {OperatorFault} when the file is absent, cannot be read as a database, or is of another version
 */
export function openToInspect(file: string): Db {
  if (!existsSync(file) || statSync(file).size === 0) throw absent(file)
  try {
    const db = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
    try {
      prepareConnection(db)
      db.pragma(`cache_size = -${INSPECTING_CACHE_KIB}`)
      if (schemaDifferences(db).length > 0) {
        checkIsOurs(db, file)
        bringUpToDate(db, file, { readonly: true })
      }
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw cannotBeRead(error, file) ?? openingFault(error, file)
  }
}

/** The fault to report if this user may not read all files that SQLite needs; null for other errors. */
function cannotBeRead(error: unknown, file: string): OperatorFault | null {
  const code = errorCode(error) ?? ''
  if (!code.startsWith('SQLITE_CANTOPEN') && !code.startsWith('SQLITE_READONLY') && code !== 'EACCES')
    return null
  return new OperatorFault(...withRemedy('store.notReadable', { file }, { file }))
}

/** Facts from the header of a file. */
export interface FileMarks {
  readonly isOurs: boolean
  readonly version: number
}

export const fileMarks = (db: Db): FileMarks => ({
  isOurs: db.pragma('application_id', { simple: true }) === APPLICATION_ID,
  version: Number(db.pragma('user_version', { simple: true })),
})

/**
 * Returns the marks of a file of any version, without reading anything else in it.
 * @throws {OperatorFault} when the file is absent, not ours, or cannot be read as a database
 */
export function marksOf(file: string): FileMarks {
  if (!existsSync(file) || statSync(file).size === 0) throw absent(file)
  try {
    const db = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
    try {
      checkIsOurs(db, file)
      return fileMarks(db)
    } finally {
      db.close()
    }
  } catch (error) {
    throw cannotBeRead(error, file) ?? openingFault(error, file)
  }
}

export interface SchemaDifference {
  /** Such as "trigger link_no_update". */
  readonly name: string
  readonly change: 'missing' | 'altered' | 'added'
}

type SchemaObject = { type: string; name: string; sql: string }

function schemaObjects(db: Db): Map<string, string> {
  const objects = new Map<string, string>()
  // SQLite's own indexes have no SQL text; every object with a text counts, whatever its name.
  const objectsOf = db.prepare<[], SchemaObject>(
    'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL',
  )
  for (const { type, name, sql } of objectsOf.all()) {
    const key = `${type} ${name}`
    // A file edited behind SQLite's back can have two objects of one name.
    objects.set(key, `${objects.get(key) ?? ''}${sql}`)
  }
  return objects
}

/** Returns the SHA-256 of a JSON array of the names and texts of all schema objects, sorted. */
function digestOf(objects: ReadonlyMap<string, string>): string {
  const pairs = [...objects].sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex')
}

/** Returns the digest of a schema, the same for files with the same schema, and its number of objects. */
export function schemaMarks(db: Db): { readonly sha256: string; readonly objects: number } {
  const objects = schemaObjects(db)
  return { sha256: digestOf(objects), objects: objects.size }
}

/**
 * The digest of `schema.sql`. A file with this digest need not be compared with a fresh database, which takes
 * 10 ms to create. A test fails when this constant is out of date; until it is updated, opening takes those
 * 10 ms longer.
 */
export const SCHEMA_SHA256 = 'fd495de42d0b062a35330780f7e3a27b05cd8016347582bf56c1cf3dde82ec6a'

/** Returns the tables, indexes and guards that differ from `schema.sql`, such as a guard that was dropped. */
export function schemaDifferences(db: Db, parts = schemaParts): SchemaDifference[] {
  const found = schemaObjects(db)
  if (parts === schemaParts && digestOf(found) === SCHEMA_SHA256) return []
  const fresh = new Database(':memory:')
  for (const part of parts) fresh.exec(part)
  const expectedObjects = schemaObjects(fresh)
  fresh.close()
  const differences: SchemaDifference[] = []
  for (const [name, sql] of expectedObjects)
    if (!found.has(name)) differences.push({ name, change: 'missing' })
    else if (found.get(name) !== sql) differences.push({ name, change: 'altered' })
  for (const name of found.keys()) if (!expectedObjects.has(name)) differences.push({ name, change: 'added' })
  return differences
}

/** Most altered tables and guards that are named. */
const MOST_NAMED = 5

function checkSchema(db: Db, file: string, parts?: readonly string[]): void {
  const differing = schemaDifferences(db, parts).map(({ name }) => name)
  if (differing.length > 0) {
    throw new OperatorFault(
      ...withRemedy('store.altered', {
        file,
        names: differing.slice(0, MOST_NAMED).join(', '),
        more: Math.max(0, differing.length - MOST_NAMED),
      }),
    )
  }
}

/** Returns a fault that explains why a file could not be opened; the error itself if it is unforeseen. */
export function openingFault(error: unknown, file: string): unknown {
  if (error instanceof OperatorFault) return error
  const code = errorCode(error) ?? ''
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new OperatorFault(...withRemedy('store.damaged', { file }))
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code === 'EACCES') {
    return new OperatorFault(...withRemedy('store.notWritable', { file }))
  }
  // Before it reads anything, SQLite needs some disk space for the index of its write-ahead log.
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_SHMSIZE' || code === 'ENOSPC') {
    return new OperatorFault(...withRemedy('store.diskFull'))
  }
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return new OperatorFault(...withRemedy('store.diskFailing', { file, code }))
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new OperatorFault(...withRemedy('store.busy', { file }))
  }
  return error
}
