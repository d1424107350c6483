import { DAY_MS } from './time.ts'

/** When a device's clock counts as wrong: the doctor, Today and the lists of devices judge by the same rule. */

/** A smaller difference may be network delay: a phone that takes its time from the network is right to the second. */
const OFF_MS = 2 * 60_000
/** Older visits say nothing about a clock now. */
export const CLOCK_LATELY_MS = 30 * DAY_MS

/** @param aheadMs below 0: behind */
export const isClockAhead = (aheadMs: number): boolean => aheadMs > OFF_MS
export const isClockBehind = (aheadMs: number): boolean => aheadMs < -OFF_MS
