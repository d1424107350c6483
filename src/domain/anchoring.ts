import { DAY_MS } from './time.ts'

/** When to make a root, when to retry publishing it, and the state of a batch (contract §14). */

/**
 * `pending`: publishing was never tried. `failed`: it was tried without success. `published`: the publisher
 * returned a receipt. `covered`: a later root was published, whose tree contains this one and so proves it
 * too.
 */
export type BatchState = 'pending' | 'failed' | 'published' | 'covered'

export interface Attempts {
  readonly isPublished: boolean
  /** Failed attempts since the batch was made. */
  readonly failures: number
  readonly isLaterPublished: boolean
}

export function batchState({ isPublished, failures, isLaterPublished }: Attempts): BatchState {
  if (isPublished) return 'published'
  if (isLaterPublished) return 'covered'
  return failures > 0 ? 'failed' : 'pending'
}

/** Once a day. */
const BATCH_EVERY_MS = DAY_MS

export interface SinceLastBatch {
  /** The log or the audit log has entries that no batch covers. */
  readonly hasGrown: boolean
  /** No batch has been made under the log's present name. */
  readonly isNamedAnew: boolean
  /** Time by the clock since the newest batch or, without one, since the oldest entry. */
  readonly clockMs: number
  /**
   * Time since this process made a batch or started, by a clock that is not affected when the time is set.
   */
  readonly runMs: number
}

export function isBatchDue({ hasGrown, isNamedAnew, clockMs, runMs }: SinceLastBatch): boolean {
  return hasGrown && (isNamedAnew || clockMs >= BATCH_EVERY_MS || runMs >= BATCH_EVERY_MS)
}

const FIRST_AGAIN_MS = 60_000
const LONGEST_AGAIN_MS = 6 * 60 * 60_000

/**
 * Returns the wait before the next attempt after this many failures: a minute, doubled each time, at most 6
 * h.
 */
export function backOffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_AGAIN_MS * 2 ** (failures - 1), LONGEST_AGAIN_MS)
}

/** A root is overdue after this time: roots are made daily, and a publisher may be down for a day. */
const STALE_AFTER_MS = 2 * BATCH_EVERY_MS

/** @param oldestAtMs receipt of the oldest entry that no published root covers; null if there is none */
export function isStale(isConfigured: boolean, oldestAtMs: number | null, nowMs: number): boolean {
  return isConfigured && oldestAtMs !== null && nowMs - oldestAtMs > STALE_AFTER_MS
}
