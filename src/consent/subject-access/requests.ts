import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import { DAY_MS, formatInstant } from '../../domain/time.ts'
import { type Doer, noteAct } from '../../store/acts/doer.ts'
import type { SubjectAccessRow } from '../../store/acts/subject-access.ts'
import type { Store } from '../../store/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

/** Requests of people to know what is held about them, and when they were answered (contract §7). */

/** Time limit of an answer (specification, Limits). */
const ANSWER_WITHIN_DAYS = 30

export interface RequestView {
  readonly id: string
  readonly party: string
  readonly requested_at: string
  readonly due_by: string
  readonly answered_at: string | null
}

/** Counts of what an answer contained, recorded with it. */
export interface AnswerCounts {
  readonly records: number
  readonly redactions: number
  readonly disclosures: number
}

export class Requests {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * Opens a request, or finds the same one. Call inside a job.
   * @throws {Problem} id_conflict when the id is used for something else
   */
  open(doer: Doer, party: string, id = uuidv7()): { readonly isNew: boolean; readonly request: RequestView } {
    const store = this.#store
    const existing = this.find(id)
    if (existing?.party === party) return { isNew: false, request: existing }
    if (existing || store.log.has(id)) throw new Problem('id_conflict')
    const nowMs = store.writer.nowMs
    const dueAt = nowMs + ANSWER_WITHIN_DAYS * DAY_MS
    const seq = store.acts.append('subject_access_request', id, nowMs, {
      id,
      party,
      due_by: formatInstant(dueAt),
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'subject_access_request', { request: seq })
    return { isNew: true, request: must(this.find(id)) }
  }

  /** Records that a request was answered; further copies are not recorded. Call inside a job. */
  answered(doer: Doer, id: string, counts: AnswerCounts): RequestView {
    const store = this.#store
    const row = must(this.#row(id))
    if (row.answeredAt === null) {
      const nowMs = store.writer.nowMs
      const answerId = uuidv7()
      store.acts.append('subject_access_answer', answerId, nowMs, {
        id: answerId,
        request_id: id,
        ...counts,
        received_at: formatInstant(nowMs),
      })
      noteAct(store, doer, 'subject_access_answer', { request: row.seq })
    }
    return must(this.find(id))
  }

  find(id: string): RequestView | undefined {
    const row = this.#row(id)
    return row && this.#view(row)
  }

  /** Returns the request with an id that a person named. @throws {OperatorFault} if there is none */
  named(id: string): RequestView {
    const found = this.find(id)
    if (found !== undefined) return found
    throw new OperatorFault(...withRemedy('answer.noRequest', { id }))
  }

  /** Lists requests, oldest first, so that the first is due first. */
  list(count: number, withAnswered: boolean): RequestView[] {
    return this.#store.subjectAccess.after(0, count, withAnswered).map((row) => this.#view(row))
  }

  /** Lists a party's requests that were not answered yet, oldest first. */
  openOf(party: string): RequestView[] {
    const n = this.#store.parties.find(party)
    return n === undefined ? [] : this.#store.subjectAccess.openOf(n).map((row) => this.#view(row))
  }

  #row(id: string): SubjectAccessRow | undefined {
    const act = this.#store.acts.byId(id)
    return act?.kind === 'subject_access_request' ? this.#store.subjectAccess.bySeq(act.seq) : undefined
  }

  #view(row: SubjectAccessRow): RequestView {
    return {
      id: must(this.#store.acts.bySeq(row.seq)?.id),
      party: this.#store.parties.id(row.party),
      requested_at: formatInstant(row.at),
      due_by: formatInstant(row.dueAt),
      answered_at: row.answeredAt === null ? null : formatInstant(row.answeredAt),
    }
  }
}
