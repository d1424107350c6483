import { possibleSubjects } from '../../domain/derived/subjects.ts'
import { RELATIONS, type World } from '../../domain/derived/world.ts'
import { isMention } from '../../store/mentions.ts'
import type { Tell } from '../../store/record-rows.ts'
import { ROLE } from '../../store/record-tables.ts'
import type { StoredRecord } from '../../store/records.ts'
import { linksOf } from './links.ts'
import type { LogState } from './state.ts'

/** Adds the rows that follow from a record's own text. */
export function rowsOfText(record: StoredRecord, state: LogState, tell: Tell): void {
  const { seq, type, body, assertedBy, onBehalfOf } = record
  for (const { target, relation } of linksOf(body))
    if (!isMention(relation)) tell('link', [target, RELATIONS[relation], seq])
    else {
      // By its asserter, and by the party it is asserted for.
      tell('mention', [target, RELATIONS[relation], assertedBy, seq])
      if (onBehalfOf !== null && onBehalfOf !== assertedBy)
        tell('mention', [target, RELATIONS[relation], onBehalfOf, seq])
    }
  if (body.evidence !== undefined)
    for (const hash of new Set(body.evidence.map(({ sha256 }) => sha256)))
      tell('evidence_citation', [hash, assertedBy, seq])
  if (type !== 'party') return
  const party = state.party(body.party)
  tell('party_statement', [party, assertedBy, seq])
  // Only the cooperative gives member numbers; those that others state are ignored.
  if (body.member_no !== undefined && assertedBy === state.cooperative)
    tell('member_number', [body.member_no, seq, party])
}

/** The roles of each party in a record; its subjects as `world` shows them. */
export function rolesOf(world: World, record: StoredRecord, state: LogState): Map<number, number> {
  const roles = new Map<number, number>()
  addRole(roles, record.assertedBy, ROLE.asserter)
  if (record.onBehalfOf !== null) addRole(roles, record.onBehalfOf, ROLE.principal)
  for (const subject of possibleSubjects(world, record)) addRole(roles, state.party(subject), ROLE.subject)
  return roles
}

export function addRole(roles: Map<number, number>, party: number, role: number): void {
  roles.set(party, (roles.get(party) ?? 0) | role)
}
