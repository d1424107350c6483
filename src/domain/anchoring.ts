import { DAY_MS } from './time.ts'

/** When a root is made, when publishing it is retried, and the state of a batch (contract §14). */

/**
 * `pending`: never tried. `failed`: tried without success. `published`: the publisher gave a receipt. `covered`: a later
 * root was published, and its tree contains this one, so it proves this one too.
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
const BATCH_EVERY_MS = DAY_MS

export interface SinceLastBatch {
  /** The log or the audit log has entries that no batch covers. */
  readonly hasGrown: boolean
  /** No batch has been made under the log's present name. */
  readonly isNamedAnew: boolean
  /** By the clock: since the newest batch or, if there is none, since the oldest entry. */
  readonly clockMs: number
  /** By a steady clock, since this process made one or started: unaffected when the clock is set. */
  readonly runMs: number
}

export function isBatchDue({ hasGrown, isNamedAnew, clockMs, runMs }: SinceLastBatch): boolean {
  return hasGrown && (isNamedAnew || clockMs >= BATCH_EVERY_MS || runMs >= BATCH_EVERY_MS)
}

const FIRST_AGAIN_MS = 60_000
const LONGEST_AGAIN_MS = 6 * 60 * 60_000

/** Wait before the next attempt, after this many failures in a row: a minute, doubled each time, at most 6 h. */
export function backOffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_AGAIN_MS * 2 ** (failures - 1), LONGEST_AGAIN_MS)
}

/** Roots are made daily and a publisher may be down for a day; anything older is overdue. */
const STALE_AFTER_MS = 2 * BATCH_EVERY_MS

/** @param oldestAtMs when the oldest entry was received that no published root covers; null when there is none */
export function isStale(isConfigured: boolean, oldestAtMs: number | null, nowMs: number): boolean {
  return isConfigured && oldestAtMs !== null && nowMs - oldestAtMs > STALE_AFTER_MS
}
