import { must } from '../../base/typed.ts'
import { nameBy, namingOf, type PartyName } from '../../domain/party.ts'
import type { StoredRecordOf } from '../../store/log/stored-record.ts'
import type { AccessEvaluation, GateCore } from './core.ts'
import type { GatedRecord } from './gated.ts'

/**
 * Returns the name of a party that a reader may know: that of the first current record which may name the
 * party and which the reader may read.
 */
export function nameShown(
  gate: GateCore,
  access: AccessEvaluation,
  id: string,
): { readonly called: PartyName; readonly shown: Pick<GatedRecord, 'own' | 'grants' | 'record'> } | null {
  const { parties, records, appliance } = gate.store
  const party = parties.find(id)
  if (party === undefined) return null
  const cooperative = appliance.cooperative === null ? '' : parties.id(appliance.cooperative)
  const found = access.world.addSeqs(records.statements.about(party, appliance.cooperative ?? 0))
  access.world.prefetchStandings(found)
  const current = found.filter(
    (record): record is StoredRecordOf<'party'> =>
      record.type === 'party' && access.standing(record) === 'tip',
  )
  const byId = new Map(current.map((record) => [record.id, record]))
  const naming = namingOf(
    id,
    cooperative,
    current.map(({ body }) => body),
  )
  for (const said of naming) {
    const record = must(byId.get(said.id))
    const decision = access.decide(record)
    if (decision.disclose)
      return {
        called: nameBy(cooperative, said),
        shown: { record, own: decision.own, grants: decision.grants },
      }
  }
  return null
}
