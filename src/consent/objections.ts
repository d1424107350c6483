import { canonicalJson } from '../domain/canonical.ts'
import { type Circumstances, decide, grantStatus, whoDecides } from '../domain/consent.ts'
import { coversEveryType, isInForce } from '../domain/delegation.ts'
import { type AlikeRecords, type ObjectionOutcome, objectionOutcome } from '../domain/objection.ts'
import { formatInstant } from '../domain/time.ts'
import {
  GRANTABLE_TYPES,
  type GrantableType,
  grantableCode,
  maskCovers,
  typeMask,
} from '../domain/types/index.ts'
import { Problem, violation } from '../problem.ts'
import type { GrantRow, ObjectionRow } from '../store/consents.ts'
import type { People } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { type Doer, noteAct, type Outcome } from './doer.ts'
import type {
  ObjectionDraft,
  ObjectionView,
  StoredObjection,
  WithdrawableGrant,
  WithdrawalDraft,
} from './objection-shapes.ts'
import { objectionSentences, type Wording } from './objection-words.ts'
import { RecordsAbout } from './records-about.ts'

/** Objections: a person stops the use of what is recorded about it, as far as the law lets it (contract §7). */

type Said = Pick<
  StoredObjection,
  'id' | 'subject' | 'purposes' | 'record_types' | 'channel' | 'on_behalf_of' | 'delegation_id' | 'lodged_by'
>

/** Runs a job of the writer. */
type Submit = <T>(work: () => T) => Promise<T>

export class Objections {
  readonly #store: Store
  readonly #people: People
  readonly #isRegisteredPurpose: (purpose: string) => boolean
  readonly #wording: Wording

  constructor(
    store: Store,
    people: People,
    isRegisteredPurpose: (purpose: string) => boolean,
    wording: Wording,
  ) {
    this.#store = store
    this.#people = people
    this.#isRegisteredPurpose = isRegisteredPurpose
    this.#wording = wording
  }

