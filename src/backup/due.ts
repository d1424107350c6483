/** When a backup is due, and when it is late: rules over ages in milliseconds. */

export interface BackupTimes {
  readonly everyMs: number
  /** Age of the newest whole backup by the clock; null when there is none. */
  readonly newestAgeMs: number | null
  /** Since one succeeded, or failed, while this process ran, however the clock was set meanwhile; null when none did. */
  readonly sinceSuccessMs: number | null
  readonly sinceFailureMs: number | null
}

/** After a failure it is tried again so soon, unless backups are more frequent than that. */
const RETRY_MS = 60 * 60_000
/** A backup takes its time, and a machine is off at night: so many intervals old, it is late. */
const LATE_INTERVALS = 1.5

export function isDue({ everyMs, newestAgeMs, sinceSuccessMs, sinceFailureMs }: BackupTimes): boolean {
  if (sinceFailureMs !== null && sinceFailureMs < Math.min(everyMs, RETRY_MS)) return false
  if (sinceSuccessMs !== null) return sinceSuccessMs >= everyMs
  // An instant that is still to come was written by a clock that went wrong: it says nothing.
  return newestAgeMs === null || newestAgeMs >= everyMs || newestAgeMs < 0
}

/** @param newestAgeMs null when there is none: then one is on its way, or the last run tells why not */
export function isLate(newestAgeMs: number | null, everyMs: number): boolean {
  return newestAgeMs !== null && newestAgeMs > LATE_INTERVALS * everyMs
}
