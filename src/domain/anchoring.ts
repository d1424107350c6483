import { DAY_MS } from './time.ts'

/** When a root is fixed, when it is sent to the publisher again, and what state a batch is in (contract §14). */

/**
 * `pending`: never tried. `failed`: tried, and not made good. `published`: the publisher gave a receipt. `covered`: a later
 * root was published, and one tree holds both: its publication proves this one too.
 */
export type BatchState = 'pending' | 'failed' | 'published' | 'covered'

export interface Attempts {
  readonly isPublished: boolean
  /** Since the batch was made. */
  readonly failures: number
  readonly isLaterPublished: boolean
}

export function batchState({ isPublished, failures, isLaterPublished }: Attempts): BatchState {
  if (isPublished) return 'published'
  if (isLaterPublished) return 'covered'
  return failures > 0 ? 'failed' : 'pending'
}

/** Once a day. */
export const BATCH_EVERY_MS = DAY_MS

export interface SinceLastBatch {
  /** The log or the audit log has entries that no batch covers. */
  readonly hasGrown: boolean
  /** No batch tells of the log under the name it has now. */
  readonly isNamedAnew: boolean
  /** By the clock: since the newest batch or, before the first, since the oldest entry. */
  readonly clockMs: number
  /** Since this program made one or was started: it runs on when the clock stands still or was set back for years. */
  readonly runMs: number
}

export function isBatchDue({ hasGrown, isNamedAnew, clockMs, runMs }: SinceLastBatch): boolean {
  return hasGrown && (isNamedAnew || clockMs >= BATCH_EVERY_MS || runMs >= BATCH_EVERY_MS)
}

const FIRST_AGAIN_MS = 60_000
const LONGEST_AGAIN_MS = 6 * 60 * 60_000

/** How long a publisher is left alone after so many failures in a row: a minute, then twice as long each time, to 6 h. */
export function backOffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_AGAIN_MS * 2 ** (failures - 1), LONGEST_AGAIN_MS)
}

/** A root a day, and a day for the publisher to come back: what waits longer has fallen behind. */
export const STALE_AFTER_MS = 2 * BATCH_EVERY_MS

/** @param oldestAtMs when the oldest entry was received that no published root covers; null when there is none */
export function isStale(isConfigured: boolean, oldestAtMs: number | null, nowMs: number): boolean {
  return isConfigured && oldestAtMs !== null && nowMs - oldestAtMs > STALE_AFTER_MS
}
