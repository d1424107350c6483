import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { RecordGraph } from '../../store/record-graph.ts'
import type { StoredRecord } from '../../store/records.ts'
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

/** Returns the parties that were shown this exact version. */
function readersOf(store: Store, record: StoredRecord): Set<number> {
  const { index } = store.audit
  const firstN = store.audit.firstSince(record.receivedAtMs)
  const credentials = index.credentialsShown(record, firstN)
  return new Set([...credentials].map((credential) => store.readerOf(credential)))
}
