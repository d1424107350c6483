import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { errorCode } from '../../base/error-kinds.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { must } from '../../base/typed.ts'
import type { dataFiles } from '../../config/config.ts'
import { Tree } from '../log/tree.ts'
import { type Db, openDatabase } from './open.ts'
import { type CopiedEntry, LogCopy } from './scratch-file.ts'
import { takeInJournal } from './upgrade-copy.ts'

/** The file that a rebuild creates next to the one in use, and which then replaces it. */

export const LOG_TABLES = ['entry', 'audit'] as const
/**
 * Tables kept beside the log, each with the facts that a replay cannot derive. `granary verify` checks the
 * references of all of them, and the rows as far as `proofs/verify/journals.ts` and `anchors.ts` can.
 */
export const KEPT = {
  party: 'in which order parties got their numbers',
  inference_input: 'which inputs the party of a prediction could read at its receipt',
  feed_told: 'what the change feed told readers of ended grants and corrections',
  feed_acknowledged: 'which of it a reader’s program has',
  feed_sent: 'which feeds are sent to an address of their reader',
  feed_sent_state: 'which pages of them a receiver acknowledged, and why others did not arrive',
  notification: 'in which order notifications were raised; each is checked against the log and the audit log',
  device_credential_used: 'when a device first used its token',
  sync_visit: 'what a device sent, fetched and reported, and what its clock said',
  cursor_key: 'random keys',
  anchor_batch: 'when a root was fixed; what it says is checked against the log and is signed',
  anchor_attempt: 'when a root was sent, and what the publisher answered; receipts are checked',
  backup_run: 'when and where backups were made',
  message: 'in which order messages to members were made',
  message_state: 'what became of messages, and what the gateway said',
  message_note: 'up to which entry messages were made, pauses, and confirmed numbers',
  staff_secret: 'what people sign in with',
  appearance: 'how the cooperative’s pages look',
  schema_since: 'when the file was brought up to date',
} as const
/** Judgements of predictions at receipt. They follow from the stored inputs, so a rebuild keeps them. */
export const JUDGED_TABLES = [
  'inference',
  'inference_input',
  'inference_subject',
  'inference_uncertain_source',
] as const
/** Tables that a rebuild copies as they are: a fresh file has no upgrades, and inputs follow predictions. */
export const KEPT_TABLES = Object.keys(KEPT).filter(
  (table) => table !== 'schema_since' && table !== 'inference_input',
)

type DataFiles = ReturnType<typeof dataFiles>

/** Moves the write-ahead log into the file in use, and removes files left by an earlier attempt. */
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

/** Opens the new file without crash safety: an incomplete file is discarded. */
function openToBuild(target: string): Db {
  const db = openDatabase(target, { create: true })
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  return db
}

/** A fresh file into which a rebuild copies entries one by one, and the tables kept beside the log. */
export class RebuiltFile extends LogCopy {
  readonly #tree = new Tree(this.db, () => {})

  /** @param from the file in use, to which no process may write during the rebuild */
  constructor(from: string, target: string) {
    super(openToBuild(target), from)
  }

  /** Adds an entry to the file and its tree. */
  override take(seq: number, entry: CopiedEntry): void {
    this.#tree.add(seq, entry.salt, entry.digest)
    super.take(seq, entry)
  }

  /** Number of entries in the copied log. */
  get entries(): number {
    return this.#number('SELECT coalesce(max(seq), 0) FROM old.entry')
  }

  /** Copies the audit log and the tables kept beside the log. */
  copyBesides(): void {
    for (const table of ['audit', ...KEPT_TABLES])
      this.db.exec(`INSERT INTO main.${table} SELECT * FROM old.${table}`)
  }

  /**
   * The last entry whose stored tree hashes are missing or differ from the recomputed ones, unless the root
   * of a batch covers it. Nothing proves that the entries up to this one are unaltered. 0 if there is none.
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

  /** Puts the file into the normal journal mode and closes it. */
  finish(): void {
    this.db.exec('DETACH old')
    this.db.pragma('journal_mode = WAL')
    this.db.close()
  }

  #number(sql: string): number {
    return must(this.db.prepare<[], number>(sql).pluck().get())
  }
}

/** Replaces the old file with the new one in one step. Until that is on disk, the old one keeps a name. */
export function takePlace({ root, database, rebuilding, beforeRebuild }: DataFiles): void {
  sync(rebuilding)
  // Neither file is open. SQLite must not apply the old file's leftover journal files to the new file.
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

/** Gives a file a second name if the file system allows it. The replacement is one step in any case. */
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
