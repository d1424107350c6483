import { Type } from '@sinclair/typebox'
import { Problem } from '../../base/problem.ts'
import { parseIJson } from '../../domain/i-json.ts'
import { closed, Instant, Text } from '../../domain/shapes.ts'
import { parseInstant } from '../../domain/time.ts'
import { compileReader } from '../../domain/validation.ts'
import type { DeviceReport } from '../../store/tables/visits.ts'

/** What a device reports about itself with a batch (contract §10). Only its last report is kept. */

const Count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const OutboxReport = closed(
  {
    waiting: Count(
      'Records on the device that the service has not answered yet, those of this batch among them.',
    ),
    rejected: Count('Records on the device that were refused and not mended yet.'),
    oldest_waiting_at: Type.Optional(
      Instant("When the oldest waiting record was made, by the device's clock."),
    ),
    storage_used_bytes: Type.Optional(Count('Storage that the program uses on the device.')),
    storage_quota_bytes: Type.Optional(Count('Storage that it may use.')),
    client: Text(64, 'The program and its version.'),
  },
  {
    description: "How the device is, by its own account. The cooperative's office sees the newest report.",
  },
)

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
