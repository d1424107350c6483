import { RELATIONS, type World } from '../../domain/derived/world.ts'
import { typeCode } from '../../domain/types/index.ts'
import { changesBy } from '../../records/intake/announce.ts'
import { natureChanges } from '../../records/intake/natures.ts'
import { mayMoveLots } from '../../records/intake/propagate.ts'
import { addRole, rolesOf, rowsOfText } from '../../records/intake/rows.ts'
import type { Tell } from '../../store/record-rows.ts'
import { ROLE } from '../../store/record-tables.ts'
import type { StoredRecord, StoredTransfer } from '../../store/stored-record.ts'
import type { Inspection } from './inspection.ts'

/**
 * Every row that belongs to a record, made by the writer's own functions; for lists and mentions also those caused by later
 * records.
 * @param through the log's newest entry that counts
 */
export function demand(inspection: Inspection, record: StoredRecord, through: number, tell: Tell): void {
  const { seq, body } = record
  rowsOfText(record, inspection, tell)
  const now = inspection.world(through)
  if (record.type === 'custody_transfer') demandHandOver(inspection, record, now, tell)
  const roles = rolesOf(now, record, inspection)
  changesBy(inspection, {
    record,
    here: () => inspection.world(seq),
    involved: [...roles.keys()],
    // This was decided when the record was received; for most records it is known without going back to that moment.
    mayMoveLots: mayMoveLots(now, record) && mayMoveLots(inspection.world(seq), record),
    tell,
    alsoAbout: () => {},
  })
  if (record.type === 'lot')
    for (const { body: said } of now.handOvers(record.root))
      addRole(roles, inspection.party(said.to_party), ROLE.receiver)
  const type = typeCode(record.type)
  for (const [party, role] of roles)
    tell('record_party', [party, type, record.occurredAtMs, body.id, role, seq])
  for (const party of natureChanges(inspection, record)) tell('nature_change', [seq, party])
}

/** A hand-over that may count adds the lot to its receiver's records. */
function demandHandOver(
  inspection: Inspection,
  { seq, body }: StoredTransfer,
  world: World & Pick<Inspection['records'], 'bySeq'>,
  tell: Tell,
): void {
  const lot = world.byId(body.lot_id)
  if (lot?.type !== 'lot' || !world.handOvers(lot.root).some((handOver) => handOver.seq === seq)) return
  const first = world.bySeq(lot.root)
  if (first === undefined) return
  tell('mention', [first.id, RELATIONS.brings, inspection.party(body.to_party), seq])
}
