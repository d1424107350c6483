import type { Store } from './store.ts'

/** Who does it: a party by its own credential, or the operator with paper before him. */
export interface Doer {
  readonly credential: number | null
  /** The operating system's user, when the operator does it. */
  readonly operator?: string
  /** Its party has used up its day: refusals of what may go on all the same leave no entry, or they could fill the disk. */
  readonly isQuiet?: boolean
}

/** What became of an act: done now, or found done already. */
export interface Outcome<T> {
  readonly status: 'created' | 'replayed'
  readonly value: T
}

/** Writes into the audit log what somebody did, or why he was refused. Inside a job. */
export function noteAct(store: Store, doer: Doer, action: string, detail: object, outcome = 'done'): void {
  if (doer.isQuiet && outcome !== 'done') return
  store.audit.append(store.writer.nowMs, {
    credential: doer.credential,
    action,
    outcome,
    detail: doer.operator === undefined ? detail : { ...detail, operator: doer.operator },
  })
}
