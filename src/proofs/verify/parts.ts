import { ACT_TABLE_NAMES } from '../../store/act-tables.ts'
import { danglingReferences, pageFaults } from '../../store/inspect/pages.ts'
import { examineAnchors } from './anchors.ts'
import { examineAudit } from './audit-chain.ts'
import { examineAuditIndex, examineIndexed } from './audit-index.ts'
import { examineEntries } from './entries.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { examineJournals } from './journals.ts'
import { settleRows } from './settle.ts'
import { walkTable } from './table-walk.ts'

/**
 * The parts of the work: each takes some tenths of a second over one connection, and receives its range and returns its
 * findings as plain data, so that any thread may do it.
 */
export const PARTS = {
  pages: examinePages,
  entries: examineEntries,
  walk: walkTable,
  settle: settleRows,
  orphans: examineOrphans,
  audit: examineAudit,
  auditIndex: examineAuditIndex,
  anchors: examineAnchors,
  journals: examineJournals,
} as const

export type PartName = keyof typeof PARTS
export type PartOrder<P extends PartName> = Parameters<(typeof PARTS)[P]>[1]
export type PartOutcome<P extends PartName> = ReturnType<(typeof PARTS)[P]>

/** SQLite's check of a table's pages, indexes and references. */
function examinePages({ db }: Inspection, { table }: { readonly table: string }): Findings {
  const faults = new Faults()
  for (const said of pageFaults(db, table)) faults.add('page_damaged', `table ${table}`, `${said}.`)
  const { found, count } = danglingReferences(db, table)
  for (const { rowid, parent } of found)
    faults.add(
      'reference_dangling',
      `table ${table}${rowid === null ? '' : `, row ${rowid}`}`,
      `It names a row of ${parent} that is not there${count > found.length ? ` (${count} such rows)` : ''}.`,
    )
  return { listed: faults.listed, counts: faults.counts }
}

/** Rows of acts without an act, and rows of the audit log's index without a chunk. */
function examineOrphans(inspection: Inspection, { newest }: { readonly newest: number }): Findings {
  const { acts } = inspection
  const faults = new Faults()
  examineIndexed(inspection, faults)
  for (const table of ACT_TABLE_NAMES)
    for (const seq of acts.orphans(table, newest))
      faults.add(
        'act_row_without_act',
        `table ${table}, entry ${seq}`,
        'No act of this number calls for the row.',
      )
  for (const seq of inspection.references.strayJudgements(newest))
    faults.add('derived_row_without_record', `table inference, entry ${seq}`, 'There is no such prediction.')
  return { listed: faults.listed, counts: faults.counts }
}
