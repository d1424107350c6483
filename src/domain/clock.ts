import { DAY_MS } from './time.ts'

/**
 * Decides whether to trust the machine's clock, and what time to use if not. A record written with a time
 * years ahead cannot be undone, so writing stops when the clock cannot be right, until a person has checked
 * it.
 */

/** Longest time a machine may have been off: a clock further ahead than this at the start is not trusted. */
export const FURTHEST_MS = 45 * DAY_MS
/** Most that a running clock may be set ahead within a day; network time makes smaller steps. */
export const STEP_MS = 3_600_000
/** Within this time after a start, a machine without a clock battery has got the time from the network. */
export const SETTLED_MS = 10 * 60_000

/** A reading of the clocks, in whole milliseconds, as times are stored. */
export interface ClockReading {
  /** What the clock shows. */
  readonly shownMs: number
  /** How long the machine has been on, awake or asleep, which does not change when the clock is set. */
  readonly upMs: number
}

/** The time trusted last, against which the clock is judged. */
export interface Belief {
  readonly trustedMs: number
  /** How long the machine had been on then. */
  readonly upMs: number
  /** How far the clock may be ahead of the trusted time plus the time elapsed since. */
  readonly leewayMs: number
  readonly isDoubted: boolean
}

/**
 * Returns the belief at a start.
 * @param signMs last time on disk; null in an empty store, which trusts the clock
 */
export function begin(signMs: number | null, reading: ClockReading): Belief {
  if (signMs === null) return confirmed(reading)
  return judged({ trustedMs: signMs, upMs: reading.upMs, leewayMs: FURTHEST_MS, isDoubted: false }, reading)
}

/** Returns the belief after a person has confirmed the clock, or for an empty store. */
export const confirmed = ({ shownMs, upMs }: ClockReading): Belief => ({
  trustedMs: shownMs,
  upMs,
  leewayMs: STEP_MS,
  isDoubted: false,
})

/** Returns the belief after this reading. */
export function judged(belief: Belief, reading: ClockReading): Belief {
  const passedMs = passed(belief, reading)
  const { shownMs, upMs } = reading
  if (shownMs - passedMs > belief.leewayMs) return belief.isDoubted ? belief : { ...belief, isDoubted: true }
  // A clock that shows less than the last time on disk is behind, so setting it right is no jump.
  const isSettled = shownMs >= belief.trustedMs && upMs >= SETTLED_MS
  if (belief.leewayMs === FURTHEST_MS && !isSettled)
    return belief.isDoubted ? { ...belief, isDoubted: false } : belief
  if (belief.leewayMs === FURTHEST_MS) return confirmed(reading)
  if (!belief.isDoubted && upMs - belief.upMs < DAY_MS) return belief
  return { trustedMs: Math.max(shownMs, passedMs), upMs, leewayMs: STEP_MS, isDoubted: false }
}

/** Returns the clock's time or, if it is in doubt, the last trusted time plus the time elapsed since. */
export const timeOf = (belief: Belief, reading: ClockReading): number =>
  belief.isDoubted ? passed(belief, reading) : reading.shownMs

const passed = (belief: Belief, { upMs }: ClockReading): number =>
  belief.trustedMs + Math.max(0, upMs - belief.upMs)

/**
 * Returns whether to record the time now, so that a later start does not conclude that the machine was off.
 */
export const isSignDue = (newestMs: number, nowMs: number): boolean => nowMs - newestMs >= DAY_MS

/**
 * Returns whether the clock shows a time so long before the newest entry that it cannot tell what day it is,
 * as on a machine without a battery. The service then uses the time of that entry, and asks people for the day.
 */
export const isBehind = (newestMs: number, shownMs: number): boolean => newestMs - shownMs > STEP_MS

/** Returns whether the clock shows the day that a person entered, in whatever time zone. */
export const isOfDay = (shownMs: number, dayBeginsMs: number): boolean =>
  shownMs >= dayBeginsMs - DAY_MS && shownMs < dayBeginsMs + 2 * DAY_MS
