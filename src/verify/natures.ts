import { tipsOf } from '../domain/derived/standing.ts'
import { partyFacts } from '../domain/party.ts'
import { ORGANISATION_KINDS, type PartyKind } from '../domain/shapes.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Inspection } from './inspection.ts'

/** The parties that began or ceased to count as natural persons with this record. */
export function natureChanges(inspection: Inspection, record: StoredRecord): number[] {
  return spokenOf(inspection, record).filter(
    (party) => isPerson(inspection, party, record.seq) !== isPerson(inspection, party, record.seq - 1),
  )
}

/** Parties that a `party` record, or what corrects or retracts one, speaks of, through all its versions. */
function spokenOf(inspection: Inspection, record: StoredRecord): number[] {
  const world = inspection.world(record.seq)
  const target = record.type === 'party' ? record : world.byId(record.body.target_id as string)
  if (target?.type !== 'party') return []
  const versions = record.seq === record.root && record === target ? [record] : world.chain(target.root)
  return [...new Set(versions.map(({ body }) => inspection.party(body.party as string)))]
}

/** As the log stood at an entry: true unless all that count say that it is an organisation (contract §1). */
function isPerson(inspection: Inspection, party: number, through: number): boolean {
  const statements = inspection.statementsOn(party).filter(({ seq }) => seq <= through)
  // Most parties were never called an organisation by anybody: nothing else matters then.
  if (!statements.some(({ body }) => ORGANISATION_KINDS.has(body.kind as PartyKind))) return true
  const world = inspection.world(through)
  const tips = statements.filter(({ root, id }) => tipsOf(world, root).some((tip) => tip.id === id))
  return partyFacts(
    inspection.partyId(party),
    inspection.cooperativeId,
    tips.map(({ body }) => body),
  ).isNaturalPerson
}
