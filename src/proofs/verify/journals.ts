import { fromJson } from '../../base/typed.ts'
import type { Inspection, NotificationRow, VisitRow } from '../../store/inspect/inspection.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { type Message, message } from '../../words/message.ts'
import { isUnindexed } from './audit-index.ts'
import { type Examination, instantIn } from './faults.ts'

/** Reports a row that contradicts the log. */
type TellAt = (where: Message, finding: Message) => void

/** The schema versions for which the file records since which entry they apply. */
const KEPT_VERSIONS = '3,13'

/** Checks the tables kept beside the log: their rows follow from no entry, but must not contradict any. */
export function examineJournals({ inspection, extent, faults }: Examination): void {
  const newest = extent.entries
  const tell: TellAt = (where, finding) => faults.add('journal_differs', where, finding)
  // Without the index, all disclosures would have to be held in memory; its absence is reported already.
  if (!isUnindexed(inspection))
    for (const row of inspection.notifications()) {
      const why = row.because > newest ? null : whyNotDue(inspection, row)
      if (why !== null) tell(message('verify.at.notification', { n: row.n }), why)
    }
  examineVisits(inspection.visits(), tell)
  for (const row of inspection.falseFeedRows())
    tell(message('verify.at.feed', row), message('verify.found.feed'))
  for (const row of inspection.falseSentRows())
    tell(message('verify.at.feed', row), message('verify.found.sentFeed'))
  for (const row of inspection.falseMessageRows())
    tell(message('verify.at.feed', row), message('verify.found.message'))
  for (const { seq } of inspection.usedTooEarly())
    tell(message('verify.at.token', { seq }), message('verify.found.usedTooEarly'))
  for (const { n } of inspection.unreadableBackups())
    tell(message('verify.at.backupRun', { n }), message('verify.found.backupResult'))
  if (inspection.tellsWhen(KEPT_VERSIONS, newest) !== 1)
    tell(
      message('verify.at.table', { table: 'schema_since' }),
      message('verify.found.schemaSince', { versions: KEPT_VERSIONS }),
    )
}

/** Checks that the sums of each device, of which each row has those so far, never decrease. */
function examineVisits(visits: Iterable<VisitRow>, tell: TellAt): void {
  const newest = new Map<number, readonly number[]>()
  for (const { n, device, accepted, replayed, rejected, codes } of visits) {
    const where = message('verify.at.visit', { n, device })
    const sums = [accepted, replayed, rejected]
    const before = newest.get(device)
    if (sums.some((sum, i) => sum < (before?.[i] ?? 0))) tell(where, message('verify.found.visitSums'))
    if (rejected !== countOf(codes)) tell(where, message('verify.found.visitRefusals'))
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
 * @returns why it is not due; null when it is
 */
function whyNotDue(inspection: Inspection, row: NotificationRow): Message | null {
  const shown = inspection.records.bySeq(row.shown)
  const because = inspection.records.bySeq(row.because)
  if (shown === undefined || because === undefined) return message('verify.found.noSuchRecord')
  const names = because.type === 'retraction' ? because.body.target_id : because.body.supersedes
  if (names !== shown.id)
    return message('verify.found.notCorrected', { because: because.id, shown: shown.id })
  if (row.raisedAt !== because.receivedAtMs)
    return message('verify.found.raisedAt', {
      raised: instantIn(row.raisedAt),
      received: String(because.body.received_at),
    })
  return wasShown(inspection, shown, row.recipient)
    ? null
    : message('verify.found.neverShown', { party: inspection.partyAt(row.recipient), id: shown.id })
}

/** Whether the party was shown the record, by the index of the audit log. */
function wasShown({ audit, readerOf }: Inspection, record: StoredRecord, party: number): boolean {
  const credentials = audit.index.credentialsShown(record, audit.firstSince(record.receivedAtMs))
  return [...credentials].some((credential) => readerOf(credential) === party)
}
