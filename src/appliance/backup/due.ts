/** Decides when a backup is due or late. Ages are in milliseconds. */

export interface BackupTimes {
  readonly everyMs: number
  /** Age of the newest whole backup by the machine's clock; null when there is none. */
  readonly newestAgeMs: number | null
  /** Time since this process saw a backup succeed, or fail, by a monotonic clock; null when it saw none. */
  readonly sinceSuccessMs: number | null
  readonly sinceFailureMs: number | null
}

/** A failed backup is tried again after this time, or after the interval of backups if that is shorter. */
const RETRY_MS = 60 * 60_000
/** A backup is late after this number of intervals: it takes time, and a machine may be off at night. */
const LATE_INTERVALS = 1.5

export function isDue({ everyMs, newestAgeMs, sinceSuccessMs, sinceFailureMs }: BackupTimes): boolean {
  if (sinceFailureMs !== null && sinceFailureMs < Math.min(everyMs, RETRY_MS)) return false
  if (sinceSuccessMs !== null) return sinceSuccessMs >= everyMs
  // A time in the future was set by a wrong clock, so it does not count.
  return newestAgeMs === null || newestAgeMs >= everyMs || newestAgeMs < 0
}

/** @param newestAgeMs null without a backup: one is in progress, or the last error explains why */
export function isLate(newestAgeMs: number | null, everyMs: number): boolean {
  return newestAgeMs !== null && newestAgeMs > LATE_INTERVALS * everyMs
}
