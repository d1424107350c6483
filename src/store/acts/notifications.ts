import { must } from '../../base/typed.ts'
import { typeCode } from '../../domain/types/index.ts'
import type { Db } from '../file/open.ts'

/** A notification due to a party that was shown a record later corrected or retracted (contract §7). */
export interface NotificationRow {
  readonly n: number
  readonly recipient: number
  /** Seq of the version that was shown. */
  readonly shown: number
  /** Seq of the correction or retraction. */
  readonly because: number
  readonly raisedAt: number
  readonly toldAt: number | null
}

/** Why a notification was raised. */
export interface RaisedRow extends Pick<NotificationRow, 'n' | 'shown' | 'because'> {
  readonly isRetraction: 0 | 1
}

const NOTIFICATION = `SELECT m.n, m.recipient, m.shown, m.because, m.raised_at AS raisedAt, t.at AS toldAt
  FROM notification m LEFT JOIN notification_told t ON t.notification = m.n`

export class Notifications {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #next
  readonly #byNumber
  readonly #outstanding
  readonly #all
  readonly #between
  readonly #ofShown
  /** All up to this one were delivered; they are not looked at again. */
  #toldThrough = 0

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO notification (n, recipient, shown, because, raised_at) VALUES (?, ?, ?, ?, ?)',
    )
    this.#next = db.prepare<[], number>('SELECT coalesce(max(n), 0) + 1 FROM notification').pluck()
    this.#byNumber = db.prepare<[number], NotificationRow>(`${NOTIFICATION} WHERE m.n = ?`)
    this.#outstanding = db.prepare<[number, number], NotificationRow>(
      `${NOTIFICATION} WHERE t.at IS NULL AND m.n > ? ORDER BY m.n LIMIT ?`,
    )
    this.#between = db.prepare<[number, number, number], RaisedRow>(
      `SELECT m.n, m.shown, m.because, e.kind = ${typeCode('retraction')} AS isRetraction
       FROM notification m JOIN entry e ON e.seq = m.because
       WHERE m.recipient = ? AND m.because BETWEEN ? AND ? ORDER BY m.because`,
    )
    this.#ofShown = db.prepare<[number, string], NotificationRow>(
      `${NOTIFICATION} WHERE m.recipient = ? AND m.shown IN (SELECT value FROM json_each(?))`,
    )
    this.#all = db.prepare<[number, number], NotificationRow>(
      `${NOTIFICATION} WHERE m.n > ? ORDER BY m.n LIMIT ?`,
    )
  }

  /** Returns those of a recipient because of entries from one to another, both included. */
  between(recipient: number, fromSeq: number, toSeq: number): RaisedRow[] {
    return this.#between.all(recipient, fromSeq, toSeq)
  }

  /** Returns those of a recipient about these records. */
  ofShown(recipient: number, shown: readonly number[]): NotificationRow[] {
    return this.#ofShown.all(recipient, JSON.stringify(shown)).sort((a, b) => a.n - b.n)
  }

  /** Adds a notification. Call inside the job that appends the correction or retraction. */
  raise(recipient: number, shown: number, because: number, atMs: number): void {
    this.#noteAppend()
    this.#insert.run(this.#next.get(), recipient, shown, because, atMs)
  }

  byNumber(n: number): NotificationRow | undefined {
    return this.#byNumber.get(n)
  }

  /** Notifications after a number, oldest first. @param withTold true to include those already delivered */
  after(n: number, count: number, withTold: boolean): NotificationRow[] {
    if (withTold) return this.#all.all(n, count)
    const found = this.#outstanding.all(Math.max(n, this.#toldThrough), count)
    if (count > 0 && n <= this.#toldThrough) this.#toldThrough = (found[0]?.n ?? must(this.#next.get())) - 1
    return found
  }

  /** Call after a rollback. */
  forget(): void {
    this.#toldThrough = 0
  }
}
