import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { syncFolderNow } from '../base/sync-folder.ts'
import type { dataFiles } from '../config/config.ts'
import { INFERENCE_KIND } from './entry-kinds.ts'
import { type Db, openDatabase } from './open.ts'
import { takeInJournal } from './upgrade-copy.ts'

/** The file that a rebuild makes beside the one in use and then puts in its place. */

/** Tables of the log, and of what is kept beside it because the log does not contain it. */
export const LOG_TABLES = ['entry', 'audit'] as const
export const KEPT_TABLES = [
  'party',
  'inference',
  'inference_input',
  'inference_subject',
  'inference_uncertain_source',
  'notification',
  'device_credential_used',
  'sync_visit',
  'cursor_key',
  'anchor_batch',
  'anchor_attempt',
  'backup_run',
  'staff_secret',
] as const

const isOfInferences = (table: string): boolean => table.startsWith('inference')

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

export interface CopiedEntry {
  readonly kind: number
  readonly receivedAtMs: number
  readonly salt: Buffer
  readonly digest: Buffer
  readonly body: string
}

/** A fresh file with what is kept beside the log; the entries are then copied one by one. */
export class RebuiltFile {
  readonly db: Db
  readonly #read
  readonly #copy
  readonly #copyJudged

  /** @param from the file in use; nobody may write to it meanwhile */
  constructor(from: string, target: string) {
    this.db = openDatabase(target, { create: true })
    // It is discarded unless it is completed, so nothing in it need survive a crash until then.
    this.db.pragma('journal_mode = OFF')
    this.db.pragma('synchronous = OFF')
    this.db.pragma('foreign_keys = OFF')
    this.db.prepare('ATTACH ? AS old').run(from)
    this.#read = this.db.prepare<[number], CopiedEntry>(
      'SELECT kind, received_at AS receivedAtMs, salt, digest, body FROM old.entry WHERE seq = ?',
    )
    const copier = (table: string, column: string) =>
      this.db.prepare<[number]>(`INSERT INTO main.${table} SELECT * FROM old.${table} WHERE ${column} = ?`)
    this.#copy = copier('entry', 'seq')
    this.#copyJudged = KEPT_TABLES.filter(isOfInferences).map((table) =>
      copier(table, table === 'inference' ? 'seq' : 'inference'),
    )
  }

  /** Number of entries in the copied log. */
  get entries(): number {
    return this.#number('SELECT coalesce(max(seq), 0) FROM old.entry')
  }

  /** What is kept beside the log, except the findings on inferences, which were unknown before the inferences came. */
  copyBesides(): void {
    for (const table of ['audit', ...KEPT_TABLES])
      if (!isOfInferences(table)) this.db.exec(`INSERT INTO main.${table} SELECT * FROM old.${table}`)
  }

  entry(seq: number): CopiedEntry | undefined {
    return this.#read.get(seq)
  }

  /** An inference with its findings on receipt. */
  copyEntry(seq: number, { kind }: CopiedEntry): void {
    this.#copy.run(seq)
    if (kind === INFERENCE_KIND) for (const copy of this.#copyJudged) copy.run(seq)
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
    return this.db.prepare<[], number>(sql).pluck().get() as number
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
    if (!ONE_NAME.has((error as NodeJS.ErrnoException).code ?? '')) throw error
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