  /**
   * Lodges an objection, which holds from the very next read on. What it stops is counted first, a job at a time,
   * over what stood in the log when it arrived; it is fixed then and kept with it.
   * @param lodger party that lodges; its own objection unless the draft says on whose behalf
   * @throws {Problem} with nothing written
   */
  async lodge(
    submit: Submit,
    doer: Doer,
    lodger: string,
    draft: ObjectionDraft,
  ): Promise<Outcome<ObjectionView>> {
    const said = asSaid(lodger, draft)
    const viewer = doer.operator === undefined ? lodger : null
    const begun = await submit(() => this.#check(said, viewer) ?? this.#begin(said.subject))
    if ('status' in begun) return begun
    while (await submit(() => begun.counting?.next() ?? false));
    return submit(() => this.#check(said, viewer) ?? this.#write(doer, said, begun, viewer))
  }

  /**
   * Ends an objection. Ending it twice changes nothing.
   * @param subject whose it must be; null for the operator
   * @returns null when there is no such objection of this subject
   */
  withdraw(
    doer: Doer,
    subject: string | null,
    objectionId: string,
    withdrawal: { readonly id: string; readonly channel: WithdrawalDraft['channel'] },
  ): Outcome<ObjectionView> | null {
    const store = this.#store
    const row = this.#byId(objectionId)
    if (!row || (subject !== null && store.parties.find(subject) !== row.subject)) {
      noteAct(store, doer, 'objection_withdrawal', { id: objectionId }, 'no_such_objection')
      return null
    }
    if (row.endedAt !== null) return { status: 'replayed', value: this.#view(row, subject) }
    if (store.acts.isTaken(withdrawal.id)) throw new Problem('id_conflict')
    const nowMs = store.writer.nowMs
    const seq = store.acts.append('objection_withdrawal', withdrawal.id, nowMs, {
      ...withdrawal,
      objection_id: objectionId,
      received_at: formatInstant(nowMs),
    })
    store.consents.endObjection(row.seq, seq, nowMs)
    noteAct(store, doer, 'objection_withdrawal', { objection: row.seq })
    return { status: 'created', value: this.#view({ ...row, endedAt: nowMs }, subject) }
  }

  /**
   * The party's own, newest first.
   * @param before id of the last one seen
   * @param viewer who is told; null for the operator
   * @throws {Problem} invalid_cursor when that is none of them
   */
  list(party: string, viewer: string | null, before: string | null, count: number): ObjectionView[] {
    const { parties, consents } = this.#store
    const n = parties.find(party)
    if (n === undefined) return []
    const last = before === null ? undefined : this.#byId(before)
    if (before !== null && last?.subject !== n) throw new Problem('invalid_cursor')
    const rows = consents.objectionsOfSubject(n, last?.seq ?? Number.MAX_SAFE_INTEGER, count)
    return rows.map((row) => this.#view(row, viewer))
  }

  /** @returns the same objection when it was lodged before; null when it is new and may be lodged */
  #check(said: Said, viewer: string | null): Outcome<ObjectionView> | null {
    const store = this.#store
    const existing = store.acts.byId(said.id)
    if (existing) {
      const stored = JSON.parse(existing.json) as StoredObjection
      if (existing.kind !== 'objection' || canonicalJson(asSaidBefore(stored)) !== canonicalJson(said))
        throw new Problem('id_conflict')
      return { status: 'replayed', value: this.#view(this.#byId(said.id) as ObjectionRow, viewer) }
    }
    if (store.acts.isTaken(said.id)) throw new Problem('id_conflict')
    this.#checkPurposes(said)
    this.#checkDelegation(said)
    return null
  }

  #checkPurposes({ purposes }: Said): void {
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

  #checkDelegation(said: Said): void {
    if ((said.on_behalf_of === undefined) !== (said.delegation_id === undefined)) {
      const missing = said.on_behalf_of === undefined ? '/on_behalf_of' : '/delegation_id'
      throw violation('delegation_required', missing, 'is required with its counterpart')
    }
    if (said.delegation_id === undefined) return
    const { acts, delegations, parties, writer } = this.#store
    const act = acts.byId(said.delegation_id)
    const row = act?.kind === 'delegation' ? delegations.bySeq(act.seq) : undefined
    const isTheirs =
      row !== undefined &&
      row.principal === parties.find(said.subject) &&
      row.delegate === parties.find(said.lodged_by)
    if (!isTheirs)
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

  #begin(subject: string): Begun {
    const { parties, log } = this.#store
    const party = parties.find(subject)
    const throughSeq = log.size
    return {
      throughSeq,
      counting: party === undefined ? null : new RecordsAbout(this.#store, party, throughSeq),
    }
  }

  #write(
    doer: Doer,
    said: Said,
    { counting, throughSeq }: Begun,
    viewer: string | null,
  ): Outcome<ObjectionView> {
    const store = this.#store
    const nowMs = store.writer.nowMs
    const subject = store.parties.intern(said.subject)
    const types = said.record_types === null ? null : typeMask(said.record_types)
    const grants = this.#grantsInScope(subject, types, said.purposes)
    const stored: StoredObjection = {
      ...said,
      ...this.#outcome(subject, types, grants, counting?.found ?? []),
      withdrawable_grants: grants.map((grant) => this.#withdrawable(grant)),
      counted_through: throughSeq,
      received_at: formatInstant(nowMs),
    }
    const seq = store.acts.append('objection', said.id, nowMs, stored)
    store.consents.addObjection({ seq, subject, purposes: said.purposes, types })
    noteAct(store, doer, 'objection', { objection: seq })
    return { status: 'created', value: this.#viewOf(stored, null, viewer) }
  }

  #outcome(
    subject: number,
    types: number | null,
    grants: readonly GrantRow[],
    all: readonly AlikeRecords[],
  ): ObjectionOutcome {
    const isPerson = (party: number) => this.#people.facts(party).isNaturalPerson
    return objectionOutcome(all, {
      types,
      isNeeded: ({ subjects }) => whoDecides(subjects, isPerson).includes(subject),
      isOpen: (records) => grants.some((grant) => this.#opens(grant, records, isPerson)),
    })
  }

  /** Would the grantee read these now, by grants? What it reads as its own no objection stops. */
  #opens(grant: GrantRow, records: AlikeRecords, isPerson: (party: number) => boolean): boolean {
    const { consents, writer } = this.#store
    const given: Circumstances = {
      isNaturalPerson: isPerson,
      grantsFrom: (party) => consents.grantsBetween(party, grant.grantee, grant.purpose),
      objectionsOf: (party) => consents.objectionsOf(party),
      nowMs: writer.nowMs,
    }
    const decision = decide(
      {
        requester: grant.grantee,
        purpose: grant.purpose,
        typeCode: grantableCode(records.type),
        basis: records.basis,
        asserter: records.asserter,
        assertedFor: records.assertedFor,
        subjects: records.subjects,
        subjectsResolved: true,
        receivedLot: false,
      },
      given,
    )
    return decision.disclose && !decision.own
  }

  /** Grants of the subject that are not over, for a purpose and a type objected to. */
  #grantsInScope(subject: number, types: number | null, purposes: readonly string[] | null): GrantRow[] {
    const { consents, writer } = this.#store
    const found: GrantRow[] = []
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const page = consents.grantsOfSubject(subject, before, GRANTS_AT_ONCE)
      found.push(
        ...page.filter(
          (grant) =>
            !OVER.has(grantStatus(grant, writer.nowMs)) &&
            (purposes === null || purposes.includes(grant.purpose)) &&
            (types === null || (types & grant.types) !== 0),
        ),
      )
      const last = page[page.length - 1]
      if (page.length < GRANTS_AT_ONCE || last === undefined) return found
      before = last.seq
    }
  }

  #withdrawable(grant: GrantRow): WithdrawableGrant {
    return {
      id: this.#store.acts.bySeq(grant.seq)?.id as string,
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

  #view(row: ObjectionRow, viewer: string | null): ObjectionView {
    const act = this.#store.acts.bySeq(row.seq)
    return this.#viewOf(JSON.parse(act?.json ?? '{}') as StoredObjection, row.endedAt, viewer)
  }

  /** A delegate is told what its mandate covers, as it stood when it was lodged: what comes later is the person's own. */
  #viewOf(stored: StoredObjection, endedAt: number | null, viewer: string | null): ObjectionView {
    const { counted_through: _, ...whole } = stored
    const isDelegate = viewer !== null && viewer !== stored.subject
    const view = isDelegate ? { ...whole, ...this.#withinMandate(stored) } : whole
    return {
      ...view,
      withdrawn_at: endedAt === null || isDelegate ? null : formatInstant(endedAt),
      sentences: objectionSentences(view, this.#wording, viewer),
    }
  }

  #withinMandate({ delegation_id, stopped, continuing, withdrawable_grants }: StoredObjection) {
    const { acts, delegations } = this.#store
    const act = delegation_id === undefined ? undefined : acts.byId(delegation_id)
    const mandate = act && delegations.bySeq(act.seq)
    const isCovered = (type: GrantableType) => mandate !== undefined && coversEveryType(mandate, [type])
    return {
      stopped: stopped.filter(({ record_type }) => isCovered(record_type)),
      continuing: continuing.filter(({ record_type }) => isCovered(record_type)),
      withdrawable_grants: withdrawable_grants
        .map((grant) => ({ ...grant, record_types: grant.record_types.filter(isCovered) }))
        .filter(({ record_types }) => record_types.length > 0),
    }
  }
}

const GRANTS_AT_ONCE = 200
const OVER: ReadonlySet<string> = new Set(['expired', 'revoked'])

/** An objection that is being counted; nothing is known about a party that nothing has named. */
interface Begun {
  readonly throughSeq: number
  readonly counting: RecordsAbout | null
}

function asSaid(lodger: string, draft: ObjectionDraft): Said {
  const { record_types } = draft
  return {
    id: draft.id,
    subject: draft.on_behalf_of ?? lodger,
    purposes: draft.purposes === undefined ? null : [...draft.purposes].sort(),
    record_types:
      record_types === undefined ? null : GRANTABLE_TYPES.filter((type) => record_types.includes(type)),
    channel: draft.channel,
    ...(draft.on_behalf_of === undefined ? {} : { on_behalf_of: draft.on_behalf_of }),
    ...(draft.delegation_id === undefined ? {} : { delegation_id: draft.delegation_id }),
    lodged_by: lodger,
  }
}

/** What was sent, out of what is kept. */
function asSaidBefore(stored: StoredObjection): Said {
  const {
    effect: _effect,
    stopped: _stopped,
    continuing: _continuing,
    withdrawable_grants: _grants,
    counted_through: _through,
    received_at: _at,
    ...said
  } = stored
  return said
}
