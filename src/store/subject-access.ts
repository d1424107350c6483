import type { Db } from './open.ts'

/** A party's request to know what is stored about them, and when it was answered. */
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

  constructor(db: Db) {
    this.#bySeq = db.prepare<[number], SubjectAccessRow>(`${REQUEST} WHERE r.seq = ?`)
    this.#open = db.prepare<[number, number], SubjectAccessRow>(
      `${REQUEST} WHERE a.at IS NULL AND r.seq > ? ORDER BY r.seq LIMIT ?`,
    )
    this.#all = db.prepare<[number, number], SubjectAccessRow>(
      `${REQUEST} WHERE r.seq > ? ORDER BY r.seq LIMIT ?`,
    )
  }

  bySeq(seq: number): SubjectAccessRow | undefined {
    return this.#bySeq.get(seq)
  }

  /** Oldest first, after a place in the log. @param withAnswered includes answered requests */
  after(seq: number, count: number, withAnswered: boolean): SubjectAccessRow[] {
    return (withAnswered ? this.#all : this.#open).all(seq, count)
  }
}
