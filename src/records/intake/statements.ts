import { descriptors, maySubjectsComeLater, type RecordType, typeCode } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import { isMention } from '../../store/mentions.ts'
import { ROLE } from '../../store/record-tables.ts'
import type { StoredRecord } from '../../store/records.ts'
import { ACTS_ON_OWN } from '../../store/stated.ts'
import type { Store } from '../../store/store.ts'
import { linksOf } from './links.ts'
import { rolesOf } from './rows.ts'
import type { LogState } from './state.ts'

/**
 * Adds the rows by which a reader finds what parties stated about each other and what was done to a party's own records,
 * without reading what strangers state.
 * @param roles the roles of each party in the record
 */
export function noteStatements(
  store: Store,
  record: StoredRecord,
  roles: ReadonlyMap<number, number>,
  state: LogState,
): void {
  const speakers = speakersOf(record)
  if (isStatement(record.type)) noteWord(store, record, roles, speakers, false)
  for (const { target, relation } of linksOf(record.body)) {
    const named = isMention(relation) ? undefined : store.records.byId(target)
    if (named === undefined) continue
    const { seq, occurredAtMs } = record
    for (const party of partiesTo(store, named, seq))
      if (!speakers.includes(party)) store.records.add('change', [party, ACTS_ON_OWN, seq, seq, occurredAtMs])
    // A party that confirms a stranger's statement makes it its own word.
    if (relation === 'confirms' && isStatement(named.type))
      noteWord(store, named, rolesOf(named, state), speakers, true)
  }
}

const isStatement = (type: RecordType): boolean =>
  descriptors[type].actsOn === undefined && !maySubjectsComeLater(type)

const speakersOf = ({ assertedBy, onBehalfOf }: StoredRecord): number[] =>
  onBehalfOf === null ? [assertedBy] : [assertedBy, onBehalfOf]

/** Returns who asserted, had asserted or confirmed a record or its first version, before another entry. */
function partiesTo({ records }: Store, record: StoredRecord, before: number): Set<number> {
  const first = record.root === record.seq ? undefined : records.bySeq(record.root)
  const versions = first === undefined ? [record] : [record, first]
  const confirming = records
    .links(versions.map(({ id }) => id))
    .filter(([, relation, source]) => relation === RELATIONS.confirms && source < before)
    .map(([, , source]) => source)
  return new Set([...versions, ...records.bySeqs(confirming)].flatMap(speakersOf))
}

/** @param isConfirmed whether they confirmed it; then there may be a row already */
function noteWord(
  { records }: Store,
  record: StoredRecord,
  roles: ReadonlyMap<number, number>,
  speakers: readonly number[],
  isConfirmed: boolean,
): void {
  const { id, seq, occurredAtMs } = record
  const type = typeCode(record.type)
  const authors = speakersOf(record)
  const isSubject = (party: number) => ((roles.get(party) ?? 0) & ROLE.subject) !== 0
  const words = new Set(speakers.map((by) => (isSubject(by) ? by : -by)))
  for (const party of roles.keys())
    for (const by of words) {
      // What a delegate states for its principal is its word about the principal too: two such sides have no other row.
      const isOfDelegate =
        party === record.onBehalfOf && Math.abs(by) === record.assertedBy && party !== Math.abs(by)
      if (!isSubject(party) || (authors.includes(party) && !isOfDelegate)) continue
      if (isConfirmed && records.stated.has({ party, by }, type, occurredAtMs, id)) continue
      records.add('stated_about', [party, type, by, occurredAtMs, id, seq])
    }
}
