import { receiversOf } from '../domain/derived/lot-owners.ts'
import { possibleSubjects, subjectsOf } from '../domain/derived/subjects.ts'
import { RELATIONS, type World } from '../domain/derived/world.ts'
import { descriptors, type RecordType, typeCode } from '../domain/types/index.ts'
import { linksOf } from '../intake/links.ts'
import { ROLE, type StoredRecord } from '../store/records.ts'
import type { Inspection } from './inspection.ts'
import type { Ledger } from './ledger.ts'
import { natureChanges } from './natures.ts'

/**
 * Every row of the derived tables that a record calls for, as the log stood at one entry: the rules of the intake told
 * from their outcome, so that rows which came with later records are among them.
 * @param through the log's newest entry that counts
 */
export function demand(inspection: Inspection, record: StoredRecord, through: number, ledger: Ledger): void {
  const { seq, body } = record
  for (const { target, relation } of linksOf(body)) ledger.link(seq, target, RELATIONS[relation])
  if (body.evidence !== undefined)
    for (const hash of new Set(body.evidence.map(({ sha256 }) => sha256)))
      ledger.citation(seq, hash, record.assertedBy)
  demandPlaces(inspection, record, through, ledger)
  if (record.type === 'party') {
    const party = inspection.party(body.party as string)
    ledger.partyStatement(seq, party, record.assertedBy)
    if (body.member_no !== undefined) ledger.memberNumber(seq, body.member_no as string, party)
  }
  if (record.type === 'party' || record.type === 'retraction')
    for (const party of natureChanges(inspection, record)) ledger.natureChange(seq, party)
}

/** Whose changes they stand in, their own text does not tell. */
const CHANGED_FOR_OTHERS: ReadonlySet<RecordType> = new Set(['lot', 'loss', 'retraction'])

/** Whose lists and changes it stands in. */
function demandPlaces(inspection: Inspection, record: StoredRecord, through: number, ledger: Ledger): void {
  const subjects = descriptors[record.type].subjects(record.body)
  const type = typeCode(record.type)
  const { seq, id, occurredAtMs } = record
  const roles = new Map<number, number>()
  const add = (party: number, role: number) => roles.set(party, (roles.get(party) ?? 0) | role)
  add(record.assertedBy, ROLE.asserter)
  if (record.onBehalfOf !== null) add(record.onBehalfOf, ROLE.principal)
  if ('named' in subjects) for (const party of subjects.named) add(inspection.party(party), ROLE.subject)
  else
    for (const party of possibleSubjects(inspection.world(through), record))
      add(inspection.party(party), ROLE.subject)
  if (CHANGED_FOR_OTHERS.has(record.type))
    for (const party of changedFor(inspection, record, through, roles.keys())) ledger.change(seq, party, type)
  else for (const party of roles.keys()) ledger.change(seq, party, type)
  if (record.type === 'lot')
    for (const party of namedReceivers(inspection.world(through), record))
      add(inspection.party(party), ROLE.receiver)
  for (const [party, role] of roles) ledger.involvement(seq, party, type, occurredAtMs, id, role)
}

/** Whoever a transfer of the lot, of any standing, says that it was handed to. */
function namedReceivers(world: World, lot: StoredRecord): Set<string> {
  const ids = world.chain(lot.root).map(({ id }) => id)
  const named = world.naming('lot', ids).filter(({ type }) => type === 'custody_transfer')
  return new Set(named.map(({ body }) => body.to_party as string))
}

/** The parties to whose changes a lot, loss or retraction itself was added: who could read it as his own when it came. */
function* changedFor(
  inspection: Inspection,
  record: StoredRecord,
  through: number,
  involved: Iterable<number>,
): Generator<number> {
  const { seq, type } = record
  if (type === 'loss' || type === 'retraction') {
    const owners = new Set([record.assertedBy, ...(record.onBehalfOf === null ? [] : [record.onBehalfOf])])
    for (const party of subjectsOf(inspection.world(seq), record).parties) owners.add(inspection.party(party))
    yield* owners
    return
  }
  const had = new Set(involved)
  yield* had
  const isNamed = inspection.world(through).naming('lot', [record.id]).length > 0
  if (!isNamed && record.depth === 1) return
  for (const party of receiversOf(inspection.world(seq), record.root)) {
    const number = inspection.party(party)
    if (!had.has(number)) yield number
  }
}
