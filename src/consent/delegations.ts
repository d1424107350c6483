import { type Static, Type } from '@sinclair/typebox'
import { Problem, violation } from '../base/problem.ts'
import { must } from '../base/typed.ts'
import { canonicalJson } from '../domain/canonical.ts'
import { DELEGATED_ACTS, DELEGATION_BASES } from '../domain/delegation.ts'
import { closed, Id, Instant, Next, ref, type View, Word } from '../domain/shapes.ts'
import { formatInstant, instantOf } from '../domain/time.ts'
import { RECORD_TYPES } from '../domain/types/index.ts'
import { saidBy } from '../store/acts/acts.ts'
import { type Doer, noteAct, type Outcome } from '../store/acts/doer.ts'
import { useOf } from '../store/log/id-owner.ts'
import type { Store } from '../store/store.ts'
import { ended } from './ended.ts'

/** Mandates: a principal lets a delegate act on its behalf (contract §6). */

export const DelegationDraft = closed(
  {
    id: Id('UUID version 7 made by the client.'),
    principal: Id("The party acted for: the caller's own."),
    delegate: Id('The party that may act.'),
    record_types: Type.Array(Word(RECORD_TYPES, 'A record type.'), {
      minItems: 1,
      maxItems: RECORD_TYPES.length,
      uniqueItems: true,
    }),
    acts: Type.Array(Word(DELEGATED_ACTS, 'A permitted act; `correct` includes retraction.'), {
      minItems: 1,
      maxItems: DELEGATED_ACTS.length,
      uniqueItems: true,
    }),
    valid_from: Instant('Start of the mandate.'),
    valid_until: Instant('Expiry of the mandate.'),
    basis: Word(DELEGATION_BASES, 'How the mandate was given.'),
  },
  { $id: 'DelegationDraft', description: 'A mandate as given by the principal.' },
)
export type DelegationDraft = Static<typeof DelegationDraft>

export const DelegationView = closed(
  {
    ...DelegationDraft.properties,
    received_at: Instant('When this service received it.'),
    revoked_at: Type.Union([Instant('When it was revoked.'), Type.Null()]),
  },
  { $id: 'Delegation' },
)
export type DelegationView = View<typeof DelegationView>

export const DelegationPage = closed(
  { delegations: Type.Array(ref(DelegationView)), next: Next },
  { $id: 'DelegationPage' },
)

export class Delegations {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Records a mandate, or replays it. Call inside a job. @throws {Problem} having written nothing */
  give(doer: Doer, draft: DelegationDraft): Outcome<DelegationView> {
    const store = this.#store
    const validFrom = instantOf(draft.valid_from)
    const validUntil = instantOf(draft.valid_until)
    const said = {
      ...draft,
      record_types: RECORD_TYPES.filter((type) => draft.record_types.includes(type)),
      acts: DELEGATED_ACTS.filter((act) => draft.acts.includes(act)),
      valid_from: formatInstant(validFrom),
      valid_until: formatInstant(validUntil),
    }
    const existing = store.acts.byId(draft.id)
    const stored = existing?.kind === 'delegation' ? saidBy<Record<string, unknown>>(existing) : null
    if (existing && stored?.principal === draft.principal) {
      const { received_at: _, ...before } = stored
      if (canonicalJson(before) !== canonicalJson(said)) throw new Problem('id_conflict')
      return { status: 'replayed', value: this.#view(existing.seq) }
    }
    const use = useOf(store, draft.id, draft.principal)
    if (use === 'own') throw new Problem('id_conflict')
    this.check(draft)
    // Checked last: guessing an id that another party uses must cost a delegation.
    if (use === 'other') throw new Problem('id_conflict')
    const { nowMs } = store.writer
    const seq = store.acts.append('delegation', draft.id, nowMs, {
      ...said,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'delegation', { delegation: seq })
    return { status: 'created', value: this.#view(seq) }
  }

  /** Checks a mandate that was not given before. @throws {Problem} when it cannot be given */
  check(draft: DelegationDraft): void {
    const validUntil = instantOf(draft.valid_until)
    if (validUntil <= instantOf(draft.valid_from) || validUntil <= this.#store.writer.nowMs)
      throw violation('period_invalid', '/valid_until', 'must lie after the beginning, and in the future')
    if (draft.principal === draft.delegate)
      throw violation('schema_violation', '/delegate', 'must differ from the principal')
  }

  /**
   * Ends a mandate. Idempotent.
   * @param principal its principal; null for the operator
   * @returns null if this principal has no such delegation
   */
  revoke(
    doer: Doer,
    principal: string | null,
    delegationId: string,
    revocationId: string,
  ): Outcome<DelegationView> | null {
    const row = this.#store.delegation(delegationId)
    const isTheirs = principal === null || this.#store.parties.find(principal) === row?.principal
    const done = ended(this.#store, doer, 'delegation', { id: delegationId, row, isTheirs }, revocationId)
    return done && { ...done, value: this.#view(done.value) }
  }

  /**
   * Lists the mandates of a principal or delegate, newest first.
   * @param before id of the last one seen
   * @throws {Problem} invalid_cursor if that is not in the list: its place would reveal other acts
   */
  list(party: string, before: string | null, count: number): DelegationView[] {
    const n = this.#store.parties.find(party)
    if (n === undefined) return []
    const beforeSeq = before === null ? Number.MAX_SAFE_INTEGER : this.#placeOf(before, n)
    return this.#store.delegations.ofParty(n, beforeSeq, count).map((row) => this.#view(row.seq))
  }

  /** Returns the mandate with this id; undefined if there is none. */
  one(id: string): DelegationView | undefined {
    const row = this.#store.delegation(id)
    return row && this.#view(row.seq)
  }

  #placeOf(delegationId: string, party: number): number {
    const row = this.#store.delegation(delegationId)
    if (!row || (row.principal !== party && row.delegate !== party)) throw new Problem('invalid_cursor')
    return row.seq
  }

  #view(seq: number): DelegationView {
    const row = must(this.#store.delegations.bySeq(seq))
    return {
      ...saidBy<Omit<DelegationView, 'revoked_at'>>(must(this.#store.acts.bySeq(seq))),
      revoked_at: row.endedAt === null ? null : formatInstant(row.endedAt),
    }
  }
}
