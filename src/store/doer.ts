import type { Store } from './store.ts'

/** The actor: a party by its own credential, or the operator on the strength of a paper. */
export interface Doer {
  readonly credential: number | null
  /** The operating system user, if the operator acts. */
  readonly operator?: string
  /** The party is over its daily quota: refusals are not audited, because they could fill the disk. */
  readonly isQuiet?: boolean
}

/** Result of an act: done now, or already done before. */
export interface Outcome<T> {
  readonly status: 'created' | 'replayed'
  readonly value: T
}

/** Audits an act or its refusal. Call inside a job. */
export function noteAct(store: Store, doer: Doer, action: string, detail: object, outcome = 'done'): void {
  if (doer.isQuiet && outcome !== 'done') return
  store.audit.append(store.writer.nowMs, {
    credential: doer.credential,
    action,
    outcome,
    detail: doer.operator === undefined ? detail : { ...detail, operator: doer.operator },
  })
}
