import { Problem, violation } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import { canonicalJson } from '../domain/canonical.ts'
import { coversEveryType, isBetween, isInForce } from '../domain/delegation.ts'
import { type AlikeRecords, ObjectionCount } from '../domain/objection.ts'
import { formatInstant } from '../domain/time.ts'
import { GRANTABLE_TYPES, grantableCode, maskCovers, typeMask } from '../domain/types/index.ts'
import { saidBy } from '../store/acts/acts.ts'
import type { GrantRow, ObjectionRow } from '../store/acts/consents.ts'
import { type Doer, noteAct, type Outcome } from '../store/acts/doer.ts'
import { useOf } from '../store/log/id-owner.ts'
import type { Store } from '../store/store.ts'
import type { People } from '../store/tables/people.ts'
import { seenBy } from './objection-seen.ts'
import type {
  ObjectionDraft,
  StoredObjection,
  ToldObjection,
  WithdrawableGrant,
  WithdrawalDraft,
} from './objection-shapes.ts'
import { objectionSentences, type Wording } from './objection-words.ts'
import { grantsInScope, Openness, type Scope } from './openness.ts'
import { RecordsAbout } from './records-about.ts'

/** Objections: a person stops the use of records about them, as far as the law allows (contract §7). */

type ObjectionSaid = Pick<
  StoredObjection,
  'id' | 'subject' | 'purposes' | 'record_types' | 'channel' | 'on_behalf_of' | 'delegation_id' | 'lodged_by'
>

type Submit = <T>(work: () => T) => Promise<T>

export class Objections {
  readonly #store: Store
  readonly #people: People
  readonly #isRegisteredPurpose: (purpose: string) => boolean
  readonly #wording: Wording
  readonly #maxObjections: number

  constructor(
    store: Store,
    people: People,
    isRegisteredPurpose: (purpose: string) => boolean,
    wording: Wording,
    maxObjections: number,
  ) {
    this.#store = store
    this.#people = people
    this.#isRegisteredPurpose = isRegisteredPurpose
    this.#wording = wording
    this.#maxObjections = maxObjections
  }

