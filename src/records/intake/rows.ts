import { possibleSubjects } from '../../domain/derived/subjects.ts'
import { cellsOf } from '../../domain/map-cells.ts'
import { plainId } from '../../domain/other-ids.ts'
import { boxOf } from '../../domain/outline.ts'
import type { BodyOf } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import type { Tell } from '../../store/log/record-rows.ts'
import { ROLE } from '../../store/log/record-tables.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { isMention } from '../../store/tables/mentions.ts'
import { linksOf } from './links.ts'
import type { LogState } from './state.ts'

/** Makes the rows that follow from the record's own text alone. */
export function rowsOfText(record: StoredRecord, state: LogState, tell: Tell): void {
  const { seq, type, body, assertedBy, onBehalfOf } = record
  for (const { target, relation } of linksOf(body))
    if (!isMention(relation)) tell('link', [target, RELATIONS[relation], seq])
    else {
      // One row for the asserter, and one for the principal.
      tell('mention', [target, RELATIONS[relation], assertedBy, seq])
      if (onBehalfOf !== null && onBehalfOf !== assertedBy)
        tell('mention', [target, RELATIONS[relation], onBehalfOf, seq])
    }
  if (body.type === 'plot') rowsOfPlot(record, body, state, tell)
  if (body.evidence !== undefined)
    for (const hash of new Set(body.evidence.map(({ sha256 }) => sha256)))
      tell('evidence_citation', [hash, assertedBy, seq])
  if (type !== 'party') return
  const party = state.party(body.party)
  tell('party_statement', [party, assertedBy, seq])
  // Also under the party kept, which must find the entries merged into it.
  if (body.same_as !== undefined && body.same_as !== body.party)
    tell('party_statement', [state.party(body.same_as), assertedBy, seq])
  // Only the cooperative assigns member numbers; what others state is never looked up.
  if (body.member_no !== undefined && assertedBy === state.cooperative)
    tell('member_number', [body.member_no, seq, party])
}

/**
 * Makes the rows of a plot. A plot that the cooperative states for a member is also found as the member's
 * own, because the member's phone names it. Outlines are indexed by map cell for the parties that state them,
 * since only those parties' outlines are compared.
 */
function rowsOfPlot(
  { seq, assertedBy, onBehalfOf }: StoredRecord,
  body: BodyOf<'plot'>,
  state: LogState,
  tell: Tell,
): void {
  const { plot, holder: held, geometry } = body
  const holder = state.party(held)
  if (assertedBy === state.cooperative && holder !== assertedBy && holder !== onBehalfOf) {
    tell('mention', [plot, RELATIONS.plot, holder, seq])
    tell('mention', [held, RELATIONS.holds, holder, seq])
  }
  // Only by the cooperative's own word is a plot found.
  if (assertedBy === state.cooperative)
    for (const other of new Set(body.ids?.map(({ value }) => plainId(value))))
      tell('plot_other_id', [other, seq])
  const box = geometry === undefined ? null : boxOf(geometry)
  if (box === null) return
  const size = JSON.stringify(body).length
  const speakers = new Set([assertedBy, ...(onBehalfOf === null ? [] : [onBehalfOf])])
  for (const cell of cellsOf(box))
    for (const party of speakers)
      tell('plot_cell', [party, cell, seq, box.west, box.south, box.east, box.north, size])
}

/** Returns the roles of each party in a record. */
export function rolesOf(record: StoredRecord, state: LogState): Map<number, number> {
  const { assertedBy, onBehalfOf } = record
  const roles = new Map<number, number>([[assertedBy, ROLE.asserter]])
  if (onBehalfOf !== null) roles.set(onBehalfOf, (roles.get(onBehalfOf) ?? 0) | ROLE.principal)
  for (const subject of possibleSubjects(state.here, record)) {
    const party = state.party(subject)
    roles.set(party, (roles.get(party) ?? 0) | ROLE.subject)
  }
  return roles
}
