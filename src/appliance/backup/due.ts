/** When a backup is due or late. Ages in milliseconds. */

export interface BackupTimes {
  readonly everyMs: number
  /** Age of the newest whole backup by the clock; null when there is none. */
  readonly newestAgeMs: number | null
  /** Time since this process saw one succeed or fail, whatever the clock did; null when it saw none. */
  readonly sinceSuccessMs: number | null
  readonly sinceFailureMs: number | null
}

/** Retry interval after a failure, unless backups are more frequent. */
const RETRY_MS = 60 * 60_000
/** Late after this many intervals: a backup takes time, and a machine may be off at night. */
const LATE_INTERVALS = 1.5

export function isDue({ everyMs, newestAgeMs, sinceSuccessMs, sinceFailureMs }: BackupTimes): boolean {
  if (sinceFailureMs !== null && sinceFailureMs < Math.min(everyMs, RETRY_MS)) return false
  if (sinceSuccessMs !== null) return sinceSuccessMs >= everyMs
  // A time in the future came from a wrong clock and means nothing.
  return newestAgeMs === null || newestAgeMs >= everyMs || newestAgeMs < 0
}

/** @param newestAgeMs null when there is none: then one is in progress, or the last run's error explains why */
export function isLate(newestAgeMs: number | null, everyMs: number): boolean {
  return newestAgeMs !== null && newestAgeMs > LATE_INTERVALS * everyMs
}
