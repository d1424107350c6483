import { canonicalJson } from './canonical.ts'
import type { Draft } from './record.ts'
import type { RecordBody } from './types/index.ts'

/**
 * Returns whether this is the same record sent again (contract §4).
 *
 * Instants compare as instants. Members that the service sets do not count, nor does `recorded_at` if only
 * one of the two sent it, an omitted lawful basis where that is allowed, or the device if the device's own
 * credential states it. The asserter must be the same: the same id from another party is a conflict.
 *
 * @param again normalised by `normalizeDraft`
 */
export function isSameContent(
  stored: RecordBody,
  storedSaidRecordedAt: boolean,
  again: Draft,
  caller: { readonly partyId: string; readonly isDevice: boolean },
): boolean {
  if (stored.asserted_by !== caller.partyId) return false
  if (again.asserted_by !== undefined && again.asserted_by !== stored.asserted_by) return false
  const ignored = new Set(['record_class', 'received_at', 'derived', 'asserted_by'])
  if (!storedSaidRecordedAt || again.recorded_at === undefined) ignored.add('recorded_at')
  if (again.lawful_basis === undefined) ignored.add('lawful_basis')
  if (caller.isDevice || again.device_id === undefined) ignored.add('device_id')
  return comparable(stored, ignored) === comparable(again, ignored)
}

function comparable(record: object, ignored: ReadonlySet<string>): string {
  return canonicalJson(Object.fromEntries(Object.entries(record).filter(([member]) => !ignored.has(member))))
}
