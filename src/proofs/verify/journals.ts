import {
  type BackupRow,
  type NotificationRow,
  NUMBERED,
  type UnresolvedRow,
  type UseRow,
  type VisitRow,
} from '../../store/inspect/journal-rows.ts'
import { isUnindexed } from './audit-index.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { Shown, whyNotOwed } from './notified.ts'

/** Tables beside the log: their rows follow from no entry, but must not contradict any. */

const ROWS_AT_ONCE = 1_024

export function examineJournals(inspection: Inspection, order: { readonly newest: number }): Findings {
  const faults = new Faults()
  for (const table of NUMBERED) {
    const { first, last, count } = inspection.journals.numbers(table)
    if (first !== 1 || last !== count)
      faults.add(
        'journal_differs',
        `table ${table}`,
        `Its ${count} rows are numbered from ${first} to ${last}; numbers begin with 1 and have no gap.`,
      )
  }
  examineNotifications(inspection, order.newest, faults)
  examineVisits(inspection, faults)
  examineUses(inspection, faults)
  examineUnresolved(inspection, faults)
  examineBackups(inspection, faults)
  examineUpgrades(inspection, order.newest, faults)
  return { listed: faults.listed, counts: faults.counts }
}

/** The schema version whose beginning a file keeps. */
const KEPT_VERSION = 3

function examineUpgrades({ journals }: Inspection, newest: number, faults: Faults): void {
  const rows = journals.schemaSince()
  const [row] = rows
  if (rows.length !== 1 || row?.version !== KEPT_VERSION || row.seq < 0 || row.seq > newest)
    faults.add(
      'journal_differs',
      'table schema_since',
      `It should tell at which entry of the log the file got schema version ${KEPT_VERSION}, and nothing else.`,
    )
}

/** Reads the rows page by page. */
function* pages<T>(next: (last: T | undefined, count: number) => T[]): Generator<T> {
  let last: T | undefined
  for (;;) {
    const rows = next(last, ROWS_AT_ONCE)
    yield* rows
    last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return
  }
}

function examineNotifications(inspection: Inspection, newest: number, faults: Faults): void {
  // Without the index, all disclosures would have to be held in memory; its absence is reported already.
  if (isUnindexed(inspection)) return
  const shown = new Shown(inspection)
  for (const row of pages((last: NotificationRow | undefined, count) =>
    inspection.journals.notifications(last?.n ?? 0, count),
  )) {
    if (row.because > newest) continue
    const why = whyNotOwed(inspection, shown, row)
    if (why !== null) faults.add('journal_differs', `notification ${row.n}`, why)
  }
}

/** Each row holds the sums of its device so far, so none may be less than the one before. */
function examineVisits(inspection: Inspection, faults: Faults): void {
  const newest = new Map<number, readonly number[]>()
  for (const visit of pages((last: VisitRow | undefined, count) =>
    inspection.journals.visits(last?.n ?? 0, count),
  )) {
    const where = `visit ${visit.n} of device entry ${visit.device}`
    const sums = [visit.accepted, visit.replayed, visit.rejected]
    const before = newest.get(visit.device)
    if (sums.some((sum, i) => sum < (before?.[i] ?? 0)))
      faults.add('journal_differs', where, 'Its sums are less than those of the visit before.')
    if (visit.rejected !== countOf(visit.codes))
      faults.add('journal_differs', where, 'Its refusals are not as many as their codes tell.')
    newest.set(visit.device, sums)
  }
}

function countOf(codes: string | null): number {
  if (codes === null) return 0
  try {
    return Object.values(JSON.parse(codes) as Record<string, number>).reduce((sum, count) => sum + count, 0)
  } catch {
    return Number.NaN
  }
}

function examineUses(inspection: Inspection, faults: Faults): void {
  for (const { credential, at, madeAt } of pages((last: UseRow | undefined, count) =>
    inspection.journals.uses(last?.credential ?? 0, count),
  ))
    if (madeAt === null || at < madeAt)
      faults.add('journal_differs', `device token, entry ${credential}`, 'It was used before it was made.')
}

function examineUnresolved(inspection: Inspection, faults: Faults): void {
  for (const { conversionId, seq } of pages((last: UnresolvedRow | undefined, count) =>
    inspection.journals.unresolved(last ?? { conversionId: '', seq: 0 }, count),
  ))
    if (inspection.records.bySeq(seq)?.body.conversion_id !== conversionId)
      faults.add(
        'journal_differs',
        `table unresolved_conversion, entry ${seq}`,
        `The record does not cite the factor ${JSON.stringify(conversionId)}.`,
      )
}

function examineBackups(inspection: Inspection, faults: Faults): void {
  for (const { n, made } of pages((last: BackupRow | undefined, count) =>
    inspection.journals.backups(last?.n ?? 0, count),
  ))
    if (made !== null && !isJson(made))
      faults.add('journal_differs', `backup run ${n}`, 'What it made cannot be read.')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
