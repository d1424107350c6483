import { isDeepStrictEqual } from 'node:util'
import { isWrittenBehind } from '../../store/behind.ts'
import { timesThere } from '../../store/inspect/record-rows.ts'
import { RECORD_TABLE_NAMES } from '../../store/record-tables.ts'
import { BUCKET_ENTRIES, bucketOf } from './balance.ts'
import { demand } from './demand.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { eachRole, entryOf, type RecordRow, RowList } from './ledger.ts'
import { rowWords } from './row-words.ts'
import { tellRows } from './table-walk.ts'

export interface SettleOrder {
  readonly buckets: readonly number[]
  /** The log's newest entry that counts. */
  readonly newest: number
  /** The rows of entries up to this one should be in the file. */
  readonly written: number
}

/** Buckets whose rows are in memory at once: some ten thousand rows. */
export const BUCKETS_A_PART = 16

/** If sums of rows differ: finds which row is missing and which is extra. */
export function settleRows(inspection: Inspection, { buckets, newest, written }: SettleOrder): Findings {
  const faults = new Faults()
  const meant = new Set(buckets)
  let step: 1 | -1 = 1
  const list = new RowList(
    (seq) => seq <= newest && meant.has(bucketOf(seq)),
    () => step,
  )
  for (const bucket of buckets) {
    const first = bucket * BUCKET_ENTRIES + 1
    const last = Math.min(newest, first + BUCKET_ENTRIES - 1)
    for (let seq = first; seq <= last; seq++) demandOf(inspection, seq, newest, list)
  }
  step = -1
  for (const table of RECORD_TABLE_NAMES) tellRows(inspection, table, list.tell, () => {})
  for (const row of list.missing)
    if (!isOnItsWay(inspection, row, written))
      faults.add(
        'derived_row_missing',
        rowWords(inspection, row),
        'The record calls for this row, and it is not there.',
      )
  for (const row of list.unasked)
    if (!hasComeSince(inspection, row))
      faults.add('derived_row_without_record', rowWords(inspection, row), 'No record calls for this row.')
  return { listed: faults.listed, counts: faults.counts }
}

/** Unfollowable entries were reported where they were checked. */
function demandOf(inspection: Inspection, seq: number, through: number, list: RowList): void {
  try {
    const record = inspection.records.bySeq(seq)
    if (record !== undefined) demand(inspection, record, through, eachRole(list.tell))
  } catch {
    return
  } finally {
    inspection.forget()
  }
}

/** Whether the row may still be in the service's memory: no entry up to `written` requires it. */
const isOnItsWay = (inspection: Inspection, row: RecordRow, written: number): boolean =>
  isWrittenBehind(row.table) && (entryOf(row) > written || !isCalledFor(inspection, row, written))

/** Whether an entry received after this run began requires the row. In one transaction. */
const hasComeSince = (inspection: Inspection, row: RecordRow): boolean =>
  isWrittenBehind(row.table) &&
  inspection.atOnce(
    () =>
      timesThere(inspection.db, row.table, row.cells) === 1 &&
      isCalledFor(inspection, row, Number.MAX_SAFE_INTEGER),
  )

/** Whether its entry requires the row, as the log stood at an entry. */
function isCalledFor(inspection: Inspection, row: RecordRow, through: number): boolean {
  const list = new RowList(
    (seq) => seq === entryOf(row),
    () => 1,
  )
  demandOf(inspection, entryOf(row), through, list)
  return list.missing.some((called) => isDeepStrictEqual(called, row))
}
