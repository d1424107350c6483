import { Problem } from '../../base/problem.ts'
import { parseIJson } from '../../domain/i-json.ts'
import { parseInstant } from '../../domain/time.ts'
import { compileReader } from '../../domain/validation.ts'
import type { DeviceReport } from '../../store/tables/visits.ts'
import { OutboxReport } from './sync-shapes.ts'

/** What a device reports about itself with a batch (contract §10). Only its last report is kept. */

const read = compileReader(OutboxReport)
/** A closed object of numbers and texts. */
const DEPTH = 1

/** @throws {Problem} malformed_json or schema_violation, with pointers into the batch */
export function readReport(text: string): DeviceReport {
  const value = parseIJson(text, DEPTH)
  const report = reading(value)
  return {
    waiting: report.waiting,
    rejected: report.rejected,
    oldestWaitingMs: report.oldest_waiting_at === undefined ? null : parseInstant(report.oldest_waiting_at),
    storageUsedBytes: report.storage_used_bytes ?? null,
    storageQuotaBytes: report.storage_quota_bytes ?? null,
    client: report.client,
  }
}

function reading(value: unknown) {
  try {
    return read(value)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const errors = (error.extra.errors ?? []).map(({ pointer, message }) => ({
      pointer: `/report${pointer}`,
      message,
    }))
    throw new Problem(error.code, { errors })
  }
}
