import { recordRows } from '../../store/inspect/record-rows.ts'
import type { Cell, Tell } from '../../store/record-rows.ts'
import { RECORD_TABLES, type RecordTable } from '../../store/record-tables.ts'
import { Balance, bucketOf, type Secret } from './balance.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { eachRole } from './ledger.ts'
import { rowWords } from './row-words.ts'

export interface WalkOrder {
  readonly table: RecordTable
  /** The log's newest entry that counts. */
  readonly newest: number
  readonly secret: Secret
}

export interface WalkOutcome {
  readonly findings: Findings
  /** Sums of the rows stored in the table, for all buckets of the log. */
  readonly sums: Int32Array
  readonly rows: number
}

/** Walks one table, in the order of its key, and adds every row to the sums of its entry. */
export function walkTable(inspection: Inspection, { table, newest, secret }: WalkOrder): WalkOutcome {
  const faults = new Faults()
  const balance = new Balance(secret, -1, 0, newest === 0 ? 0 : bucketOf(newest) + 1)
  const { of } = RECORD_TABLES[table]
  const rows = tellRows(inspection, table, balance.tell, (cells) => {
    const seq = cells[of] as number
    if (seq > newest || seq < 1) checkTarget(inspection, table, seq, faults)
    if (table === 'record_party') checkRole(inspection, cells, faults)
  })
  return { findings: { listed: faults.listed, counts: faults.counts }, sums: balance.sums, rows }
}

/**
 * Passes on the rows of a table, each role separately.
 * @param look at each row by itself
 * @returns their number
 */
export function tellRows(
  inspection: Inspection,
  table: RecordTable,
  tell: Tell,
  look: (cells: readonly Cell[]) => void,
): number {
  const tellEach = eachRole(tell)
  let count = 0
  for (const slice of recordRows(inspection.db, table)) {
    count += slice.length
    for (const cells of slice) {
      look(cells)
      tellEach(table, cells)
    }
    inspection.forget()
  }
  return count
}

/** A row of an entry that came after this run began is left for the next run, but that entry must exist. */
function checkTarget(inspection: Inspection, table: string, seq: number, faults: Faults): void {
  if (inspection.records.bySeq(seq) === undefined)
    faults.add(
      'derived_row_without_record',
      `table ${table}, entry ${seq}`,
      'There is no record of this number.',
    )
}

const MOST_ROLES = 15

function checkRole(inspection: Inspection, cells: readonly Cell[], faults: Faults): void {
  const role = cells[RECORD_TABLES.record_party.columns.indexOf('role')] as number
  if (!(role >= 1 && role <= MOST_ROLES))
    faults.add(
      'derived_row_without_record',
      rowWords(inspection, { table: 'record_party', cells }),
      `There is no role ${role}.`,
    )
}
