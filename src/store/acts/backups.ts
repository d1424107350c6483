import type { Db } from '../file/open.ts'

/** The outcome of a backup. */
export interface BackupRun {
  readonly begunAtMs: number
  readonly atMs: number
  /** Where the backup was made, in words. */
  readonly place: string
  /** JSON that `status` shows for a successful backup; null if it failed. */
  readonly made: string | null
  /** Why the backup failed; null if it succeeded. */
  readonly reason: string | null
}

/** A life of the store that began with a restore. */
export interface RestoreRow {
  /** Seq of the entry that began this life. */
  readonly appliance: number
  /** Id of the restored backup. */
  readonly backup: string
  readonly madeAtMs: number
  /** When it was restored, by the clock of the store. */
  readonly restoredAtMs: number
}

const RUN = 'SELECT begun_at AS begunAtMs, at AS atMs, place, made, reason FROM backup_run'

/** Keys and outcomes of backups, and restores. */
export class Backups {
  readonly #noteAppend: () => void
  readonly #recipient
  readonly #insertRun
  readonly #newestRun
  readonly #newestMade
  readonly #madeAt
  readonly #newestRestore
  /** Cached, because every request reads it; undefined if it must be read again. */
  #suspension: RestoreRow | null | undefined

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#recipient = db
      .prepare<[], string>('SELECT recipient FROM backup_key ORDER BY seq DESC LIMIT 1')
      .pluck()
    this.#insertRun = db.prepare(
      'INSERT INTO backup_run (begun_at, at, place, made, reason) VALUES (?, ?, ?, ?, ?)',
    )
    this.#newestRun = db.prepare<[], BackupRun>(`${RUN} ORDER BY n DESC LIMIT 1`)
    this.#newestMade = db.prepare<[], BackupRun>(`${RUN} WHERE made IS NOT NULL ORDER BY n DESC LIMIT 1`)
    this.#madeAt = db
      .prepare<[string], number>('SELECT 1 FROM backup_run WHERE place = ? AND made IS NOT NULL LIMIT 1')
      .pluck()
    this.#newestRestore = db.prepare<[], RestoreRow & { readonly confirmed: number | null }>(
      `SELECT r.appliance, r.backup, r.made_at AS madeAtMs, e.received_at AS restoredAtMs, c.seq AS confirmed
       FROM restore r JOIN entry e ON e.seq = r.appliance LEFT JOIN restore_confirmation c ON c.restore = r.appliance
       ORDER BY r.appliance DESC LIMIT 1`,
    )
  }

  /** The public key to which backups are encrypted; null if none was set up. */
  get recipient(): string | null {
    return this.#recipient.get() ?? null
  }

  addRun(run: BackupRun): void {
    this.#noteAppend()
    this.#insertRun.run(run.begunAtMs, run.atMs, run.place, run.made, run.reason)
  }

  get newestRun(): BackupRun | null {
    return this.#newestRun.get() ?? null
  }

  /** The newest successful backup. */
  get newestMade(): BackupRun | null {
    return this.#newestMade.get() ?? null
  }

  /** Whether a backup at this place ever succeeded. */
  hasMadeAt(place: string): boolean {
    return this.#madeAt.get(place) !== undefined
  }

  /** The restore that is not confirmed yet: until it is, no credential or grant holds (contract §10). */
  get suspension(): RestoreRow | null {
    if (this.#suspension === undefined) {
      const newest = this.#newestRestore.get()
      this.#suspension = newest === undefined || newest.confirmed !== null ? null : newest
    }
    return this.#suspension
  }

  /** The restore that began the current life of the store; null in the first life. */
  get newestRestore(): RestoreRow | null {
    return this.#newestRestore.get() ?? null
  }

  /** Call after a rollback and with every act. */
  forget(): void {
    this.#suspension = undefined
  }
}
