import { FURTHEST_MS } from './clock.ts'
import { DAY_MS } from './time.ts'

/**
 * Decides whether a record's day cannot be right, because the clock of the device that wrote it was wrong. A
 * correction by the office repairs it; until then, lists of days and seasons have the record where nobody
 * looks.
 */

/** Why a day should be checked: the day itself is later than the receipt, or the device's clock was wrong. */
export type WrongDay = 'after_receipt' | 'wrong_clock'

/** What the store knows of a record from a device. A time that the device did not state is that of receipt. */
export interface DayFacts {
  readonly occurredAtMs: number
  readonly recordedAtMs: number
  readonly receivedAtMs: number
  /** When the device was first enrolled. */
  readonly enrolledAtMs: number
  /** The latest recording time of the device's earlier records; null if this is the first. */
  readonly newestMs: number | null
}

/**
 * Returns why the day cannot be right, or null. Within a day there are other reasons: a day is stored as its
 * noon, and devices and service may be in different time zones. A device that was offline sends records of
 * weeks, in their order, so a much earlier one shows that its clock was set back.
 */
export function wrongDayOf(facts: DayFacts): WrongDay | null {
  const { occurredAtMs, recordedAtMs, receivedAtMs, enrolledAtMs, newestMs } = facts
  if (occurredAtMs > receivedAtMs + DAY_MS) return 'after_receipt'
  const isWrong =
    recordedAtMs < enrolledAtMs - DAY_MS ||
    occurredAtMs > recordedAtMs + DAY_MS ||
    (newestMs !== null && recordedAtMs < newestMs - FURTHEST_MS)
  return isWrong ? 'wrong_clock' : null
}

/**
 * Returns whether the day itself was taken from the wrong clock, or is later than the receipt, so that only another
 * day repairs the record. A day that a person stated in spite of the clock may be right.
 */
export const isDayItself = ({ occurredAtMs, recordedAtMs, receivedAtMs }: DayFacts): boolean =>
  occurredAtMs > receivedAtMs + DAY_MS || occurredAtMs <= recordedAtMs + DAY_MS

/**
 * Returns the latest recording time after a record. One that is itself ahead of the receipt does not count:
 * a clock that is set right afterwards was not set back.
 */
export const newestAfter = ({ newestMs, recordedAtMs, receivedAtMs }: DayFacts): number =>
  Math.max(newestMs ?? 0, recordedAtMs > receivedAtMs + DAY_MS ? 0 : recordedAtMs)
