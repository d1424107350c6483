import { type Static, Type } from '@sinclair/typebox'
import { Problem, violation } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import { type TermsFault, termsFault } from '../domain/access-request.ts'
import { GrantableTypes, granteeShown, termsAsked } from '../domain/access-request-shapes.ts'
import { canonicalJson } from '../domain/canonical.ts'
import { GRANT_STATUSES, grantStatus, isLiveGrant } from '../domain/consent.ts'
import type { Verified } from '../domain/credential.ts'
import { mayBeNamed } from '../domain/party.ts'
import {
  CHANNELS,
  closed,
  Id,
  Instant,
  Next,
  PURPOSE_PATTERN,
  ref,
  type View,
  Word,
} from '../domain/shapes.ts'
import { formatInstant, instantOf } from '../domain/time.ts'
import { GRANTABLE_TYPES, type GrantableType } from '../domain/types/index.ts'
import { saidBy } from '../store/acts/acts.ts'
import type { GrantRow } from '../store/acts/consents.ts'
import { type Doer, noteAct, type Outcome } from '../store/acts/doer.ts'
import { useOf } from '../store/log/id-owner.ts'
import type { Store } from '../store/store.ts'
import type { People } from '../store/tables/people.ts'
import { ended } from './ended.ts'
import { endOf, GrantEnd, isCarriedOn } from './fetched.ts'

/** Grants: a subject opens types of records to one party, for one purpose, until a date (contract §7). */

export const GrantDraft = closed(
  {
    id: Id('UUID version 7 made by the client.'),
    grantee: Id('The party that may read.'),
    purpose: Type.String({ pattern: PURPOSE_PATTERN, description: 'A registered purpose.' }),
    record_types: GrantableTypes,
    expires_at: Instant('Expiry of the grant.'),
    valid_from: Type.Optional(Instant('Start of the grant. Default: now.')),
    occurred_from: Type.Optional(
      Instant('Opens only what happened at this instant or later. Names and plots are always open.'),
    ),
    occurred_to: Type.Optional(Instant('Opens only what happened before this instant.')),
    keep_until: Type.Optional(
      Instant('Until when the reader may keep what it was shown; not before the grant expires.'),
    ),
    replaces: Type.Optional(
      Id('An earlier grant of the same subject, grantee and purpose, which ends in the same instant.'),
    ),
    channel: Type.Optional(Word(CHANNELS, 'How consent was given.')),
  },
  { $id: 'GrantDraft', description: 'Consent as given by the caller.' },
)
export type GrantDraft = Static<typeof GrantDraft>

export const RevocationDraft = closed(
  { id: Type.Optional(Id('UUID version 7. Default: the service makes one.')) },
  { $id: 'RevocationDraft', description: 'Optional.' },
)
export type RevocationDraft = Static<typeof RevocationDraft>

/** A grant as stored, and its status. */
export const GrantView = closed(
  {
    id: Id('The grant.'),
    subject: Id('The party whose records it opens.'),
    grantee: Id('The party that may read.'),
    ...granteeShown,
    purpose: Type.String(),
    record_types: Type.Array(Type.Unsafe<GrantableType>({ type: 'string' })),
    valid_from: Instant('Start of the grant.'),
    expires_at: Instant('Expiry of the grant.'),
    occurred_from: Type.Optional(Instant('Opens only what happened at this instant or later.')),
    occurred_to: Type.Optional(Instant('Opens only what happened before this instant.')),
    keep_until: Type.Optional(Instant('Until when the reader may keep what it was shown.')),
    replaces: Type.Optional(Id('The earlier grant that ended in the same instant.')),
    request_id: Type.Optional(Id('The access request that it answers.')),
    channel: Type.Optional(Word(CHANNELS, 'How consent was given.')),
    evidence: Type.Optional(
      Type.String({ description: 'SHA-256 of the paper, if the operator recorded it.' }),
    ),
    received_at: Instant('When this service received it.'),
    revoked_at: Type.Union([Instant('When it was revoked.'), Type.Null()]),
    status: Word(
      GRANT_STATUSES,
      'Status: to_come, live, ends_soon (live, and expires within 30 days), expired, revoked.',
    ),
    live: Type.Boolean({ description: 'Whether it opens records now.' }),
    ended: Type.Union([ref(GrantEnd), Type.Null()], {
      description: "Set once it has ended: whether the reader's program knows.",
    }),
  },
  { $id: 'Grant' },
)
export type GrantView = View<typeof GrantView>

export const GrantPage = closed({ grants: Type.Array(ref(GrantView)), next: Next }, { $id: 'GrantPage' })

