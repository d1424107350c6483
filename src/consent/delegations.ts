import { type Static, Type } from '@sinclair/typebox'
import { Problem, violation } from '../base/problem.ts'
import { canonicalJson } from '../domain/canonical.ts'
import { DELEGATED_ACTS, DELEGATION_BASES } from '../domain/delegation.ts'
import { closed, Id, Instant, Word } from '../domain/shapes.ts'
import { formatInstant, parseInstant } from '../domain/time.ts'
import { RECORD_TYPES, type RecordType } from '../domain/types/index.ts'
import { type StoredAct, saidBy } from '../store/acts.ts'
import type { DelegationRow } from '../store/delegations.ts'
import { type Doer, noteAct, type Outcome } from '../store/doer.ts'
import { useOf } from '../store/id-owner.ts'
import type { Store } from '../store/store.ts'

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
  { $id: 'delegation_draft', description: 'A mandate as given by the principal.' },
)
export type DelegationDraft = Static<typeof DelegationDraft>

export interface DelegationView {
  readonly id: string
  readonly principal: string
  readonly delegate: string
  readonly record_types: readonly RecordType[]
  readonly acts: readonly string[]
  readonly valid_from: string
  readonly valid_until: string
  readonly basis: string
  readonly received_at: string
  readonly revoked_at: string | null
}

export class Delegations {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Call inside a job. @throws {Problem} with nothing written */
  give(doer: Doer, draft: DelegationDraft): Outcome<DelegationView> {
    const store = this.#store
    const validFrom = parseInstant(draft.valid_from) as number
    const validUntil = parseInstant(draft.valid_until) as number
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

  /** Checks a mandate that was not given before. @throws {Problem} why it cannot be given */
  check(draft: DelegationDraft): void {
    const validUntil = parseInstant(draft.valid_until) as number
    if (validUntil <= (parseInstant(draft.valid_from) as number) || validUntil <= this.#store.writer.nowMs)
      throw violation('period_invalid', '/valid_until', 'must lie after the beginning, and in the future')
    if (draft.principal === draft.delegate)
      throw violation('schema_violation', '/delegate', 'must differ from the principal')
  }

  /**
   * @param principal its principal; null for the operator
   * @returns null if this principal has no such delegation
   */
  revoke(
    doer: Doer,
    principal: string | null,
    delegationId: string,
    revocationId: string,
  ): Outcome<DelegationView> | null {
    const store = this.#store
    const act = store.acts.byId(delegationId)
    const row = act?.kind === 'delegation' ? store.delegations.bySeq(act.seq) : undefined
    if (!row || (principal !== null && store.parties.find(principal) !== row.principal)) {
      noteAct(
        store,
        doer,
        'delegation_revocation',
        row ? { delegation: row.seq } : { id: delegationId },
        'no_such_delegation',
      )
      return null
    }
    if (row.endedAt !== null) return { status: 'replayed', value: this.#view(row.seq) }
    if (store.log.has(revocationId)) throw new Problem('id_conflict')
    const nowMs = store.writer.nowMs
    store.acts.append('delegation_revocation', revocationId, nowMs, {
      id: revocationId,
      delegation_id: delegationId,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, doer, 'delegation_revocation', { delegation: row.seq })
    return { status: 'created', value: this.#view(row.seq) }
  }

  /**
   * As principal or delegate, newest first.
   * @param before id of the last one seen
   * @throws {Problem} invalid_cursor if it is not in the list: its place would reveal what else there is
   */
  list(party: string, before: string | null, count: number): DelegationView[] {
    const n = this.#store.parties.find(party)
    if (n === undefined) return []
    const beforeSeq = before === null ? Number.MAX_SAFE_INTEGER : this.#placeOf(before, n)
    return this.#store.delegations.ofParty(n, beforeSeq, count).map((row) => this.#view(row.seq))
  }

  #placeOf(delegationId: string, party: number): number {
    const act = this.#store.acts.byId(delegationId)
    const row = act?.kind === 'delegation' ? this.#store.delegations.bySeq(act.seq) : undefined
    if (!row || (row.principal !== party && row.delegate !== party)) throw new Problem('invalid_cursor')
    return row.seq
  }

  #view(seq: number): DelegationView {
    const row = this.#store.delegations.bySeq(seq) as DelegationRow
    return {
      ...saidBy<Omit<DelegationView, 'revoked_at'>>(this.#store.acts.bySeq(seq) as StoredAct),
      revoked_at: row.endedAt === null ? null : formatInstant(row.endedAt),
    }
  }
}
