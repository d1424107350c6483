import { RELATIONS } from '../../domain/derived/world.ts'
import { idOfHex } from '../../domain/id.ts'
import type { Cell } from '../../store/record-rows.ts'
import { RECORD_TABLES, ROLE } from '../../store/record-tables.ts'
import type { Inspection } from './inspection.ts'
import { entryOf, type RecordRow } from './ledger.ts'

/** A row that follows from a record, in words. */
export function rowWords(inspection: Inspection, row: RecordRow): string {
  const columns: readonly string[] = RECORD_TABLES[row.table].columns
  const cell = (column: string) => row.cells[columns.indexOf(column)]
  const seq = (cell('seq') as number | undefined) ?? entryOf(row)
  const id = inspection.references.idOf(seq)
  const record = id === undefined ? `entry ${seq}` : `record ${idOfHex(id)} (entry ${seq})`
  const brought = row.table === 'change' && entryOf(row) !== seq ? `, with entry ${entryOf(row)}` : ''
  return `table ${row.table}, ${record}, ${detail(inspection, row, cell)}${brought}`
}

function detail(
  inspection: Inspection,
  { table }: RecordRow,
  cell: (column: string) => Cell | undefined,
): string {
  const party = () => inspection.partyWords(cell('party') as number)
  const named = () =>
    `which names ${idOfHex(cell('target') as string)} as ${nameOf(RELATIONS, cell('relation'))}`
  switch (table) {
    case 'link':
      return named()
    case 'mention':
      return `${named()}, by ${party()}`
    case 'record_party':
      return `${party()} as ${nameOf(ROLE, cell('role'))}`
    case 'member_number':
      return `member number ${JSON.stringify(cell('member_no'))} of ${party()}`
    case 'evidence_citation':
      return `picture ${(cell('sha256') as string).toLowerCase()}`
    default:
      return party()
  }
}

const nameOf = (names: Readonly<Record<string, number>>, code: Cell | undefined): string =>
  Object.entries(names).find(([, value]) => value === code)?.[0] ?? `number ${code}`
