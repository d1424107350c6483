import { createHash } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode } from '../base/error-kinds.ts'
import { OperatorFault } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import { dataFiles } from '../config/config.ts'
import { createTail } from './behind.ts'
import { lostDatabase } from './folder.ts'
import { copyBeforeUpgrade, takeInJournal } from './upgrade-copy.ts'
import { schemaParts } from './upgrades.ts'

/** "Grny" in the file's header: identifies our files. */
const APPLICATION_ID = 0x47726e79
/** "GRNY": of 0.1.0, whose schema was entirely different. */
const FIRST_APPLICATION_ID = 0x47524e59
/** 8 KiB pages waste least (measured: 1.33 bytes on disk per byte of JSON). */
const PAGE_BYTES = 8192
const CACHE_KIB = 64 * 1024
/** A program that reads everything once needs little cache. */
const INSPECTING_CACHE_KIB = 16 * 1024
/** Length that the write-ahead log may keep when it restarts. */
const KEPT_WAL_BYTES = 64 * 1024 * 1024
// Nobody else should write; a program that does must not block every reader for long.
const BUSY_TIMEOUT_MS = 500

export type Db = Database.Database

export interface OpenOptions {
  readonly readonly?: boolean
  /** Make the file if it does not exist. */
  readonly create?: boolean
  /** Upgrade an older file without a copy: a file just restored has its backup. */
  readonly isRestored?: boolean
  /** Receives a sentence about work that makes opening slow. */
  readonly notify?: (text: string) => void
  /** What each schema version added; the file gets the last version. */
  readonly parts?: readonly string[]
}

/**
 * Opens the database and checks its settings and guards.
 * @throws {OperatorFault} if it is absent, damaged, not ours, from a newer version, or its guards differ
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
  lostDatabase(beside(file)) ??
  new OperatorFault(
    `There is no Granary database at ${file}.`,
    'Name the right folder with --data, or make a new one with: granary init --name "Your cooperative"',
  )

/** Version of the linked library, such as 3.54.1. */
export const sqliteVersion = (db: Db): string =>
  must(db.prepare<[], string>('SELECT sqlite_version()').pluck().get())

/** The same without a file. @throws {OperatorFault} if the library cannot be loaded */
export function engineVersion(): string {
  const db = new Database(':memory:')
  try {
    return sqliteVersion(db)
  } finally {
    db.close()
  }
}

/** Before SQLite opens it, because the journal files take over its mode. */
function keepToOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** A first start that a power cut ended before the tables were made leaves an empty SQLite file. */
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
  // So that a row removed by REPLACE fires the trigger against DELETE.
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma(`cache_size = -${CACHE_KIB}`)
  db.pragma(`journal_size_limit = ${KEPT_WAL_BYTES}`)
  db.pragma('temp_store = MEMORY')
  createTail(db)
}

const TEXT_OR_PARAMETER = /'[^']*'|(?<!\w)(?:\?|:[a-z]\w*)/gi

/**
 * SQLite, as it is built here, plans most queries again each time they run, which takes longer than running them, because
 * statistics could favour another plan for another value. There are no statistics. A plus sign before a parameter changes
 * nothing else and keeps the planner from looking at its value.
 */
function planOnce(db: Db): void {
  const prepare = db.prepare.bind(db) as (sql: string) => unknown
  const planned = (sql: string) =>
    sql.replace(TEXT_OR_PARAMETER, (found) => (found.startsWith("'") ? found : `+${found}`))
  db.prepare = ((sql: string) => prepare(planned(sql))) as Db['prepare']
}

const GUARDS_AND_ROWS = /^CREATE TRIGGER [\s\S]*?\bEND;$|^INSERT [\s\S]*?;$/gm

/**
 * A file with the tables of `schema.sql` and none of their guards, for work that is done again if it is interrupted. It has no
 * name once it is open, so nothing of it stays behind, however this process ends.
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

/** In WAL mode, `synchronous` was seen to fall back after the first statement: read it back and set it again. */
function checkSettings(db: Db): void {
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  if (db.pragma('synchronous', { simple: true }) !== 2) db.pragma('synchronous = FULL')
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new OperatorFault(
      'SQLite refuses synchronous=FULL.',
      'Reinstall Granary; this build is not safe to use.',
    )
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
  if (id === FIRST_APPLICATION_ID)
    throw new OperatorFault(
      `${file} was written by Granary 0.1.0, whose records this version cannot read.`,
      'Nothing was changed: 0.1.0 can still read it. Make a new folder for this version with: granary init --name "Your cooperative"',
    )
  if (id !== APPLICATION_ID)
    throw new OperatorFault(
      `${file} is a SQLite file, but not Granary's.`,
      'Name the right folder with --data; nothing was changed.',
    )
}

/**
 * An older file is copied before anything in it changes, while this process does not have it open: closing a file releases
 * every lock that the process holds on it, including SQLite's.
 */
