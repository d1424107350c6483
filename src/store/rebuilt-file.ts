import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { errorCode } from '../base/error-kinds.ts'
import { syncFolderNow } from '../base/sync-folder.ts'
import { must } from '../base/typed.ts'
import type { dataFiles } from '../config/config.ts'
import { type Db, openDatabase } from './open.ts'
import { type CopiedEntry, LogCopy } from './scratch-file.ts'
import { Tree } from './tree.ts'
import { takeInJournal } from './upgrade-copy.ts'

/** The file that a rebuild makes beside the one in use and then puts in its place. */

export const LOG_TABLES = ['entry', 'audit'] as const
/**
 * Tables kept beside the log, each with why a replay cannot make its rows. References of all of them are checked, and whatever
 * `proofs/verify/journals.ts` and `anchors.ts` know of them.
 */
export const KEPT = {
  party: 'in which order parties got their numbers',
  inference_input: 'which inputs the party of a prediction could read at its receipt',
  notification: 'in which order notifications were raised; each is checked against the log and the audit log',
  device_credential_used: 'when a device first used its token',
  sync_visit: 'what a device sent and fetched, and what its clock said',
  cursor_key: 'random keys',
  anchor_batch: 'when a root was fixed; what it says is checked against the log and is signed',
  anchor_attempt: 'when a root was sent, and what the publisher answered; receipts are checked',
  backup_run: 'when and where backups were made',
  staff_secret: 'what people sign in with',
  schema_since: 'when the file was brought up to date',
} as const
/** What was judged of predictions at their receipt. It follows from the inputs that are kept; a rebuild changes nothing of it. */
export const JUDGED_TABLES = [
  'inference',
  'inference_input',
  'inference_subject',
  'inference_uncertain_source',
] as const
/** What a rebuild copies as it stands: a fresh file has no older rows, and inputs come with their predictions. */
export const KEPT_TABLES = Object.keys(KEPT).filter(
  (table) => table !== 'schema_since' && table !== 'inference_input',
)

type DataFiles = ReturnType<typeof dataFiles>

/** Moves the write-ahead log into the file, and removes what an earlier attempt has left. */
export function makeReady({ database, rebuilding, beforeRebuild }: DataFiles): void {
  removeDatabase(rebuilding)
  rmSync(beforeRebuild, { force: true })
  const db = new Database(database)
  try {
    takeInJournal(db, database)
  } finally {
    db.close()
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** It is discarded unless it is completed, so nothing in it need survive a crash until then. */
function openToBuild(target: string): Db {
  const db = openDatabase(target, { create: true })
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  return db
}

/** A fresh file with what is kept beside the log; the entries are then copied one by one. */
export class RebuiltFile extends LogCopy {
  readonly #tree = new Tree(this.db, () => {})

  /** @param from the file in use; nobody may write to it meanwhile */
  constructor(from: string, target: string) {
    super(openToBuild(target), from)
  }

  /** Puts the entry into the file and into its tree. */
  override take(seq: number, entry: CopiedEntry): void {
    this.#tree.add(seq, entry.salt, entry.digest)
    super.take(seq, entry)
  }

  /** Number of entries in the copied log. */
  get entries(): number {
    return this.#number('SELECT coalesce(max(seq), 0) FROM old.entry')
  }

  /** The audit log, and what is kept beside the log. */
  copyBesides(): void {
    for (const table of ['audit', ...KEPT_TABLES])
      this.db.exec(`INSERT INTO main.${table} SELECT * FROM old.${table}`)
  }

  /**
   * The last entry whose stored tree hashes are missing or differ from those made now, unless the root of a batch covers it:
   * nothing proves that entries up to it are unaltered. 0 if there is none.
   */
  get doubtfulThrough(): number {
    const columns = this.#number(
      "SELECT count(*) FROM pragma_table_info('subtree', 'old') WHERE name IN ('level', 'n', 'hash')",
    )
    const [made, stored] = ['main', 'old'].map((of) => `SELECT level, n, hash FROM ${of}.subtree`)
    const differing = columns < 3 ? made : `${made} EXCEPT ${stored}`
    const through = this.#number(`SELECT coalesce(max((n + 1) << level), 0) FROM (${differing})`)
    return through > this.#number('SELECT coalesce(max(tree_size), 0) FROM main.anchor_batch') ? through : 0
  }

  /** Closes the file; from now on it is like any other. */
  finish(): void {
    this.db.exec('DETACH old')
    this.db.pragma('journal_mode = WAL')
    this.db.close()
  }

  #number(sql: string): number {
    return must(this.db.prepare<[], number>(sql).pluck().get())
  }
}

/** The new file replaces the old one in one step; until that is on the disk, the old file keeps a second name. */
export function takePlace({ root, database, rebuilding, beforeRebuild }: DataFiles): void {
  sync(rebuilding)
  // Neither file is open. SQLite's leftovers beside the old file must not be taken for the new one's.
  for (const suffix of ['-wal', '-shm']) {
    rmSync(rebuilding + suffix, { force: true })
    rmSync(database + suffix, { force: true })
  }
  keepUnder(beforeRebuild, database)
  syncFolderNow(root)
  renameSync(rebuilding, database)
  syncFolderNow(root)
  rmSync(beforeRebuild, { force: true })
}

/** Some file systems allow a file only one name. The replacement is one step there too. */
function keepUnder(name: string, file: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    if (!ONE_NAME.has(errorCode(error) ?? '')) throw error
  }
}

const ONE_NAME: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function sync(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
