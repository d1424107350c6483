import { DAY_MS } from './time.ts'

/**
 * Decides whether a device's clock is wrong; the doctor, the page Today and the device lists share the rule.
 */

/** A smaller difference may be network delay; network time is right to the second. */
const OFF_MS = 2 * 60_000
/** Visits older than this say nothing about a clock now. */
export const CLOCK_LATELY_MS = 30 * DAY_MS

/** @param aheadMs how far the clock is ahead; negative if behind */
export const isClockAhead = (aheadMs: number): boolean => aheadMs > OFF_MS
export const isClockBehind = (aheadMs: number): boolean => aheadMs < -OFF_MS
