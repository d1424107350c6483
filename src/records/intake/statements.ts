import { descriptors, STATEMENTS } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import { ROLE } from '../../store/log/record-tables.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import { ACTS_ON_OWN } from '../../store/tables/stated.ts'
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
  const { type, seq, occurredAtMs } = record
  const speakers = speakersOf(record)
  if (STATEMENTS.has(type)) noteWord(store, record, roles, speakers, false)
  const { actsOn, confirms } = descriptors[type]
  if (actsOn === undefined && record.root === seq) return
  const target = record.body[actsOn ?? 'supersedes']
  const named = target === undefined ? undefined : store.records.byId(target)
  if (named === undefined) return
  for (const party of partiesTo(store, named, seq))
    if (!speakers.includes(party)) store.records.add('change', [party, ACTS_ON_OWN, seq, seq, occurredAtMs])
  // A party that confirms a stranger's statement makes it its own word.
  if (confirms !== undefined && STATEMENTS.has(named.type))
    noteWord(store, named, rolesOf(named, state), speakers, true)
}

const speakersOf = ({ assertedBy, onBehalfOf }: StoredRecord): number[] =>
  onBehalfOf === null || onBehalfOf === assertedBy ? [assertedBy] : [assertedBy, onBehalfOf]

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

/**
 * Adds rows about each subject that did not state the record itself, one for each party whose word it is. What a delegate
 * states for its principal is a row about the principal too: where both are its only subjects, no other row would find it.
 * @param isConfirmed whether the speakers confirmed it; then there may be a row already
 */
function noteWord(
  { records }: Store,
  record: StoredRecord,
  roles: ReadonlyMap<number, number>,
  speakers: readonly number[],
  isConfirmed: boolean,
): void {
  const { id, seq, occurredAtMs, assertedBy, onBehalfOf } = record
  const { code } = descriptors[record.type]
  for (const [party, role] of roles) {
    if ((role & ROLE.subject) === 0 || party === assertedBy) continue
    for (const speaker of speakers) {
      if (party === onBehalfOf && speaker !== assertedBy) continue
      const isSubject = ((roles.get(speaker) ?? 0) & ROLE.subject) !== 0
      const by = isSubject ? speaker : -speaker
      if (isConfirmed && records.stated.has({ party, by }, code, occurredAtMs, id)) continue
      records.add('stated_about', [party, code, by, occurredAtMs, id, seq])
    }
  }
}
