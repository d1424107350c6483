import { uuidv7 } from 'uuidv7'
import { given } from '../../base/typed.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import { formatInstant } from '../../domain/time.ts'
import { type Doer, noteAct } from '../../store/acts/doer.ts'
import type { NotificationRow } from '../../store/acts/notifications.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'

/**
 * Raises a notification for each recipient of a version that is now corrected or retracted, in the commit of
 * the correction. Only third parties are notified: not the subjects of the version, its asserter or
 * principal, nor the party that corrects it.
 */
export function raiseNotifications(
  store: Store,
  world: RecordGraph,
  correction: StoredRecord,
  corrected: StoredRecord,
): void {
  const readers = readersOf(store, corrected)
  if (readers.size === 0) return
  const subjects = subjectsOf(world, corrected).parties.map((id) => store.parties.find(id))
  for (const party of [
    ...subjects,
    corrected.assertedBy,
    corrected.onBehalfOf,
    correction.assertedBy,
    correction.onBehalfOf,
  ])
    if (party !== undefined && party !== null) readers.delete(party)
  for (const recipient of [...readers].sort((a, b) => a - b))
    store.notifications.raise(recipient, corrected.seq, correction.seq, correction.receivedAtMs)
}

export type NotifiedStore = Pick<Store, 'acts' | 'audit' | 'parties' | 'writer'>

/**
 * Writes that a recipient knows of a correction: a person told it, or its program has the page of the feed that did. Call
 * inside a job.
 * @returns when
 */
export function noteNotified(
  store: NotifiedStore,
  doer: Doer,
  { n, recipient }: Pick<NotificationRow, 'n' | 'recipient'>,
): number {
  const { nowMs } = store.writer
  const id = uuidv7()
  store.acts.append('notification_told', id, nowMs, {
    id,
    notification: n,
    recipient: store.parties.id(recipient),
    ...given({ operator: doer.operator }),
    received_at: formatInstant(nowMs),
  })
  noteAct(store, doer, 'notification_told', { notification_number: String(n) })
  return nowMs
}

/** Returns the parties that were shown this exact version. */
function readersOf(store: Store, record: StoredRecord): Set<number> {
  const { index } = store.audit
  const firstN = store.audit.firstSince(record.receivedAtMs)
  const credentials = index.credentialsShown(record, firstN)
  return new Set([...credentials].map((credential) => store.readerOf(credential)))
}
