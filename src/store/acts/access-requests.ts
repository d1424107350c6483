import { must } from '../../base/typed.ts'
import type { RequestLife, RequestsMade } from '../../domain/access-request.ts'
import { idBytes, idText } from '../../domain/id.ts'
import type { Db } from '../file/open.ts'

/** An access request as the rules need it. Instants are in milliseconds, parties are numbers. */
export interface AccessRequestRow extends RequestLife {
  readonly seq: number
  readonly asker: number
  /** The party id that the request names, which may be nobody's; null if it names a member number. */
  readonly aboutParty: string | null
  /** Seq of the grant that answers the request. */
  readonly grant: number | null
  /** The party that the office matched to the request; null if not matched yet, or to none of its members. */
  readonly matched: number | null
  /** The office has matched the request to a member, or stated that it is about none of its members. */
  readonly isMatched: boolean
}

const NEWEST_MATCH = 'SELECT max(n.seq) FROM access_request_match n WHERE n.access_request = r.seq'
const REQUEST = `SELECT r.seq, r.asker, r.about_party AS about, r.lapses_at AS lapsesAt,
    w.at AS withdrawnAt, f.at AS refusedAt, g.at AS grantedAt, g.seq AS "grant",
    m.party AS matched, m.seq IS NOT NULL AS isMatched
  FROM access_request r
    LEFT JOIN access_request_withdrawal w ON w.access_request = r.seq
    LEFT JOIN access_request_refusal f ON f.access_request = r.seq
    LEFT JOIN access_request_grant g ON g.access_request = r.seq
    LEFT JOIN access_request_match m ON m.seq = (${NEWEST_MATCH})`
const UNDECIDED = 'w.at IS NULL AND f.at IS NULL AND g.at IS NULL'

type RequestColumns = Omit<AccessRequestRow, 'aboutParty' | 'isMatched'> & {
  readonly about: Buffer | null
  readonly isMatched: 0 | 1
}

const asRow = ({ about, isMatched, ...row }: RequestColumns): AccessRequestRow => ({
  ...row,
  aboutParty: about === null ? null : idText(about),
  isMatched: isMatched === 1,
})

/** Access requests (contract §20). Making a request reads nothing about any party but the asker. */
export class AccessRequests {
  readonly #one
  readonly #ofAsker
  readonly #aboutParty
  readonly #open
  readonly #askedBefore
  readonly #waiting
  readonly #countWaiting

  constructor(db: Db) {
    this.#one = db.prepare<[number], RequestColumns>(`${REQUEST} WHERE r.seq = ?`)
    this.#ofAsker = db.prepare<[number, number, number], RequestColumns>(
      `${REQUEST} WHERE r.asker = ? AND r.seq < ? ORDER BY r.seq DESC LIMIT ?`,
    )
    this.#aboutParty = db
      .prepare<{ id: Buffer; party: number; before: number; count: number }, number>(
        `SELECT seq FROM (
           SELECT r.seq FROM access_request r WHERE r.about_party = :id AND r.seq < :before
           UNION ALL
           SELECT r.access_request FROM access_request_match r
             WHERE r.party = :party AND r.access_request < :before AND r.seq = (
               SELECT max(n.seq) FROM access_request_match n WHERE n.access_request = r.access_request))
         ORDER BY seq DESC LIMIT :count`,
      )
      .pluck()
    // A refused request counts as open until it lapses: this count must not reveal the refusal to its asker.
    this.#open = db
      .prepare<[number, number], [open: number, firstLapse: number | null]>(
        `SELECT count(*), min(r.lapses_at) FROM access_request r
         WHERE r.asker = ? AND r.lapses_at > ?
           AND NOT EXISTS (SELECT 1 FROM access_request_withdrawal w WHERE w.access_request = r.seq)
           AND NOT EXISTS (SELECT 1 FROM access_request_grant g WHERE g.access_request = r.seq)`,
      )
      .raw()
    this.#askedBefore = db
      .prepare<[number, number], number>(
        'SELECT at FROM access_request WHERE asker = ? ORDER BY seq DESC LIMIT 1 OFFSET ?',
      )
      .pluck()
    this.#waiting = db.prepare<[number, number, number, number], RequestColumns>(
      `${REQUEST} WHERE r.lapses_at > ? AND (r.lapses_at, r.seq) > (?, ?) AND ${UNDECIDED}
       ORDER BY r.lapses_at, r.seq LIMIT ?`,
    )
    this.#countWaiting = db
      .prepare<[number, number], number>(
        `SELECT count(*) FROM (${REQUEST} WHERE r.lapses_at > ? AND ${UNDECIDED}
           AND (m.seq IS NULL OR m.party IS NOT NULL) LIMIT ?)`,
      )
      .pluck()
  }

  request(seq: number): AccessRequestRow | undefined {
    const row = this.#one.get(seq)
    return row && asRow(row)
  }

  /** Requests made by a party before an entry of the log, newest first. */
  ofAsker(asker: number, beforeSeq: number, count: number): AccessRequestRow[] {
    return this.#ofAsker.all(asker, beforeSeq, count).map(asRow)
  }

  /** Requests before an entry that name the party, or that the office matched to it; newest first. */
  ofSubject(party: number, id: string, beforeSeq: number, count: number): AccessRequestRow[] {
    return this.#aboutParty
      .all({ id: idBytes(id), party, before: beforeSeq, count })
      .map((seq) => must(this.request(seq)))
  }

  /** The figures that limit how often a party may ask. */
  asked(asker: number, perDay: number, nowMs: number): RequestsMade {
    const [open, firstLapse] = must(this.#open.get(asker, nowMs))
    const lastOfDay = perDay === 0 ? undefined : this.#askedBefore.get(asker, perDay - 1)
    return { open, firstLapse, lastOfDay: lastOfDay ?? null }
  }

  /**
   * Undecided requests of all parties, the first to lapse first.
   * @param after the last request already read
   */
  waiting(
    nowMs: number,
    after: Pick<AccessRequestRow, 'lapsesAt' | 'seq'> | null,
    count: number,
  ): AccessRequestRow[] {
    return this.#waiting.all(nowMs, after?.lapsesAt ?? 0, after?.seq ?? 0, count).map(asRow)
  }

  /**
   * The number of requests that wait for the office to match them, or for the person to answer, counted up to `most`.
   */
  countWaiting(nowMs: number, most: number): number {
    return must(this.#countWaiting.get(nowMs, most))
  }
}
