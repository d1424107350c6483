import { isDeepStrictEqual } from 'node:util'
import {
  DERIVED_TABLES,
  involvementRoles,
  isChangeThere,
  isMentionThere,
} from '../store/inspect/derived-rows.ts'
import { BUCKET_ENTRIES, bucketOf } from './balance.ts'
import { demand } from './demand.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { type DerivedRow, RowList } from './ledger.ts'
import { rowWords } from './row-words.ts'
import { tellRows } from './table-walk.ts'
import { mayBeInMemory } from './written-rows.ts'

export interface SettleOrder {
  readonly buckets: readonly number[]
  /** The log's newest entry that counts. */
  readonly newest: number
  /** The rows of entries up to this one should be there. */
  readonly written: number
}

/** Buckets whose rows are in memory at once: some ten thousand rows. */
export const BUCKETS_A_PART = 16

/** Where the sums of rows differ: which row is missing, and which one too many. */
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
  for (const table of DERIVED_TABLES) tellRows(inspection, table, list, null)
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

/** What cannot be followed was told where the entry was looked at. */
function demandOf(inspection: Inspection, seq: number, through: number, list: RowList): void {
  try {
    const record = inspection.records.bySeq(seq)
    if (record !== undefined) demand(inspection, record, through, list)
  } catch {
    return
  } finally {
    inspection.forget()
  }
}

/** May the row be in the service's memory yet? The entries up to `written` do not call for it. */
function isOnItsWay(inspection: Inspection, row: DerivedRow, written: number): boolean {
  if (!mayBeInMemory(row.table)) return false
  if (row.seq > written) return true
  const before = rowsOf(inspection, row.seq, written)
  return !before.some((called) => isDeepStrictEqual(called, row))
}

/** What one record calls for, as the log stood at an entry. */
function rowsOf(inspection: Inspection, seq: number, through: number): DerivedRow[] {
  const list = new RowList(
    (of) => of === seq,
    () => 1,
  )
  demandOf(inspection, seq, through, list)
  return list.missing
}

/** Was the row called for by an entry that came after this look began? Asked as everything stands at one moment. */
function hasComeSince(inspection: Inspection, row: DerivedRow): boolean {
  if (!mayBeInMemory(row.table)) return false
  return inspection.atOnce(() => {
    const now = rowsOf(inspection, row.seq, Number.MAX_SAFE_INTEGER)
    if (row.table === 'mention') {
      const { target, relation, party, seq } = row
      const isThere = isMentionThere(inspection.db, [target, relation, party, seq])
      return isThere && now.some((called) => isDeepStrictEqual(called, row))
    }
    if (row.table === 'change') {
      const isThere = isChangeThere(inspection.db, [row.party, row.type, row.seq, row.seq])
      return isThere && now.some((called) => isDeepStrictEqual(called, row))
    }
    if (row.table !== 'involvement') return false
    const { party, type, occurredAt, id, role, seq } = row
    const roles = involvementRoles(inspection.db, [party, type, occurredAt, id, role, seq])
    const standing = roles.filter((stored) => (stored & role) !== 0).length
    return standing === 1 && now.some((called) => isDeepStrictEqual(called, row))
  })
}
