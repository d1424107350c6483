import type { AccessEvaluation, GateCore } from './core.ts'
import type { GatedRecord } from './gated.ts'

/**
 * The name of a party as a reader may know it: from a current `party` record about it that the reader may read, the party's own
 * before the cooperative's, then the latest.
 */
export function nameShown(
  gate: GateCore,
  access: AccessEvaluation,
  id: string,
): { readonly name: string; readonly shown: Pick<GatedRecord, 'own' | 'grants' | 'record'> } | null {
  const { parties, records, appliance } = gate.store
  const party = parties.find(id)
  if (party === undefined) return null
  const found = access.world.addSeqs(records.statements.about(party, appliance.cooperative ?? 0))
  access.world.prefetchStandings(found)
  const current = found
    .filter((record) => record.type === 'party')
    .filter((record) => record.body.party === id && access.standing(record) === 'tip')
    .sort(
      (a, b) =>
        Number(b.assertedBy === party) - Number(a.assertedBy === party) ||
        b.occurredAtMs - a.occurredAtMs ||
        (a.id < b.id ? 1 : -1),
    )
  for (const record of current) {
    const decision = access.decide(record)
    if (decision.disclose)
      return {
        name: record.body.display_name,
        shown: { record, own: decision.own, grants: decision.grants },
      }
  }
  return null
}
