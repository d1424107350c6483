import { Problem, violation } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import {
  type About,
  type AskingLimits,
  mayAskAgainAt,
  statusForAsker,
  statusForSubject,
  termsFault,
  widerThanAsked,
} from '../domain/access-request.ts'
import {
  type AccessDecisionDraft,
  type AccessRequest,
  type AccessRequestDraft,
  type GrantOfDecision,
  MEMBER_OF,
  type StoredRequest,
  termsAsked,
  termsGranted,
  termsSaid,
} from '../domain/access-request-shapes.ts'
import { canonicalJson } from '../domain/canonical.ts'
import { isId } from '../domain/id.ts'
import type { CHANNELS } from '../domain/shapes.ts'
import { DAY_MS, formatInstant } from '../domain/time.ts'
import type { AccessRequestRow } from '../store/acts/access-requests.ts'
import { saidBy } from '../store/acts/acts.ts'
import { type Doer, noteAct, type Outcome } from '../store/acts/doer.ts'
import { useOf } from '../store/log/id-owner.ts'
import type { Store } from '../store/store.ts'
import type { People } from '../store/tables/people.ts'
import { type Grants, granteeCalled, periodFault } from './grants.ts'

/**
 * Access requests (contract §20): a party asks to read a person's records, and the person decides.
 *
 * The asker learns of nothing but a grant. Making a request looks nobody up: all that it reads, writes and
 * returns depends on the asker and the draft alone. A refusal changes nothing that the asker can see before
 * the request lapses, not even the limits on further requests.
 */

export interface AccessRequestSettings extends AskingLimits {
  readonly lapseDays: number
}

/** The members that the front office adds to a decision. */
export interface OnPaper {
  readonly channel: (typeof CHANNELS)[number]
  /** SHA-256 of the signed paper. */
  readonly evidence?: string
}

/** A request as the front office sees it. */
export interface OfficeRequest extends AccessRequest {
  readonly about: About
  /** Whose records they are, named by the asker or matched; null: not matched, or no one known here. */
  readonly person: string | null
  /** The office found that the request is about no one known here. */
  readonly is_nobody: boolean
}

export class AccessRequestService {
  readonly #store: Store
  readonly #people: People
  readonly #grants: Grants
  readonly #isRegisteredPurpose: (purpose: string) => boolean
  readonly #settings: AccessRequestSettings

  constructor(
    store: Store,
    people: People,
    grants: Grants,
    isRegisteredPurpose: (purpose: string) => boolean,
    settings: AccessRequestSettings,
  ) {
    this.#store = store
    this.#people = people
    this.#grants = grants
    this.#isRegisteredPurpose = isRegisteredPurpose
    this.#settings = settings
  }