  /**
   * Lodges an objection, effective on the next read. First counts, job by job, which of the records in the
   * log on its arrival it stops; the result is stored with it.
   * @param lodger the party that lodges, for itself unless the draft names another
   * @throws {Problem} having written nothing
   */
  async lodge(
    submit: Submit,
    doer: Doer,
    lodger: string,
    draft: ObjectionDraft,
  ): Promise<Outcome<ToldObjection>> {
    const said = asSaid(lodger, draft)
    const viewer = doer.operator === undefined ? lodger : null
    const begun = await submit(() => this.#check(said, viewer) ?? this.#begin(said))
    if ('status' in begun) return begun
    while (await submit(() => begun.records?.next() ?? false));
    const deciding = await submit(() => this.#decide(said, begun))
    while (await submit(() => decideSome(deciding)));
    return submit(() => this.#check(said, viewer) ?? this.#write(doer, said, deciding, viewer))
  }

  /** Checks an objection that was not lodged before. @throws {Problem} when it cannot be lodged */
  check(lodger: string, draft: ObjectionDraft): void {
    this.#check(asSaid(lodger, draft), null)
  }

  /**
   * Ends an objection. Idempotent.
   * @param subject its subject; null for the operator
   * @returns null if this subject has no such objection
   */
  withdraw(
    doer: Doer,
    subject: string | null,
    objectionId: string,
    withdrawal: { readonly id: string; readonly channel: WithdrawalDraft['channel'] },
  ): Outcome<ToldObjection> | null {
    const store = this.#store
    const row = this.#byId(objectionId)
    if (!row || (subject !== null && store.parties.find(subject) !== row.subject)) {
      noteAct(
        store,
        doer,
        'objection_withdrawal',
        row ? { objection: row.seq } : { id: objectionId },
        'no_such_objection',
      )
      return null
    }
    if (row.endedAt !== null) return { status: 'replayed', value: this.#view(row, subject) }
    if (store.log.has(withdrawal.id)) throw new Problem('id_conflict')
    const nowMs = store.writer.nowMs
    store.acts.append('objection_withdrawal', withdrawal.id, nowMs, {
      ...withdrawal,
      objection_id: objectionId,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'objection_withdrawal', { objection: row.seq })
    return { status: 'created', value: this.#view({ ...row, endedAt: nowMs }, subject) }
  }

  /**
   * Lists the party's own objections, newest first.
   * @param before id of the last one seen
   * @param viewer the reader; null for the operator
   * @throws {Problem} invalid_cursor if `before` is not in the list
   */
  list(party: string, viewer: string | null, before: string | null, count: number): ToldObjection[] {
    const { parties, consents } = this.#store
    const n = parties.find(party)
    if (n === undefined) return []
    const last = before === null ? undefined : this.#byId(before)
    if (before !== null && last?.subject !== n) throw new Problem('invalid_cursor')
    const rows = consents.objectionsOfSubject(n, last?.seq ?? Number.MAX_SAFE_INTEGER, count)
    return rows.map((row) => this.#view(row, viewer))
  }

  /** Returns the objection with this id; undefined if there is none. @param viewer as for `list` */
  one(id: string, viewer: string | null): ToldObjection | undefined {
    const row = this.#byId(id)
    return row && this.#view(row, viewer)
  }

  /** @returns the earlier outcome if it was lodged before; null if it is new and may be lodged */
  #check(said: ObjectionSaid, viewer: string | null): Outcome<ToldObjection> | null {
    const store = this.#store
    const existing = store.acts.byId(said.id)
    const stored = existing?.kind === 'objection' ? saidBy<StoredObjection>(existing) : null
    if (stored?.lodged_by === said.lodged_by) {
      if (canonicalJson(asSaidBefore(stored)) !== canonicalJson(said)) throw new Problem('id_conflict')
      return { status: 'replayed', value: this.#view(must(this.#byId(said.id)), viewer, true) }
    }
    const use = useOf(store, said.id, said.lodged_by)
    if (use === 'own') throw new Problem('id_conflict')
    this.#checkPurposes(said)
    checkPair(said)
    if (said.subject === said.lodged_by) this.#checkNumber(store.parties.find(said.subject))
    // As for records, only an otherwise correct objection reveals that another party uses the id.
    if (use === 'other') throw new Problem('id_conflict')
    this.#checkDelegation(said)
    return null
  }

  #checkPurposes({ purposes }: ObjectionSaid): void {
    const errors = (purposes ?? []).flatMap((purpose, i) =>
      this.#isRegisteredPurpose(purpose)
        ? []
        : [
            {
              pointer: `/purposes/${i}`,
              message: 'must be a purpose of the registry, /v1/registry/purposes',
            },
          ],
    )
    if (errors.length > 0) throw new Problem('purpose_unknown', { errors })
  }

  #checkDelegation(said: ObjectionSaid): void {
    if (said.delegation_id === undefined) return
    const { parties, writer } = this.#store
    const row = this.#store.delegation(said.delegation_id)
    if (row === undefined || !isBetween(row, parties.find(said.subject), parties.find(said.lodged_by)))
      throw violation(
        'reference_unresolved',
        '/delegation_id',
        'names nothing that you may act on',
        row === undefined ? 'not_there' : 'not_their_own',
      )
    const use = {
      act: 'object',
      occurredAtMs: writer.nowMs,
      receivedAtMs: writer.nowMs,
      graceDays: 0,
    } as const
    if (!isInForce(row, use) || !coversEveryType(row, said.record_types))
      throw violation('delegation_not_live', '/delegation_id', 'does not cover this objection now')
  }

  #begin({ subject }: ObjectionSaid): Counting {
    const { parties, log } = this.#store
    const party = parties.find(subject)
    this.#checkNumber(party)
    const throughSeq = log.size
    const records = party === undefined ? null : new RecordsAbout(this.#store, party, throughSeq)
    return { throughSeq, records }
  }

  #checkNumber(party: number | undefined): void {
    const standing = party === undefined ? 0 : this.#store.consents.objectionsOf(party).length
    if (standing >= this.#maxObjections) throw new Problem('too_many_objections')
  }

  /** Prepares to decide which counted records others could read until now, by the grants of this moment. */
  #decide(said: ObjectionSaid, { throughSeq, records }: Counting): Deciding {
    const scope: Scope = {
      subject: this.#store.parties.find(said.subject) ?? NOBODY,
      types: said.record_types === null ? null : typeMask(said.record_types),
      purposes: said.purposes,
    }
    const grants = grantsInScope(this.#store, scope)
    const count = new ObjectionCount(new Openness(this.#store, this.#people, scope, grants))
    return { throughSeq, grants, count, left: [...(records?.found ?? [])] }
  }

  #write(
    doer: Doer,
    said: ObjectionSaid,
    { throughSeq, grants, count }: Deciding,
    viewer: string | null,
  ): Outcome<ToldObjection> {
    const store = this.#store
    this.#checkNumber(store.parties.find(said.subject))
    const nowMs = store.writer.nowMs
    const stored: StoredObjection = {
      ...said,
      ...count.outcome,
      withdrawable_grants: grants.slice(0, MOST_GRANTS).map((grant) => this.#withdrawable(grant)),
      more_withdrawable_grants: Math.max(0, grants.length - MOST_GRANTS),
      counted_through: throughSeq,
      received_at: formatInstant(nowMs),
    }
    const seq = store.acts.append('objection', said.id, nowMs, stored)
    noteAct(store, doer, 'objection', { objection: seq })
    return { status: 'created', value: this.#viewOf(stored, null, viewer, true) }
  }

  #withdrawable(grant: GrantRow): WithdrawableGrant {
    return {
      id: must(this.#store.acts.bySeq(grant.seq)?.id),
      grantee: this.#store.parties.id(grant.grantee),
      purpose: grant.purpose,
      record_types: GRANTABLE_TYPES.filter((type) => maskCovers(grant.types, grantableCode(type))),
      expires_at: formatInstant(grant.expiresAt),
    }
  }

  #byId(id: string): ObjectionRow | undefined {
    const act = this.#store.acts.byId(id)
    return act?.kind === 'objection' ? this.#store.consents.objection(act.seq) : undefined
  }

  /** @param isReply whether it answers the party that lodged the objection, and so shows it as of then */
  #view(row: ObjectionRow, viewer: string | null, isReply = false): ToldObjection {
    const act = must(this.#store.acts.bySeq(row.seq))
    return this.#viewOf(saidBy<StoredObjection>(act), row.endedAt, viewer, isReply)
  }

  #viewOf(
    stored: StoredObjection,
    endedAt: number | null,
    viewer: string | null,
    isReply: boolean,
  ): ToldObjection {
    const { delegation_id } = stored
    const mandate = delegation_id === undefined ? undefined : this.#store.delegation(delegation_id)
    const seen = seenBy(viewer, stored, endedAt, mandate)
    const { withdrawn_at: withdrawnAt } = seen
    const since = isReply && withdrawnAt === null ? null : { lodgedAt: stored.received_at, withdrawnAt }
    return { ...seen, sentences: objectionSentences(seen, this.#wording, viewer, since) }
  }
}

/** Grants listed in a reply; the rest are counted. */
const MOST_GRANTS = 100
/** Groups of alike records are decided for this long per job: one may need many people's grants. */
const DECIDED_FOR_MS = 5
const NOBODY = -1

/** An objection being counted; `records` is null for a party that nothing names. */
interface Counting {
  readonly throughSeq: number
  readonly records: RecordsAbout | null
}

interface Deciding {
  readonly throughSeq: number
  readonly grants: readonly GrantRow[]
  readonly count: ObjectionCount
  readonly left: AlikeRecords[]
}

/** Decides some of the counted records. @returns false when all are decided */
function decideSome({ count, left }: Deciding): boolean {
  const until = performance.now() + DECIDED_FOR_MS
  for (let records = left.pop(); records !== undefined; records = left.pop()) {
    count.add(records)
    if (performance.now() > until) break
  }
  return left.length > 0
}

function asSaid(lodger: string, draft: ObjectionDraft): ObjectionSaid {
  const { record_types } = draft
  return {
    id: draft.id,
    subject: draft.on_behalf_of ?? lodger,
    purposes: draft.purposes === undefined ? null : [...draft.purposes].sort(),
    record_types:
      record_types === undefined ? null : GRANTABLE_TYPES.filter((type) => record_types.includes(type)),
    channel: draft.channel,
    ...given({ on_behalf_of: draft.on_behalf_of, delegation_id: draft.delegation_id }),
    lodged_by: lodger,
  }
}

function checkPair(said: ObjectionSaid): void {
  if ((said.on_behalf_of === undefined) === (said.delegation_id === undefined)) return
  const missing = said.on_behalf_of === undefined ? '/on_behalf_of' : '/delegation_id'
  throw violation('delegation_required', missing, 'is required with its counterpart')
}

/** Returns the objection as it was sent, from the stored one. */
function asSaidBefore(stored: StoredObjection): ObjectionSaid {
  const {
    effect: _effect,
    stopped: _stopped,
    continuing: _continuing,
    withdrawable_grants: _grants,
    more_withdrawable_grants: _more,
    counted_through: _through,
    received_at: _at,
    ...said
  } = stored
  return said
}