export class Grants {
  readonly #store: Store
  readonly #isRegisteredPurpose: (purpose: string) => boolean
  readonly #maxGrants: number
  readonly #people: People

  constructor(
    store: Store,
    people: People,
    isRegisteredPurpose: (purpose: string) => boolean,
    maxGrants: number,
  ) {
    this.#store = store
    this.#people = people
    this.#maxGrants = maxGrants
    this.#isRegisteredPurpose = isRegisteredPurpose
  }

  /** Records a grant, or replays it. Call inside a job. @throws {Problem} having written nothing */
  give(doer: Doer, subject: string, draft: GrantDraft, more: GrantOrigin = {}): Outcome<GrantView> {
    const store = this.#store
    const said = {
      id: draft.id,
      subject,
      grantee: draft.grantee,
      purpose: draft.purpose,
      record_types: GRANTABLE_TYPES.filter((type) => draft.record_types.includes(type)),
      expires_at: formatInstant(instantOf(draft.expires_at)),
      ...termsOf(draft),
      ...given({ channel: draft.channel }),
      ...more,
    }
    const existing = store.acts.byId(draft.id)
    const stored = existing?.kind === 'grant' ? saidBy<Record<string, unknown>>(existing) : null
    if (existing && stored?.subject === subject) {
      if (saidBefore(stored) !== canonicalJson(said)) throw new Problem('id_conflict')
      return { status: 'replayed', value: this.#view(existing.seq, viewerOf(doer, subject)) }
    }
    const use = useOf(store, draft.id, subject)
    if (use === 'own') throw new Problem('id_conflict')
    const validFrom = this.check(subject, draft)
    // Checked last: guessing an id that another party uses must cost a grant.
    if (use === 'other') throw new Problem('id_conflict')
    store.parties.intern(subject)
    const { nowMs } = store.writer
    const receivedAt = formatInstant(nowMs)
    const seq = store.acts.append('grant', draft.id, nowMs, {
      ...said,
      valid_from: formatInstant(validFrom),
      said_valid_from: draft.valid_from !== undefined,
      received_at: receivedAt,
    })
    noteAct(store, doer, 'grant', { grant: seq })
    return { status: 'created', value: this.#view(seq, viewerOf(doer, subject)) }
  }

  /**
   * Checks a grant that was not given before.
   * @returns its start
   * @throws {Problem} when it cannot be given
   */
  check(subject: string, draft: Omit<GrantDraft, 'id'>): number {
    const { consents, parties, writer } = this.#store
    if (!this.#isRegisteredPurpose(draft.purpose))
      throw violation(
        'purpose_unknown',
        '/purpose',
        'must be a purpose of the registry, /v1/registry/purposes',
      )
    const { nowMs } = writer
    const validFrom = draft.valid_from === undefined ? nowMs : instantOf(draft.valid_from)
    const fault = termsFault(termsAsked(draft), Math.max(validFrom, nowMs))
    if (fault === 'expires_too_early')
      throw violation('period_invalid', '/expires_at', 'must lie after the beginning, and in the future')
    if (fault !== null) throw periodFault(fault)
    const giver = parties.find(subject)
    if (draft.replaces !== undefined) {
      this.#checkReplaced(giver, draft, draft.replaces)
      if (validFrom > nowMs)
        throw violation(
          'period_invalid',
          '/valid_from',
          'must not lie in the future, since the earlier grant ends at once',
        )
    }
    const given = giver === undefined ? [] : consents.grantsNotOver(giver, nowMs, this.#maxGrants + 1)
    // A grant that replaces another adds none.
    const added = draft.replaces === undefined ? 1 : 0
    if (given.length + added > this.#maxGrants) throw new Problem('too_many_grants')
    const grantee = parties.find(draft.grantee)
    const alike = given.filter((grant) => grant.grantee === grantee && grant.purpose === draft.purpose)
    // Earlier versions let more be given: these stay, and each may be replaced.
    if (added > 0 && alike.length >= MOST_ALIKE) throw new Problem('too_many_grants')
    return validFrom
  }

  /** Whether other grants to the same reader for the purpose stay in force: they may open more. */
  goesBesideOthers(subject: string, { grantee, purpose, replaces }: Omit<GrantDraft, 'id'>): boolean {
    const { acts, consents, parties, writer } = this.#store
    const [giver, reader] = [parties.find(subject), parties.find(grantee)]
    if (giver === undefined || reader === undefined) return false
    const replaced = replaces === undefined ? undefined : acts.byId(replaces)?.seq
    return consents
      .grantsBetween(giver, reader, purpose)
      .some((grant) => grant.seq !== replaced && isLiveGrant(grant, writer.nowMs))
  }

  /** Checks the grant to be replaced. One message for all faults: those of others seem not to exist. */
  #checkReplaced(giver: number | undefined, draft: Omit<GrantDraft, 'id'>, replaces: string): void {
    const { parties, writer } = this.#store
    const grant = this.#byId(replaces)
    const isOver = grant === undefined || grant.endedAt !== null || grant.expiresAt <= writer.nowMs
    if (
      isOver ||
      grant.subject !== giver ||
      grant.grantee !== parties.find(draft.grantee) ||
      grant.purpose !== draft.purpose
    )
      throw violation(
        'reference_unresolved',
        '/replaces',
        'must name a grant of the same subject to the same party for the same purpose that has not ended',
      )
  }

  /**
   * Ends a grant, effective on the next read. Idempotent.
   * @param subject its subject; null for the operator
   * @returns null if this subject has no such grant
   */
  revoke(
    doer: Doer,
    subject: string | null,
    grantId: string,
    revocationId: string,
  ): Outcome<GrantView> | null {
    const row = this.#byId(grantId)
    const isTheirs = subject === null || this.#store.parties.find(subject) === row?.subject
    const done = ended(this.#store, doer, 'grant', { id: grantId, row, isTheirs }, revocationId)
    return done && { ...done, value: this.#view(done.value, subject) }
  }

  /**
   * Lists the party's own grants, newest first.
   * @param before id of the last one seen
   * @param viewer who reads the list; null for the operator
   * @throws {Problem} invalid_cursor if that is not in the list: its place would reveal other acts
   */
  list(
    party: string,
    role: 'subject' | 'grantee',
    before: string | null,
    count: number,
    viewer: string | null = party,
  ): GrantView[] {
    const store = this.#store
    const n = store.parties.find(party)
    if (n === undefined) return []
    const beforeSeq = before === null ? Number.MAX_SAFE_INTEGER : this.#placeOf(before, n, role)
    const rows =
      role === 'subject'
        ? store.consents.grantsOfSubject(n, beforeSeq, count)
        : store.consents.grantsOfGrantee(n, beforeSeq, count)
    return rows.map((row) => this.#viewOf(row, viewer))
  }

  /**
   * Lists the grants to a party for a purpose that were given or ended after an entry, in that order. Call inside a job.
   * @returns also the entry up to which they are listed
   */
  changedTo(
    { party, partyId }: Pick<Verified, 'party' | 'partyId'>,
    purpose: string,
    after: number,
    most: number,
  ): { readonly grants: readonly GrantView[]; readonly through: number } {
    const { consents, log } = this.#store
    const changed = consents
      .grantsTo(party, purpose)
      .map((row) => ({ row, by: Math.max(row.seq, row.endedBy ?? 0) }))
      .filter(({ by }) => by > after)
      .sort((a, b) => a.by - b.by)
    // A grant and the one that it replaces change by the same entry.
    const through = changed[most - 1]?.by ?? 0
    const listed = changed.filter(({ by }, i) => i < most || by === through)
    return {
      grants: listed.map(({ row }) => this.#viewOf(row, partyId)),
      through: listed.length < changed.length ? must(listed.at(-1)).by : log.size,
    }
  }

  /** Lists those of the caller's own grants that have ended, newest first, as `list` does. Works in slices. */
  listEnded(caller: Verified, { role, limit, cursor }: EndedAsked): Promise<readonly GrantView[]> {
    return this.#store.jobs.inSlices(caller, () => {
      const found: GrantView[] = []
      let place = cursor
      return () => {
        const some = this.list(caller.partyId, role, place, LOOKED_AT)
        found.push(...some.filter(({ ended: end }) => end !== null))
        place = some[some.length - 1]?.id ?? null
        return found.length >= limit || some.length < LOOKED_AT ? found.slice(0, limit) : null
      }
    })
  }

  /** Returns the grant with this id to the operator; undefined if there is none. */
  one(id: string): GrantView | undefined {
    const row = this.#byId(id)
    return row && this.#viewOf(row, null)
  }

  /** Returns a grant to its subject or its grantee; undefined to anybody else, as if there were none. */
  oneFor(id: string, viewer: string): GrantView | undefined {
    const row = this.#byId(id)
    const n = this.#store.parties.find(viewer)
    return row !== undefined && [row.subject, row.grantee].includes(n ?? Number.NaN)
      ? this.#viewOf(row, viewer)
      : undefined
  }

  /** Whether another grant took the place of this one and opens all that it did. */
  isCarriedOn(id: string): boolean {
    const row = this.#byId(id)
    return row !== undefined && isCarriedOn(this.#store, row)
  }

  #byId(id: string): GrantRow | undefined {
    const act = this.#store.acts.byId(id)
    return act?.kind === 'grant' ? this.#store.consents.grant(act.seq) : undefined
  }

  #placeOf(grantId: string, party: number, role: 'subject' | 'grantee'): number {
    const grant = this.#byId(grantId)
    if (!grant || grant[role] !== party) throw new Problem('invalid_cursor')
    return grant.seq
  }

  #view(seq: number, viewer: string | null): GrantView {
    return this.#viewOf(must(this.#store.consents.grant(seq)), viewer)
  }

  #viewOf(row: GrantRow, viewer: string | null): GrantView {
    const act = must(this.#store.acts.bySeq(row.seq))
    const { said_valid_from: _, ...stored } = saidBy<GrantView & { said_valid_from: boolean }>(act)
    return {
      ...stored,
      ...(mayNameGrantee(this.#store, stored, viewer)
        ? granteeCalled(this.#store, this.#people, stored.grantee)
        : NOT_NAMED),
      revoked_at: row.endedAt === null ? null : formatInstant(row.endedAt),
      status: grantStatus(row, this.#store.writer.nowMs),
      live: isLiveGrant(row, this.#store.writer.nowMs),
      ended: endOf(this.#store, row),
    }
  }
}

/** Returns a reader's name and kind by the cooperative's records, not its own; null without them. */
export function granteeCalled(store: Store, people: People, grantee: string): Called {
  const n = store.parties.find(grantee)
  const called = n === undefined ? undefined : people.facts(n).called
  return called?.by === 'cooperative' ? { grantee_name: called.name, grantee_kind: called.kind } : NOT_NAMED
}

type Called = Pick<GrantView, 'grantee_name' | 'grantee_kind'>
const NOT_NAMED: Called = { grantee_name: null, grantee_kind: null }

/**
 * Whether a grant may name its grantee to the viewer: one that asked for it made itself known to the subject, and
 * the office read out the consent that it recorded on paper.
 * @param viewer null for the operator
 */
export function mayNameGrantee(
  { appliance, parties }: Store,
  { grantee, request_id, evidence }: Pick<GrantView, 'grantee' | 'request_id' | 'evidence'>,
  viewer: string | null,
): boolean {
  const cooperative = appliance.cooperative === null ? null : parties.id(appliance.cooperative)
  const by = [request_id === undefined ? null : grantee, evidence === undefined ? null : cooperative]
  return mayBeNamed(grantee, viewer, cooperative, by)
}

/** Returns who reads the reply to an act: its subject, or the operator. */
const viewerOf = ({ operator }: Doer, subject: string): string | null =>
  operator === undefined ? subject : null

/** Most grants of one subject to one reader for one purpose (contract §18): each read checks all of them. */
const MOST_ALIKE = 20

/** Grants that one job looks at to find the ended ones. */
const LOOKED_AT = 200

interface EndedAsked {
  readonly role: 'subject' | 'grantee'
  readonly limit: number
  /** The id of the last one seen. */
  readonly cursor: string | null
}

/** The members of a grant that only the service adds. */
export interface GrantOrigin {
  /** SHA-256 of the signed paper. */
  readonly evidence?: string
  /** The access request that it answers. */
  readonly request_id?: string
}

const FAULTS: Readonly<Record<TermsFault, readonly [pointer: string, message: string]>> = {
  expires_too_early: ['/expires_at', 'must lie in the future'],
  window_empty: ['/occurred_to', 'must lie after occurred_from'],
  kept_too_short: ['/keep_until', 'must not lie before expires_at'],
}
export const periodFault = (fault: TermsFault): Problem => violation('period_invalid', ...FAULTS[fault])

const OPTIONAL = ['valid_from', 'occurred_from', 'occurred_to', 'keep_until'] as const

/** Returns the optional terms that were sent, in the form in which they are stored. */
function termsOf(draft: GrantDraft): Record<string, string> {
  const terms: Record<string, string> = {}
  for (const member of OPTIONAL)
    if (draft[member] !== undefined) terms[member] = formatInstant(instantOf(draft[member]))
  if (draft.replaces !== undefined) terms.replaces = draft.replaces
  return terms
}

/** Returns the grant as it was sent, from the stored one: without the start if none was sent. */
function saidBefore(stored: Record<string, unknown>): string {
  const { said_valid_from: said, received_at: _, valid_from: from, ...rest } = stored
  return canonicalJson(said ? { ...rest, valid_from: from } : rest)
}
