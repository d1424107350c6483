import type { Db } from '../open.ts'

export interface NotificationRow {
  readonly n: number
  readonly recipient: number
  readonly shown: number
  readonly because: number
  readonly raisedAt: number
}

export interface VisitRow {
  readonly n: number
  readonly device: number
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
  readonly codes: string | null
}

export interface UseRow {
  readonly credential: number
  readonly at: number
  /** When the token was made; null if there is no such entry. */
  readonly madeAt: number | null
}

export interface UnresolvedRow {
  readonly conversionId: string
  readonly seq: number
}

export interface BackupRow {
  readonly n: number
  /** JSON; null if it failed. */
  readonly made: string | null
}

/** Tables with their own numbers, without gaps. */
export const NUMBERED = ['notification', 'sync_visit', 'cursor_key', 'backup_run', 'anchor_attempt'] as const

/** Tables beside the log: notifications, visits, sums. Read-only. */
export class JournalRows {
  readonly #db: Db
  readonly #notifications
  readonly #visits
  readonly #uses
  readonly #unresolved
  readonly #backups
  readonly #tally
  readonly #newestTally

  constructor(db: Db) {
    this.#db = db
    this.#notifications = db.prepare<[number, number], NotificationRow>(
      'SELECT n, recipient, shown, because, raised_at AS raisedAt FROM notification WHERE n > ? ORDER BY n LIMIT ?',
    )
    this.#visits = db.prepare<[number, number], VisitRow>(
      `SELECT n, device, accepted, replayed, rejected, codes FROM sync_visit WHERE n > ? ORDER BY n LIMIT ?`,
    )
    this.#uses = db.prepare<[number, number], UseRow>(
      `SELECT u.credential, u.at, a.received_at AS madeAt FROM device_credential_used u
       LEFT JOIN entry a ON a.seq = u.credential WHERE u.credential > ? ORDER BY u.credential LIMIT ?`,
    )
    this.#unresolved = db.prepare<[string, number, number], UnresolvedRow>(
      `SELECT conversion_id AS conversionId, seq FROM unresolved_conversion
       WHERE (conversion_id, seq) > (?, ?) ORDER BY conversion_id, seq LIMIT ?`,
    )
    this.#backups = db.prepare<[number, number], BackupRow>(
      'SELECT n, made FROM backup_run WHERE n > ? ORDER BY n LIMIT ?',
    )
    this.#tally = db.prepare<[number, number], { readonly throughSeq: number; readonly sums: string }>(
      'SELECT through_seq AS throughSeq, sums FROM tally_checkpoint WHERE through_seq > ? ORDER BY through_seq LIMIT ?',
    )
    this.#newestTally = db
      .prepare<[], number>('SELECT coalesce(max(through_seq), 0) FROM tally_checkpoint')
      .pluck()
  }

  /** The lowest and highest number, and the count. */
  numbers(table: (typeof NUMBERED)[number]): { first: number; last: number; count: number } {
    return this.#db
      .prepare<[], { first: number; last: number; count: number }>(
        `SELECT coalesce(min(n), 1) AS first, coalesce(max(n), 0) AS last, count(*) AS count FROM ${table}`,
      )
      .get() as { first: number; last: number; count: number }
  }

  /** By schema version: the newest entry when the file got it. */
  schemaSince(): { readonly version: number; readonly seq: number }[] {
    return this.#db
      .prepare<[], { version: number; seq: number }>('SELECT version, seq FROM schema_since ORDER BY version')
      .all()
  }

  notifications(afterN: number, count: number): NotificationRow[] {
    return this.#notifications.all(afterN, count)
  }

  visits(afterN: number, count: number): VisitRow[] {
    return this.#visits.all(afterN, count)
  }

  uses(afterCredential: number, count: number): UseRow[] {
    return this.#uses.all(afterCredential, count)
  }

  unresolved(after: UnresolvedRow, count: number): UnresolvedRow[] {
    return this.#unresolved.all(after.conversionId, after.seq, count)
  }

  backups(afterN: number, count: number): BackupRow[] {
    return this.#backups.all(afterN, count)
  }

  tallies(afterSeq: number, count: number) {
    return this.#tally.all(afterSeq, count)
  }

  /** The last entry in the newest sums; 0 if there are none. */
  newestTally(): number {
    return this.#newestTally.get() as number
  }
}
