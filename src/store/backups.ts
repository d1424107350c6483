import type { Db } from './open.ts'

/** The outcome of a backup. */
export interface BackupRun {
  readonly begunAtMs: number
  readonly atMs: number
  /** In words. */
  readonly place: string
  /** JSON that `status` shows of a complete backup; null if it failed. */
  readonly made: string | null
  /** Why it failed; null if it succeeded. */
  readonly reason: string | null
}

/** An incarnation that began with a restore. */
export interface RestoreRow {
  /** Its entry in the log. */
  readonly appliance: number
  /** Id of the backup. */
  readonly backup: string
  readonly madeAtMs: number
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
  /** Read at every request, so it is cached; undefined: read it again. */
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
      `SELECT r.appliance, r.backup, r.made_at AS madeAtMs, c.seq AS confirmed
       FROM restore r LEFT JOIN restore_confirmation c ON c.restore = r.appliance
       ORDER BY r.appliance DESC LIMIT 1`,
    )
  }

  /** The key to which backups are encrypted; null before there is one. */
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

  /** The newest that succeeded. */
  get newestMade(): BackupRun | null {
    return this.#newestMade.get() ?? null
  }

  /** Whether a backup was made at this place before. */
  hasMadeAt(place: string): boolean {
    return this.#madeAt.get(place) !== undefined
  }

  /**
   * The restore that is not confirmed yet, if any: until then no credential and no grant holds (contract §10).
   */
  get suspension(): RestoreRow | null {
    if (this.#suspension === undefined) {
      const newest = this.#newestRestore.get()
      this.#suspension = newest === undefined || newest.confirmed !== null ? null : newest
    }
    return this.#suspension
  }

  /** The restore with which the present life of the store began; null in the first life. */
  get newestRestore(): RestoreRow | null {
    return this.#newestRestore.get() ?? null
  }

  /** Call after a rollback and with every act. */
  forget(): void {
    this.#suspension = undefined
  }
}
