import { RELATIONS } from '../domain/derived/world.ts'
import { idOfHex } from '../domain/id.ts'
import { ROLE } from '../store/records.ts'
import type { Inspection } from './inspection.ts'
import type { DerivedRow } from './ledger.ts'

/** A row of a derived table, in words. */
export function rowWords(inspection: Inspection, row: DerivedRow): string {
  const id = inspection.references.idOf(row.seq)
  const record = id === undefined ? `entry ${row.seq}` : `record ${idOfHex(id)} (entry ${row.seq})`
  return `table ${row.table}, ${record}, ${detail(inspection, row)}`
}

function detail(inspection: Inspection, row: DerivedRow): string {
  switch (row.table) {
    case 'link':
      return `which names ${idOfHex(row.target)} as ${nameOf(RELATIONS, row.relation)}`
    case 'mention':
      return `which names ${idOfHex(row.target)} as ${nameOf(RELATIONS, row.relation)}, by ${inspection.partyWords(row.party)}`
    case 'involvement':
      return `${inspection.partyWords(row.party)} as ${nameOf(ROLE, row.role)}`
    case 'member_number':
      return `member number ${JSON.stringify(row.memberNo)} of ${inspection.partyWords(row.party)}`
    case 'evidence_citation':
      return `picture ${row.sha256.toLowerCase()}`
    default:
      return inspection.partyWords(row.party)
  }
}

const nameOf = (names: Readonly<Record<string, number>>, code: number): string =>
  Object.entries(names).find(([, value]) => value === code)?.[0] ?? `number ${code}`