function keepOlder(file: string, { notify, isRestored, parts = schemaParts }: OpenOptions): void {
  const db = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  let marks: FileMarks
  try {
    marks = fileMarks(db)
    if (!marks.isOurs || marks.version >= parts.length) return
    notify?.(
      `Bringing ${file} up to date (schema ${marks.version} to ${parts.length}): some seconds for every million records. If interrupted, it starts over at the next start.`,
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
    throw new OperatorFault(
      `${file} was written by a newer Granary (schema ${version}; this program knows ${parts.length}).`,
      'Install the newer Granary again; an older one must not write to this file.',
    )
  }
  if (version === parts.length) return
  if (readonly) {
    throw new OperatorFault(
      `${file} was written by an older Granary (schema ${version}).`,
      'Start "granary serve" once to bring the file up to date.',
    )
  }
  // All at once: neither version of Granary could open a file left between two versions.
  db.transaction(() => {
    for (const part of parts.slice(version)) db.exec(part)
    db.pragma(`user_version = ${parts.length}`)
  })()
  // Puts the version into the file's header, where an older package checks it before it replaces this one.
  db.pragma('wal_checkpoint(PASSIVE)')
}

/**
 * Opens a database for inspection, whatever was done to it. Nothing is written, and guards are not checked.
 * @throws {OperatorFault} when it is absent, cannot be read as a database, or is of another version
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

/** Inspection needs no right to write to the folder, but SQLite needs more than the right to read one file. */
function cannotBeRead(error: unknown, file: string): OperatorFault | null {
  const code = errorCode(error) ?? ''
  if (!code.startsWith('SQLITE_CANTOPEN') && !code.startsWith('SQLITE_READONLY') && code !== 'EACCES')
    return null
  return new OperatorFault(
    `${file} cannot be opened for reading by this user.`,
    `SQLite also needs ${file}-wal and ${file}-shm. While the service runs they exist, and the right to read them is enough; otherwise the user must be able to make them. Run this command while the service runs, as the user of the service, or on a copy of the folder.`,
  )
}

/** From the file's header. */
export interface FileMarks {
  readonly isOurs: boolean
  readonly version: number
}

export const fileMarks = (db: Db): FileMarks => ({
  isOurs: db.pragma('application_id', { simple: true }) === APPLICATION_ID,
  version: Number(db.pragma('user_version', { simple: true })),
})

/**
 * Of a file of any version, without reading anything else in it.
 * @throws {OperatorFault} when it is absent, not ours, or cannot be read as a database
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
  // SQLite's own indexes have no text; anything with a text counts, whatever its name.
  const objectsOf = db.prepare<[], SchemaObject>(
    'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL',
  )
  for (const { type, name, sql } of objectsOf.all()) {
    const key = `${type} ${name}`
    // A file edited against SQLite's rules can have two of a name.
    objects.set(key, `${objects.get(key) ?? ''}${sql}`)
  }
  return objects
}

/** SHA-256 of the JSON array of all names in a schema and their texts, sorted. */
function digestOf(objects: ReadonlyMap<string, string>): string {
  const pairs = [...objects].sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex')
}

/** Its digest tells whether two files have the same schema. */
export function schemaMarks(db: Db): { readonly sha256: string; readonly objects: number } {
  const objects = schemaObjects(db)
  return { sha256: digestOf(objects), objects: objects.size }
}

/**
 * The digest of `schema.sql`: a file that has it need not be compared with a fresh one, which takes 10 ms to make. A test
 * fails when this constant is out of date; until then only those 10 ms are lost.
 */
export const SCHEMA_SHA256 = 'c0540da81cf187f254ba2720e5f5bf90b4da1685236a9b8273b1d747bbf628d6'

/** Tables, indexes and guards that differ from `schema.sql`, such as a guard dropped by hand. */
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

function checkSchema(db: Db, file: string, parts?: readonly string[]): void {
  const differing = schemaDifferences(db, parts).map(({ name }) => name)
  if (differing.length > 0) {
    throw new OperatorFault(
      `The guards or tables of ${file} were altered: ${differing.slice(0, 5).join(', ')}${
        differing.length > 5 ? ` and ${differing.length - 5} more` : ''
      }.`,
      'Do not use this file for lending decisions. Restore the last backup, and keep this file for an investigation.',
    )
  }
}

/** Why a file could not be opened or upgraded; in the operator's words if the case is foreseen. */
export function openingFault(error: unknown, file: string): unknown {
  if (error instanceof OperatorFault) return error
  const code = errorCode(error) ?? ''
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new OperatorFault(
      `${file} is damaged and cannot be read as a database.`,
      'Keep a copy of it, then restore the last backup into a new folder.',
    )
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code === 'EACCES') {
    return new OperatorFault(
      `${file} cannot be opened for writing.`,
      'Do it as the user to whom this folder belongs, or give the folder to this user (chown, chmod 700).',
    )
  }
  // SQLite needs some room beside the file for its index of the log before it reads anything.
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_SHMSIZE' || code === 'ENOSPC') {
    return new OperatorFault('The disk is full.', 'Free some space on the disk that holds the data folder.')
  }
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return new OperatorFault(
      `The disk that holds ${file} is failing (${code}).`,
      'Check the disk; nothing acknowledged is lost by this. If it is broken, restore the last backup on another.',
    )
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new OperatorFault(
      `${file} is in use by another program.`,
      'Stop that program, or use the running Granary.',
    )
  }
  return error
}
