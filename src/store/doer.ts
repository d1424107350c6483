import type { Store } from './store.ts'

/** The actor: a party by its own credential, or the operator on the strength of a paper. */
export interface Doer {
  readonly credential: number | null
  /** Who acts for the cooperative, without a credential. */
  readonly operator?: Operator
  /** The party is over its daily quota: refusals are not audited, because they could fill the disk. */
  readonly isQuiet?: boolean
}

/**
 * Who acts for the cooperative: the operating system's user who types the command, or a person at the office page. Tasks take
 * it as one word; no user of an operating system has a slash in their name.
 */
export type Operator = string

const STAFF = 'staff/'

/** A person at the office page. @param account the id of the account */
export const staffIn = (account: string): Operator => `${STAFF}${account}`

/** Who acted for the cooperative, as the audit log has it: the account of a person at the office page, or the user. */
export function actedBy(operator: Operator | undefined): {
  readonly operator?: string
  readonly staff?: string
} {
  if (operator === undefined) return {}
  return operator.startsWith(STAFF) ? { staff: operator.slice(STAFF.length) } : { operator }
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
    detail: { ...detail, ...actedBy(doer.operator) },
  })
}
