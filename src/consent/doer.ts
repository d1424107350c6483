import type { Store } from '../store/store.ts'

/** Who does it: a party by its own credential, or the operator with paper before him. */
export interface Doer {
  readonly credential: number | null
  /** The operating system's user, when the operator does it. */
  readonly operator?: string
}

/** What became of an act: done now, or found done already. */
export interface Outcome<T> {
  readonly status: 'created' | 'replayed'
  readonly value: T
}

/** Writes into the audit log what somebody did, or why he was refused. Inside a job. */
export function noteAct(store: Store, doer: Doer, action: string, detail: object, outcome = 'done'): void {
  store.audit.append(store.writer.nowMs, {
    credential: doer.credential,
    action,
    outcome,
    detail: doer.operator === undefined ? detail : { ...detail, operator: doer.operator },
  })
}
