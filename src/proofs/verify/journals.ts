import { fromJson } from '../../base/typed.ts'
import type { Inspection, NotificationRow, VisitRow } from '../../store/inspect/inspection.ts'
import type { StoredRecord } from '../../store/records.ts'
import { isUnindexed } from './audit-index.ts'
import { type Examination, instantWords } from './faults.ts'

/** The schema version for which the file records since which entry it applies. */
const KEPT_VERSION = 3

/** Checks the tables kept beside the log: their rows follow from no entry, but must not contradict any. */
export function examineJournals({ inspection, extent, faults }: Examination): void {
  const newest = extent.entries
  const tell = (where: string, finding: string) => faults.add('journal_differs', where, finding)
  // Without the index, all disclosures would have to be held in memory; its absence is reported already.
  if (!isUnindexed(inspection))
    for (const row of inspection.notifications()) {
      const why = row.because > newest ? null : whyNotDue(inspection, row)
      if (why !== null) tell(`notification ${row.n}`, why)
    }
  examineVisits(inspection.visits(), tell)
  for (const { seq } of inspection.usedTooEarly())
    tell(`device token, entry ${seq}`, 'It was used before it was made.')
  for (const { n } of inspection.unreadableBackups()) tell(`backup run ${n}`, 'Its result cannot be read.')
  if (inspection.tellsWhen(KEPT_VERSION, newest) !== 1)
    tell(
      'table schema_since',
      `It should have one row, stating at which entry of the log the file got schema version ${KEPT_VERSION}.`,
    )
}

/** Checks that the sums of each device, of which each row has those so far, never decrease. */
function examineVisits(visits: Iterable<VisitRow>, tell: (where: string, finding: string) => void): void {
  const newest = new Map<number, readonly number[]>()
  for (const { n, device, accepted, replayed, rejected, codes } of visits) {
    const where = `visit ${n} of device entry ${device}`
    const sums = [accepted, replayed, rejected]
    const before = newest.get(device)
    if (sums.some((sum, i) => sum < (before?.[i] ?? 0)))
      tell(where, 'Its sums are less than those of the visit before.')
    if (rejected !== countOf(codes))
      tell(where, 'Its number of refusals differs from the sum over their codes.')
    newest.set(device, sums)
  }
}

function countOf(codes: string | null): number {
  try {
    return Object.values(fromJson<Record<string, number>>(codes ?? '{}')).reduce((sum, n) => sum + n, 0)
  } catch {
    return Number.NaN
  }
}

/**
 * Checks that a notification is due: the party was shown the record, which was corrected or retracted since.
 * @returns why it is not due, in a sentence; null when it is
 */
function whyNotDue(inspection: Inspection, row: NotificationRow): string | null {
  const shown = inspection.records.bySeq(row.shown)
  const because = inspection.records.bySeq(row.because)
  if (shown === undefined || because === undefined) return 'A record that it names does not exist.'
  const names = because.type === 'retraction' ? because.body.target_id : because.body.supersedes
  if (names !== shown.id) return `Record ${because.id} neither corrects nor retracts record ${shown.id}.`
  if (row.raisedAt !== because.receivedAtMs)
    return `It was raised at ${instantWords(row.raisedAt)}, but the correction was received at ${because.body.received_at}.`
  return wasShown(inspection, shown, row.recipient)
    ? null
    : `By the audit log, ${inspection.partyWords(row.recipient)} was never shown record ${shown.id}.`
}

/** Whether the party was shown the record, by the index of the audit log. */
function wasShown({ audit, readerOf }: Inspection, record: StoredRecord, party: number): boolean {
  const credentials = audit.index.credentialsShown(record, audit.firstSince(record.receivedAtMs))
  return [...credentials].some((credential) => readerOf(credential) === party)
}
