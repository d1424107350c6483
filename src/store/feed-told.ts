import type { Db } from './open.ts'

/**
 * What the change feed told a reader that its program must act on, and whether the program has it (contract §21): ends of grants,
 * and corrections of what it was shown.
 */

/** A party's feed for a purpose. */
export interface FeedOf {
  readonly party: number
  readonly purpose: string
}

export interface Told {
  /** When a page gave it. */
  readonly toldAt: number
  /** When the reader came back with the cursor of that page or of a later one; null before that. */
  readonly acknowledgedAt: number | null
}

interface ToldRow extends FeedOf {
  readonly n: number
  readonly at: number
}

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

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO feed_told (party, purpose, grant_seq, notification, at) VALUES (?, ?, ?, ?, ?)',
    )
    this.#newest = db
      .prepare<[number, string], number>(
        'SELECT n FROM feed_told WHERE party = ? AND purpose = ? ORDER BY n DESC LIMIT 1',
      )
      .pluck()
    this.#acknowledge = db.prepare(
      'INSERT INTO feed_acknowledged (party, purpose, through, at) VALUES (?, ?, ?, ?)',
    )
    this.#through = db
      .prepare<[number, string], number>(
        'SELECT through FROM feed_acknowledged WHERE party = ? AND purpose = ? ORDER BY through DESC LIMIT 1',
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
      .prepare<[number, string, number], number>(
        `SELECT at FROM feed_acknowledged WHERE party = ? AND purpose = ? AND through >= ?
         ORDER BY through LIMIT 1`,
      )
      .pluck()
  }

  /** The number of what this feed told last; 0 if it told nothing. */
  newest({ party, purpose }: FeedOf): number {
    return this.#newest.get(party, purpose) ?? 0
  }

  /** Notes that a page gives these. What was told before stays as it is: the reader may ask for a page again. */
  tell(
    { party, purpose }: FeedOf,
    {
      grants,
      notifications,
    }: { readonly grants: readonly number[]; readonly notifications: readonly number[] },
    atMs: number,
  ): void {
    const insert = (grant: number | null, notification: number | null) => {
      this.#noteAppend()
      this.#insert.run(party, purpose, grant, notification, atMs)
    }
    for (const grant of grants) if (this.#ofGrant.get(grant) === undefined) insert(grant, null)
    for (const n of notifications) if (this.#ofNotification.get(n) === undefined) insert(null, n)
  }

  /**
   * Notes that the reader has all that was told up to a number.
   * @returns the notifications among it that it had not acknowledged before
   */
  acknowledge({ party, purpose }: FeedOf, through: number, atMs: number): readonly number[] {
    const before = this.#through.get(party, purpose) ?? 0
    if (through <= before) return []
    // A folder that was replaced by an older copy of itself has told less.
    const known = Math.min(through, this.newest({ party, purpose }))
    if (known <= before) return []
    this.#noteAppend()
    this.#acknowledge.run(party, purpose, known, atMs)
    return this.#since.all(party, purpose, before, known)
  }

  /** Returns null if no page has told the end of this grant. */
  ofGrant(seq: number): Told | null {
    return this.#toldOf(this.#ofGrant.get(seq))
  }

  ofNotification(n: number): Told | null {
    return this.#toldOf(this.#ofNotification.get(n))
  }

  #toldOf(row: ToldRow | undefined): Told | null {
    if (row === undefined) return null
    const { n, party, purpose, at } = row
    return { toldAt: at, acknowledgedAt: this.#acknowledgedAt.get(party, purpose, n) ?? null }
  }
}
