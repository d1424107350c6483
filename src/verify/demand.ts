import { receiversOf } from '../domain/derived/lot-owners.ts'
import { possibleSubjects, subjectsOf } from '../domain/derived/subjects.ts'
import { RELATIONS, type World } from '../domain/derived/world.ts'
import { descriptors, type RecordType, typeCode } from '../domain/types/index.ts'
import { mentionsBy } from '../intake/follow.ts'
import { linksOf } from '../intake/links.ts'
import { isMention } from '../store/mentions.ts'
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
  for (const { target, relation } of linksOf(body))
    if (!isMention(relation)) ledger.link(seq, target, RELATIONS[relation])
  for (const { target, relation, party } of mentionsBy(record))
    ledger.mention(seq, target, RELATIONS[relation], party)
  if (record.type === 'custody_transfer') demandHandOver(inspection, record, through, ledger)
  if (body.evidence !== undefined)
    for (const hash of new Set(body.evidence.map(({ sha256 }) => sha256)))
      ledger.citation(seq, hash, record.assertedBy)
  demandPlaces(inspection, record, through, ledger)
  if (record.type === 'party') {
    const party = inspection.party(body.party as string)
    ledger.partyStatement(seq, party, record.assertedBy)
    if (body.member_no !== undefined && record.assertedBy === inspection.cooperative)
      ledger.memberNumber(seq, body.member_no as string, party)
  }
  if (record.type === 'party' || record.type === 'retraction')
    for (const party of natureChanges(inspection, record)) ledger.natureChange(seq, party)
}

/** A hand-over that may count brings the lot to its receiver. */
function demandHandOver(
  inspection: Inspection,
  { seq, body }: StoredRecord,
  through: number,
  ledger: Ledger,
): void {
  const world = inspection.world(through)
  const lot = world.byId(body.lot_id as string)
  if (lot?.type !== 'lot' || !world.handOvers(lot.root).some((handOver) => handOver.seq === seq)) return
  const first = world.bySeq(lot.root)
  if (first === undefined) return
  ledger.mention(seq, first.id, RELATIONS.brings, inspection.party(body.to_party as string))
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

/** Whoever a transfer of the lot that may count says that it was handed to. */
const namedReceivers = (world: World, lot: StoredRecord): Set<string> =>
  new Set(world.handOvers(lot.root).map(({ body }) => body.to_party as string))

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
  const isNamed = inspection.world(through).handOvers(record.root).length > 0
  if (!isNamed && record.depth === 1) return
  for (const party of receiversOf(inspection.world(seq), record.root)) {
    const number = inspection.party(party)
    if (!had.has(number)) yield number
  }
}
