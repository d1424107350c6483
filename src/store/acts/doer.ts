import type { Store } from '../store.ts'

/** The actor: a party with its own credential, or an operator who acts on a signed paper. */
export interface Doer {
  readonly credential: number | null
  /** Who acts for the cooperative, without a credential. */
  readonly operator?: Operator
  /** The party exceeded its daily quota. Its refusals are not audited, because they could fill the disk. */
  readonly isQuiet?: boolean
}

/**
 * Who acts for the cooperative: the operating system's user who runs the command, or a person at the office
 * page. Both are one string; names of operating system users contain no slash.
 */
export type Operator = string

const STAFF = 'staff/'

/** Returns the operator for a person at the office page. @param account the id of their account */
export const staffIn = (account: string): Operator => `${STAFF}${account}`

/** Returns who acted for the cooperative, as stored in the audit log. */
export function actedBy(operator: Operator | undefined): {
  readonly operator?: string
  readonly staff?: string
} {
  if (operator === undefined) return {}
  return operator.startsWith(STAFF) ? { staff: operator.slice(STAFF.length) } : { operator }
}

/** Result of an act: created now, or replayed because it was done before. */
export interface Outcome<T> {
  readonly status: 'created' | 'replayed'
  readonly value: T
}

/** Audits an act or its refusal. Call inside a job. */
export function noteAct(
  store: Pick<Store, 'audit' | 'writer'>,
  doer: Doer,
  action: string,
  detail: object,
  outcome = 'done',
): void {
  if (doer.isQuiet && outcome !== 'done') return
  store.audit.append(store.writer.nowMs, {
    credential: doer.credential,
    action,
    outcome,
    detail: { ...detail, ...actedBy(doer.operator) },
  })
}
