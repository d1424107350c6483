import type { Db } from '../file/open.ts'

/** A party's request to see the data held about them, and the time of its answer. */
export interface SubjectAccessRow {
  readonly seq: number
  readonly party: number
  readonly at: number
  readonly dueAt: number
  readonly answeredAt: number | null
}

const REQUEST = `SELECT r.seq, r.party, r.at, r.due_at AS dueAt, a.at AS answeredAt
  FROM subject_access_request r LEFT JOIN subject_access_answer a ON a.request = r.seq`

export class SubjectAccessRequests {
  readonly #bySeq
  readonly #open
  readonly #all
  readonly #openOf

  constructor(db: Db) {
    this.#bySeq = db.prepare<[number], SubjectAccessRow>(`${REQUEST} WHERE r.seq = ?`)
    this.#open = db.prepare<[number, number], SubjectAccessRow>(
      `${REQUEST} WHERE a.at IS NULL AND r.seq > ? ORDER BY r.seq LIMIT ?`,
    )
    this.#openOf = db.prepare<[number], SubjectAccessRow>(
      `${REQUEST} WHERE a.at IS NULL AND r.party = ? ORDER BY r.seq`,
    )
    this.#all = db.prepare<[number, number], SubjectAccessRow>(
      `${REQUEST} WHERE r.seq > ? ORDER BY r.seq LIMIT ?`,
    )
  }

  bySeq(seq: number): SubjectAccessRow | undefined {
    return this.#bySeq.get(seq)
  }

  /** Requests after an entry, oldest first. @param withAnswered true to include answered requests */
  after(seq: number, count: number, withAnswered: boolean): SubjectAccessRow[] {
    return (withAnswered ? this.#all : this.#open).all(seq, count)
  }

  /** A party's requests that were not answered yet, oldest first. */
  openOf(party: number): SubjectAccessRow[] {
    return this.#openOf.all(party)
  }
}
