import { saidBy } from '../acts/acts.ts'
import type { Store } from '../store.ts'
import type { ActKind } from './entry-kinds.ts'

/** The member that names the actor, by kind of act. Other acts have no owner. */
const DONE_BY: Partial<Record<ActKind, string>> = {
  grant: 'subject',
  delegation: 'principal',
  objection: 'lodged_by',
  device: 'party',
  subject_access_request: 'party',
  access_request: 'grantee',
}

/** Whether the party itself sent something with this id, in any namespace. */
export function isOwnId(store: Store, id: string, partyId: string): boolean {
  const sent = store.records.byId(id) ?? store.inferences.byId(id)
  if (sent) return sent.body.asserted_by === partyId
  const act = store.acts.byId(id)
  const member = act && DONE_BY[act.kind]
  return act !== undefined && member !== undefined && saidBy<Record<string, unknown>>(act)[member] === partyId
}

/** Whether the id of a draft is free, in use by its sender, or in use by another party. */
export type IdUse = 'free' | 'own' | 'other'

/** Returns how the id of a draft is used, as seen by the party that sends it. */
export function useOf(store: Store, id: string, partyId: string): IdUse {
  if (!store.log.has(id)) return 'free'
  return isOwnId(store, id, partyId) ? 'own' : 'other'
}