  /** Makes a request, or replays it. Call inside a job. @throws {Problem} having written nothing */
  ask(doer: Doer, asker: string, draft: AccessRequestDraft): Outcome<AccessRequest> {
    const store = this.#store
    const { nowMs } = store.writer
    const said = {
      id: draft.id,
      grantee: asker,
      about: draft.about as About,
      purpose: draft.purpose,
      ...termsSaid(termsAsked(draft)),
      reason: draft.reason,
    }
    const existing = this.#stored(draft.id)
    if (existing?.body.grantee === asker) {
      const { received_at: _, lapses_at: __, ...before } = existing.body
      if (canonicalJson(before) !== canonicalJson(said)) throw new Problem('id_conflict')
      return { status: 'replayed', value: this.#forAsker(existing.seq) }
    }
    const use = useOf(store, draft.id, asker)
    if (use === 'own') throw new Problem('id_conflict')
    if (!this.#isRegisteredPurpose(draft.purpose))
      throw violation('purpose_unknown', '/purpose', PURPOSE_MESSAGE)
    const fault = termsFault(termsAsked(draft), nowMs)
    if (fault !== null) throw periodFault(fault)
    this.#checkLimits(asker)
    // Checked last: guessing an id that another party uses must cost a request.
    if (use === 'other') throw new Problem('id_conflict')
    const seq = store.acts.append('access_request', draft.id, nowMs, {
      ...said,
      lapses_at: formatInstant(nowMs + this.#settings.lapseDays * DAY_MS),
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'access_request', { access_request: seq })
    return { status: 'created', value: this.#forAsker(seq) }
  }

  #checkLimits(asker: string): void {
    const { accessRequests, parties, writer } = this.#store
    const n = parties.find(asker)
    if (n === undefined) return
    const { nowMs } = writer
    const asked = accessRequests.asked(n, this.#settings.perDay, nowMs)
    const againAt = mayAskAgainAt(asked, this.#settings, nowMs)
    if (againAt === null) return
    throw new Problem('too_many_access_requests', {
      retryAfterSeconds: Math.max(1, Math.ceil((againAt - nowMs) / 1000)),
    })
  }

  /**
   * Withdraws a request for its asker. Idempotent.
   * @returns null if this party made no such request
   * @throws {Problem} request_ended if it was granted or has lapsed
   */
  withdraw(
    doer: Doer,
    asker: string,
    requestId: string,
    withdrawalId: string,
  ): Outcome<AccessRequest> | null {
    const store = this.#store
    const row = this.#row(requestId)
    if (row === undefined || row.asker !== store.parties.find(asker)) {
      noteAct(store, doer, 'access_request_withdrawal', detailOf(row, requestId), NO_SUCH)
      return null
    }
    if (row.withdrawnAt !== null) return { status: 'replayed', value: this.#forAsker(row.seq) }
    const { nowMs } = store.writer
    if (statusForAsker(row, nowMs) !== 'open') throw new Problem('request_ended')
    if (store.log.has(withdrawalId)) throw new Problem('id_conflict')
    store.acts.append('access_request_withdrawal', withdrawalId, nowMs, {
      id: withdrawalId,
      request_id: requestId,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'access_request_withdrawal', { access_request: row.seq })
    return { status: 'created', value: this.#forAsker(row.seq) }
  }

  /**
   * Records the decision of the person that the request is about.
   * @param decisionId id of the act of a refusal
   * @returns null if no request is known to be about this party
   * @throws {Problem} request_ended, wider_than_asked, or why the grant cannot be given
   */
  decide(
    doer: Doer,
    subject: string,
    requestId: string,
    decision: AccessDecisionDraft,
    decisionId: string,
    paper?: OnPaper,
  ): Outcome<AccessRequest> | null {
    const store = this.#store
    const row = this.#row(requestId)
    if (row === undefined || this.#personOf(row) !== subject) {
      noteAct(store, doer, 'access_request_decision', detailOf(row, requestId), NO_SUCH)
      return null
    }
    if (decision.grant !== undefined) return this.#grant(doer, subject, row, decision.grant, paper)
    const { nowMs } = store.writer
    if (statusForSubject(row, nowMs) !== 'open') throw new Problem('request_ended')
    store.acts.append('access_request_refusal', decisionId, nowMs, {
      id: decisionId,
      request_id: requestId,
      ...paper,
      received_at: formatInstant(nowMs),
    })
    // With `looked_up`, the audit log lists the refusal under the person.
    noteAct(store, doer, 'access_request_refusal', {
      access_request: row.seq,
      looked_up: store.parties.intern(subject),
    })
    return { status: 'created', value: this.#forSubject(row.seq) }
  }

  #grant(
    doer: Doer,
    subject: string,
    row: AccessRequestRow,
    said: GrantOfDecision,
    paper: OnPaper | undefined,
  ): Outcome<AccessRequest> {
    const store = this.#store
    const isSentAgain = row.grant !== null && store.acts.byId(said.id)?.seq === row.grant
    if (!isSentAgain && statusForSubject(row, store.writer.nowMs) !== 'open')
      throw new Problem('request_ended')
    const draft = this.grantDraft(row.seq, said)
    const { evidence, ...channel } = paper ?? {}
    const origin = { request_id: this.#idOf(row.seq), ...given({ evidence }) }
    try {
      const { status } = this.#grants.give(doer, subject, { ...draft, ...channel }, origin)
      return { status, value: this.#forSubject(row.seq) }
    } catch (refusal) {
      throw pointingInto('/grant', refusal)
    }
  }

  /** Returns the draft of the grant that a decision makes. @throws {Problem} wider_than_asked */
  grantDraft(requestSeq: number, said: GrantOfDecision) {
    const body = this.#bodyOf(requestSeq)
    const granted = termsGranted(body, said)
    const wider = widerThanAsked(termsAsked(body), granted)
    if (wider.length > 0)
      throw new Problem('wider_than_asked', {
        errors: wider.map((term) => ({
          pointer: `/grant/${MEMBER_OF[term]}`,
          message: 'must not open or keep more than was asked for',
        })),
      })
    return { id: said.id, grantee: body.grantee, purpose: body.purpose, ...termsSaid(granted) }
  }

  /**
   * Records whom the office takes a request to be about.
   * @param party null if it is about no one known here
   * @throws {Problem} request_ended
   */
  match(doer: Doer, requestId: string, party: string | null, matchId: string): OfficeRequest | null {
    const store = this.#store
    const row = this.#row(requestId)
    if (row === undefined) return null
    const { nowMs } = store.writer
    if (statusForSubject(row, nowMs) !== 'open') throw new Problem('request_ended')
    const isKnown = row.isMatched && (row.matched === null ? null : store.parties.id(row.matched)) === party
    if (isKnown) return this.#forOffice(row)
    const match = store.acts.append('access_request_match', matchId, nowMs, {
      id: matchId,
      request_id: requestId,
      party,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'access_request_match', {
      access_request: row.seq,
      match,
      ...(party === null ? {} : { looked_up: store.parties.intern(party) }),
    })
    return this.#forOffice(must(this.#row(requestId)))
  }

  /**
   * Lists a party's requests, or those about it, newest first.
   * @param before id of the last one seen
   * @throws {Problem} invalid_cursor if that is not in the list: its place would reveal other acts
   */
  list(party: string, role: 'subject' | 'grantee', before: string | null, count: number): AccessRequest[] {
    const { parties, accessRequests } = this.#store
    const n = parties.find(party)
    if (n === undefined) return []
    const isAsker = role === 'grantee'
    let beforeSeq = Number.MAX_SAFE_INTEGER
    if (before !== null) {
      const row = this.#row(before)
      if (row === undefined || (isAsker ? row.asker !== n : this.#personOf(row) !== party))
        throw new Problem('invalid_cursor')
      beforeSeq = row.seq
    }
    return isAsker
      ? accessRequests.ofAsker(n, beforeSeq, count).map((row) => this.#askersView(row))
      : accessRequests.ofSubject(n, party, beforeSeq, count).map((row) => this.#subjectsView(row))
  }

  /**
   * Lists undecided requests of all parties, the first to lapse first.
   * @param after id of the last one seen
   */
  waiting(after: string | null, count: number): OfficeRequest[] {
    const { accessRequests, writer } = this.#store
    const last = after === null ? null : (this.#row(after) ?? null)
    return accessRequests.waiting(writer.nowMs, last, count).map((row) => this.#forOffice(row))
  }

  /** Lists the undecided ones among the newest requests about a party, the first to lapse first. */
  waitingOn(party: string, newest: number): OfficeRequest[] {
    const { accessRequests, parties, writer } = this.#store
    const n = parties.find(party)
    const about = n === undefined ? [] : accessRequests.ofSubject(n, party, Number.MAX_SAFE_INTEGER, newest)
    return about
      .filter((row) => statusForSubject(row, writer.nowMs) === 'open')
      .sort((a, b) => a.lapsesAt - b.lapsesAt || a.seq - b.seq)
      .map((row) => this.#forOffice(row))
  }

  /** Returns a request as the front office sees it; undefined if there is none. */
  find(requestId: string): OfficeRequest | undefined {
    const row = this.#row(requestId)
    return row && this.#forOffice(row)
  }

  seqOf(requestId: string): number | undefined {
    return this.#row(requestId)?.seq
  }

  /** Returns the party whose records they are; null while it is not known. */
  #personOf(row: AccessRequestRow): string | null {
    if (row.aboutParty !== null) return row.aboutParty
    return row.matched === null ? null : this.#store.parties.id(row.matched)
  }

  #row(requestId: string): AccessRequestRow | undefined {
    const stored = this.#stored(requestId)
    return stored && this.#store.accessRequests.request(stored.seq)
  }

  #stored(requestId: string): { readonly seq: number; readonly body: StoredRequest } | undefined {
    const act = isId(requestId) ? this.#store.acts.byId(requestId) : undefined
    return act?.kind === 'access_request' ? { seq: act.seq, body: saidBy<StoredRequest>(act) } : undefined
  }

  #bodyOf(seq: number): StoredRequest {
    return saidBy<StoredRequest>(must(this.#store.acts.bySeq(seq)))
  }

  #idOf(seq: number): string {
    return must(this.#store.acts.bySeq(seq)?.id)
  }

  #forAsker(seq: number): AccessRequest {
    return this.#askersView(must(this.#store.accessRequests.request(seq)))
  }

  #forSubject(seq: number): AccessRequest {
    return this.#subjectsView(must(this.#store.accessRequests.request(seq)))
  }

  #askersView(row: AccessRequestRow): AccessRequest {
    const status = statusForAsker(row, this.#store.writer.nowMs)
    const body = this.#bodyOf(row.seq)
    return { ...body, ...this.#called(body), status, ...this.#grantOf(row) }
  }

  /** Leaves out the number in the request: after a wrong match it is another person's. */
  #subjectsView(row: AccessRequestRow): AccessRequest {
    const { about: _, ...body } = this.#bodyOf(row.seq)
    const status = statusForSubject(row, this.#store.writer.nowMs)
    return { ...body, ...this.#called(body), status, ...this.#grantOf(row) }
  }

  #called({ grantee }: Pick<StoredRequest, 'grantee'>): ReturnType<typeof granteeCalled> {
    return granteeCalled(this.#store, this.#people, grantee)
  }

  #forOffice(row: AccessRequestRow): OfficeRequest {
    return {
      ...this.#subjectsView(row),
      about: this.#bodyOf(row.seq).about,
      person: this.#personOf(row),
      is_nobody: row.isMatched && row.matched === null,
    }
  }

  #grantOf(row: AccessRequestRow): { readonly grant_id?: string } {
    return row.grant === null ? {} : { grant_id: this.#idOf(row.grant) }
  }
}

const NO_SUCH = 'no_such_access_request'
const PURPOSE_MESSAGE = 'must be a purpose of the registry, /v1/registry/purposes'

const detailOf = (row: AccessRequestRow | undefined, id: string): object =>
  row === undefined ? { id } : { access_request: row.seq }

/** Returns the same refusal, with its pointers below a part of the body. */
function pointingInto(part: string, refusal: unknown): unknown {
  if (!(refusal instanceof Problem) || refusal.extra.errors === undefined) return refusal
  const errors = refusal.extra.errors.map(({ pointer, message }) => ({ pointer: part + pointer, message }))
  return new Problem(refusal.code, { ...refusal.extra, errors }, refusal.because)
}
