import type { ProblemCode } from '../../base/problem.ts'
import { entriesOf, fromJson } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'

/** The number of refusals by code. */
export type CodeCounts = Readonly<Partial<Record<ProblemCode, number>>>

/** Sums over a device's visits up to one of them, and the device's position after it. */
export interface VisitSums {
  readonly at: number
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
  readonly codes: CodeCounts
  /** The last entry that the device has pulled; null if it never pulled. */
  readonly pulledThrough: number | null
  /** Whether nothing was left to pull at that visit. */
  readonly pulledAll: boolean
  /** How far the device's clock was last found ahead; below 0: behind by at least that; null: unknown. */
  readonly clockAheadMs: number | null
  /** What the device last reported about itself; null if it never did. */
  readonly report: (DeviceReport & { readonly at: number }) | null
}

/** A device's own account of itself, which nothing here can verify. */
export interface DeviceReport {
  readonly waiting: number
  readonly rejected: number
  /** When the oldest waiting record was made, by the device's clock. */
  readonly oldestWaitingMs: number | null
  readonly storageUsedBytes: number | null
  readonly storageQuotaBytes: number | null
  /** The version of the device's program. */
  readonly client: string
}

/** The figures that one visit adds. */
export interface DeviceVisit {
  readonly accepted?: number
  readonly replayed?: number
  readonly codes?: CodeCounts
  readonly pulledThrough?: number
  readonly pulledAll?: boolean
  readonly clockAheadMs?: number
  readonly report?: DeviceReport
}

type VisitRow = [
  at: number,
  accepted: number,
  replayed: number,
  rejected: number,
  codes: string | null,
  pulledThrough: number | null,
  pulledAll: number | null,
  clockAheadMs: number | null,
  reportAt: number | null,
  waiting: number | null,
  waitingRejected: number | null,
  oldestWaitingMs: number | null,
  storageUsedBytes: number | null,
  storageQuotaBytes: number | null,
  client: string | null,
]

const REPORT = `report_at, report_waiting, report_rejected, report_oldest_at, report_used_bytes,
  report_quota_bytes, report_client`

/** The journal of device visits. A row contains the sums so far, so only the newest one need be read. */
export class Visits {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #newest

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      `INSERT INTO sync_visit
         (device, at, accepted, replayed, rejected, codes, pulled_through, pulled_all, clock_ahead_ms,
          ${REPORT})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#newest = db
      .prepare<[number], VisitRow>(
        `SELECT at, accepted, replayed, rejected, codes, pulled_through, pulled_all, clock_ahead_ms,
           ${REPORT}
         FROM sync_visit WHERE device = ? ORDER BY n DESC LIMIT 1`,
      )
      .raw()
  }

  /** The state of a device; undefined before its first visit. */
  of(device: number): VisitSums | undefined {
    const row = this.#newest.get(device)
    return (
      row && {
        at: row[0],
        accepted: row[1],
        replayed: row[2],
        rejected: row[3],
        codes: row[4] === null ? {} : fromJson<CodeCounts>(row[4]),
        pulledThrough: row[5],
        pulledAll: row[6] === 1,
        clockAheadMs: row[7],
        report: reportOf(row),
      }
    )
  }

  add(device: number, at: number, visit: DeviceVisit): void {
    const before = this.of(device)
    const codes = summed(before?.codes ?? {}, visit.codes ?? {})
    const rejected = Object.values(codes).reduce((total, count) => total + count, 0)
    const pulledAll = visit.pulledAll ?? before?.pulledAll
    const report = visit.report === undefined ? (before?.report ?? null) : { ...visit.report, at }
    this.#noteAppend()
    this.#insert.run(
      device,
      at,
      (before?.accepted ?? 0) + (visit.accepted ?? 0),
      (before?.replayed ?? 0) + (visit.replayed ?? 0),
      rejected,
      rejected === 0 ? null : JSON.stringify(codes),
      visit.pulledThrough ?? before?.pulledThrough ?? null,
      pulledAll === undefined ? null : Number(pulledAll),
      visit.clockAheadMs ?? before?.clockAheadMs ?? null,
      report?.at ?? null,
      report?.waiting ?? null,
      report?.rejected ?? null,
      report?.oldestWaitingMs ?? null,
      report?.storageUsedBytes ?? null,
      report?.storageQuotaBytes ?? null,
      report?.client ?? null,
    )
  }
}

function reportOf(row: VisitRow): VisitSums['report'] {
  const [at, waiting, rejected, oldestWaitingMs, storageUsedBytes, storageQuotaBytes, client] = row.slice(
    8,
  ) as [number | null, number, number, number | null, number | null, number | null, string]
  if (at === null) return null
  return { at, waiting, rejected, oldestWaitingMs, storageUsedBytes, storageQuotaBytes, client }
}

function summed(some: CodeCounts, more: CodeCounts): CodeCounts {
  const sums: Partial<Record<ProblemCode, number>> = { ...some }
  for (const [code, count] of entriesOf(more)) sums[code] = (sums[code] ?? 0) + count
  return sums
}
