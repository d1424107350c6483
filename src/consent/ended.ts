import { Problem } from '../base/problem.ts'
import { formatInstant } from '../domain/time.ts'
import { type Doer, noteAct, type Outcome } from '../store/acts/doer.ts'
import type { Store } from '../store/store.ts'

interface ToEnd {
  readonly id: string
  /** The grant or mandate that the id names; undefined if it names none. */
  readonly row: { readonly seq: number; readonly endedAt: number | null } | undefined
  /** Whether the party gave it, and so may end it. */
  readonly isTheirs: boolean
}

/**
 * Ends a grant or a mandate, effective on the next read. Idempotent.
 * @returns the seq of the grant or mandate; null if the party has none with this id
 */
export function ended(
  store: Store,
  doer: Doer,
  kind: 'grant' | 'delegation',
  { id, row, isTheirs }: ToEnd,
  revocationId: string,
): Outcome<number> | null {
  const act = `${kind}_revocation` as const
  if (row === undefined || !isTheirs) {
    noteAct(store, doer, act, row === undefined ? { id } : { [kind]: row.seq }, `no_such_${kind}`)
    return null
  }
  if (row.endedAt !== null) return { status: 'replayed', value: row.seq }
  if (store.log.has(revocationId)) throw new Problem('id_conflict')
  const { nowMs } = store.writer
  const said = { id: revocationId, [`${kind}_id`]: id, received_at: formatInstant(nowMs) }
  store.acts.append(act, revocationId, nowMs, said)
  noteAct(store, doer, act, { [kind]: row.seq })
  return { status: 'created', value: row.seq }
}
