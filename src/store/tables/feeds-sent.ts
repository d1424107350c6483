import { must } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'

/**
 * Feeds that are sent to an address of their reader (contract §27), and what became of their pages, as rows kept beside the log.
 * - Holds: the newest acknowledged page says where a feed goes on; the newest row whether its last try failed; an ended one stays so.
 */

export interface SentFeed {
  readonly n: number
  readonly party: number
  readonly purpose: string
  readonly url: string
  /** SHA-256 of the receiver's certificate; null if public authorities vouch for it. */
  readonly fingerprint: string | null
  readonly tokenFile: string
  readonly at: number
}

/** A page that the receiver acknowledged. */
export interface AcknowledgedPage {
  /** When the page was made. */
  readonly at: number
  readonly cursor: string
  /** Up to which entry of the log the receiver has the grants. */
  readonly grants: number
  /** How many records were sent since the feed began, and how many closed. */
  readonly records: number
  readonly closed: number
  /** Whether another page followed. */
  readonly hasMore: boolean
}

export interface FeedFailed {
  readonly at: number
  readonly code: string
}

export interface FeedNow {
  readonly acknowledged: AcknowledgedPage | null
  /** The first failure since then; null if what was tried last succeeded. */
  readonly failed: FeedFailed | null
  /** When and why it ended; without a code, the office ended it. */
  readonly ended: { readonly at: number; readonly code: string | null } | null
}

type PageColumns = Omit<AcknowledgedPage, 'hasMore'> & { readonly n: number; readonly hasMore: 0 | 1 }

const FEED = `SELECT n, party, purpose, url, fingerprint, token_file AS tokenFile, at FROM feed_sent f`
const IS_LIVE = "NOT EXISTS (SELECT 1 FROM feed_sent_state s WHERE s.feed = f.n AND s.what = 'ended')"

export class FeedsSent {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #note
  readonly #one
  readonly #all
  readonly #live
  readonly #newestPage
  readonly #firstFailure
  readonly #newestFailure
  readonly #ended

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO feed_sent (party, purpose, url, fingerprint, token_file, at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#note = db.prepare(
      `INSERT INTO feed_sent_state (feed, what, at, cursor, grants, records, closed, has_more, code)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#one = db.prepare<[number], SentFeed>(`${FEED} WHERE n = ?`)
    this.#all = db.prepare<[], SentFeed>(`${FEED} ORDER BY n DESC`)
    this.#live = db.prepare<[], SentFeed>(`${FEED} WHERE ${IS_LIVE} ORDER BY n`)
    this.#newestPage = db.prepare<[number], PageColumns>(
      `SELECT n, at, cursor, grants, records, closed, has_more AS hasMore FROM feed_sent_state
       WHERE feed = ? AND what = 'acknowledged' ORDER BY n DESC LIMIT 1`,
    )
    const failures =
      "SELECT at, code FROM feed_sent_state WHERE feed = ? AND what = 'failed' AND n > ? ORDER BY"
    this.#firstFailure = db.prepare<[number, number], FeedFailed>(`${failures} n LIMIT 1`)
    this.#newestFailure = db.prepare<[number, number], FeedFailed>(`${failures} n DESC LIMIT 1`)
    this.#ended = db.prepare<[number], { at: number; code: string | null }>(
      "SELECT at, code FROM feed_sent_state WHERE feed = ? AND what = 'ended' ORDER BY n LIMIT 1",
    )
  }

  /** @returns its number */
  add({ party, purpose, url, fingerprint, tokenFile, at }: Omit<SentFeed, 'n'>): number {
    this.#noteAppend()
    return Number(this.#insert.run(party, purpose, url, fingerprint, tokenFile, at).lastInsertRowid)
  }

  one(n: number): SentFeed | undefined {
    return this.#one.get(n)
  }

  /** All, newest first. They are few: one for each reader and purpose at a time. */
  all(): readonly SentFeed[] {
    return this.#all.all()
  }

  /** Those that have not ended. */
  live(): readonly SentFeed[] {
    return this.#live.all()
  }

  now(n: number): FeedNow {
    const page = this.#newestPage.get(n)
    const since = page?.n ?? 0
    const first = this.#firstFailure.get(n, since)
    const { n: _, ...acknowledged } = page ?? { n: 0 }
    return {
      acknowledged:
        page === undefined ? null : { ...(acknowledged as PageColumns), hasMore: page.hasMore === 1 },
      failed:
        first === undefined ? null : { at: first.at, code: must(this.#newestFailure.get(n, since)).code },
      ended: this.#ended.get(n) ?? null,
    }
  }

  acknowledge(feed: number, { at, cursor, grants, records, closed, hasMore }: AcknowledgedPage): void {
    this.#noteAppend()
    this.#note.run(feed, 'acknowledged', at, cursor, grants, records, closed, hasMore ? 1 : 0, null)
  }

  /** Notes why a page did not arrive, once for each reason in a row. */
  fail(feed: number, { at, code }: FeedFailed): void {
    if (this.now(feed).failed?.code === code) return
    this.#noteAppend()
    this.#note.run(feed, 'failed', at, null, null, null, null, null, code)
  }

  /** @param code why, unless the office ended it */
  end(feed: number, at: number, code: string | null): void {
    this.#noteAppend()
    this.#note.run(feed, 'ended', at, null, null, null, null, null, code)
  }
}
