import { coversEveryType, type Delegation } from '../domain/delegation.ts'
import type { Stopped } from '../domain/objection.ts'
import { formatInstant } from '../domain/time.ts'
import type { StoredObjection, ToldObjection } from './objection-shapes.ts'

/**
 * Returns what a viewer sees of an objection. A delegate sees it as it was lodged, and of that what its delegation
 * covers; only the person sees later changes.
 * @param viewer null for the operator
 * @param endedAt when it was withdrawn; null while it stands
 * @param mandate the delegation under which it was lodged
 */
export function seenBy(
  viewer: string | null,
  { counted_through: _, ...whole }: StoredObjection,
  endedAt: number | null,
  mandate: Delegation | undefined,
): Omit<ToldObjection, 'sentences'> {
  if (viewer === null || viewer === whole.subject)
    return { ...whole, withdrawn_at: endedAt === null ? null : formatInstant(endedAt) }
  const isCovered = ({ record_type }: Stopped) =>
    mandate !== undefined && coversEveryType(mandate, [record_type])
  return {
    ...whole,
    stopped: whole.stopped.filter(isCovered),
    continuing: whole.continuing.filter(isCovered),
    // Only the person may withdraw consent, so a delegate does not learn whom it was given to.
    withdrawable_grants: [],
    more_withdrawable_grants: 0,
    withdrawn_at: null,
  }
}
