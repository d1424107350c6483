import { canonicalJson } from './canonical.ts'
import type { Draft } from './record.ts'
import type { RecordBody } from './types/index.ts'

/**
 * Is this the same record sent again? (contract §4)
 *
 * Instants compare as instants. Members the service sets do not count, nor does `recorded_at` where only one
 * of the two sent it, nor a lawful basis left out where it may be, nor the device when a device's own
 * credential states it. The asserter must be the same: the same id from another party is a conflict.
 *
 * @param again normalised, as `normalizeDraft` gives it
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
