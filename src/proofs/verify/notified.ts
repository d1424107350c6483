import { Audit } from '../../store/audit.ts'
import type { NotificationRow } from '../../store/inspect/journal-rows.ts'
import type { StoredRecord } from '../../store/records.ts'
import type { Inspection } from './inspection.ts'
import { instantWords } from './instant-words.ts'

/** Who was shown a record, by the index of the audit log; for one check of all notifications. */
export class Shown {
  readonly #inspection: Inspection
  readonly #audit: Audit

  constructor(inspection: Inspection) {
    this.#inspection = inspection
    this.#audit = new Audit(inspection.db, inspection.records, inspection.parties, () => {}, false)
  }

  was(record: StoredRecord, party: number): boolean {
    const since = this.#audit.firstSince(record.receivedAtMs)
    const credentials = this.#audit.index.credentialsShown(record, since)
    return [...credentials].some((credential) => this.#inspection.readerOf(credential) === party)
  }
}

/**
 * Whether this party is owed a notification: it was shown the record, which was corrected or retracted since.
 * @returns why not, in a sentence; null when it is
 */
export function whyNotOwed(inspection: Inspection, shownTo: Shown, row: NotificationRow): string | null {
  const shown = inspection.records.bySeq(row.shown)
  const because = inspection.records.bySeq(row.because)
  if (shown === undefined || because === undefined) return 'A record that it names is not there.'
  const names = because.type === 'retraction' ? because.body.target_id : because.body.supersedes
  if (names !== shown.id) return `Record ${because.id} neither corrects nor retracts record ${shown.id}.`
  if (row.raisedAt !== because.receivedAtMs)
    return `It was raised at ${instantWords(row.raisedAt)}, and the correction came at ${because.body.received_at}.`
  return shownTo.was(shown, row.recipient)
    ? null
    : `By the audit log, ${inspection.partyWords(row.recipient)} was never shown record ${shown.id}.`
}
