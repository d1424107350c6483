import { DAY_MS } from '../../domain/time.ts'
import type { Db } from '../file/open.ts'

/**
 * What the change feed told a reader that its program must act on, and whether the program has it (contract §21): ends of grants,
 * and corrections of what it was shown.
 */

/** A party's feed for a purpose. */
export interface FeedOf {
  readonly party: number
  readonly purpose: string
}

export interface WhenTold {
  /** When a page gave it. */
  readonly toldAt: number
  /** When the reader came back with the cursor of that page or of a later one; null before that. */
  readonly acknowledgedAt: number | null
}

/** What one program of a reader was told, by the numbers of rows: after the first, up to the second. */
export interface ToldToProgram {
  readonly after: number
  readonly through: number
}

/** What a page of the feed tells, by the numbers of grants and notifications. */
export interface PageTold {
  readonly grants: readonly number[]
  readonly notifications: readonly number[]
  readonly isFirst: boolean
}

interface Page {
  readonly n: number
  readonly at: number
}

interface NewestPage extends Page {
  /** It says only that the reader fetched. */
  readonly isBare: 0 | 1
}

interface ToldRow extends FeedOf, Page {}

export class FeedTold {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #newest
  readonly #acknowledge
  readonly #through
  readonly #since
  readonly #ofGrant
  readonly #ofNotification
  readonly #acknowledgedAt
  readonly #nextFeed

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO feed_told (party, purpose, grant_seq, notification, at) VALUES (?, ?, ?, ?, ?)',
    )
    this.#newest = db.prepare<[number, string], NewestPage>(
      `SELECT n, at, grant_seq IS NULL AND notification IS NULL AS isBare FROM feed_told
       WHERE party = ? AND purpose = ? ORDER BY n DESC LIMIT 1`,
    )
    this.#nextFeed = db.prepare<[number, string], FeedOf>(
      'SELECT party, purpose FROM feed_told WHERE (party, purpose) > (?, ?) ORDER BY party, purpose LIMIT 1',
    )
    this.#acknowledge = db.prepare(
      'INSERT INTO feed_acknowledged (party, purpose, told_after, told_through, at) VALUES (?, ?, ?, ?, ?)',
    )
    this.#through = db
      .prepare<[number, string, number], number>(
        `SELECT told_through FROM feed_acknowledged WHERE party = ? AND purpose = ? AND told_after <= ?
         ORDER BY told_through DESC LIMIT 1`,
      )
      .pluck()
    this.#since = db
      .prepare<[number, string, number, number], number>(
        `SELECT notification FROM feed_told
         WHERE party = ? AND purpose = ? AND n > ? AND n <= ? AND notification IS NOT NULL ORDER BY n`,
      )
      .pluck()
    const row = (column: string) =>
      db.prepare<[number], ToldRow>(`SELECT n, party, purpose, at FROM feed_told WHERE ${column} = ?`)
    this.#ofGrant = row('grant_seq')
    this.#ofNotification = row('notification')
    this.#acknowledgedAt = db
      .prepare<[number, string, number, number], number>(
        `SELECT at FROM feed_acknowledged WHERE party = ? AND purpose = ? AND told_through >= ? AND told_after < ?
         ORDER BY told_through LIMIT 1`,
      )
      .pluck()
  }

  /** The number of what this feed told last; 0 if it told nothing. */
  newest({ party, purpose }: FeedOf): number {
    return this.#newest.get(party, purpose)?.n ?? 0
  }

  /** Where a program begins that has nothing: before what it is told, and after what told another something. */
  beginning({ party, purpose }: FeedOf): number {
    const newest = this.#newest.get(party, purpose)
    return newest === undefined ? 0 : newest.n - newest.isBare
  }

  /** When the reader last fetched, to a day; null if it never did. */
  lastFetchedAt({ party, purpose }: FeedOf): number | null {
    return this.#newest.get(party, purpose)?.at ?? null
  }

  /** Every feed that was ever fetched. They are few; each costs one index lookup. */
  feeds(): readonly FeedOf[] {
    const feeds: FeedOf[] = []
    for (let last: FeedOf = { party: 0, purpose: '' }; ; ) {
      const next = this.#nextFeed.get(last.party, last.purpose)
      if (next === undefined) return feeds
      feeds.push(next)
      last = next
    }
  }

  /**
   * Notes that a page was given, and what it told. What was told before stays as it is: the reader may ask for a page again.
   * @param page.isFirst whether the program began from nothing
   */
  tell({ party, purpose }: FeedOf, { grants, notifications, isFirst }: PageTold, atMs: number): void {
    const insert = (grant: number | null, notification: number | null) => {
      this.#noteAppend()
      this.#insert.run(party, purpose, grant, notification, atMs)
    }
    for (const grant of grants) if (this.#ofGrant.get(grant) === undefined) insert(grant, null)
    for (const n of notifications) if (this.#ofNotification.get(n) === undefined) insert(null, n)
    const newest = this.#newest.get(party, purpose)
    // A program that always begins from nothing adds no row each time.
    const isDue = newest === undefined || newest.at <= atMs - DAY_MS || (isFirst && newest.isBare === 0)
    if (isDue) insert(null, null)
  }

  /**
   * Notes that the reader has what its program was told.
   * @returns the notifications among it that it had not acknowledged before
   */
  acknowledge(
    { party, purpose }: FeedOf,
    { after, through }: ToldToProgram,
    atMs: number,
  ): readonly number[] {
    // A folder that was replaced by an older copy of itself has told less.
    const known = Math.min(through, this.newest({ party, purpose }))
    const before = Math.max(after, this.#through.get(party, purpose, after) ?? 0)
    if (known <= before) return []
    this.#noteAppend()
    this.#acknowledge.run(party, purpose, after, known, atMs)
    return this.#since
      .all(party, purpose, before, known)
      .filter((n) => (this.ofNotification(n)?.acknowledgedAt ?? atMs) === atMs)
  }

  /** Returns null if no page has told the end of this grant. */
  ofGrant(seq: number): WhenTold | null {
    return this.#toldOf(this.#ofGrant.get(seq))
  }

  ofNotification(n: number): WhenTold | null {
    return this.#toldOf(this.#ofNotification.get(n))
  }

  #toldOf(row: ToldRow | undefined): WhenTold | null {
    if (row === undefined) return null
    const { n, party, purpose, at } = row
    return { toldAt: at, acknowledgedAt: this.#acknowledgedAt.get(party, purpose, n, n) ?? null }
  }
}
