import { DAY_MS } from './time.ts'

/**
 * When the machine's clock is trusted, and what time it is otherwise. A record written with a time years ahead cannot be
 * undone, so writing stops when the clock cannot be right, until a person has checked it.
 */

/** Longest time a machine may have been off for its clock to be trusted at the start. */
export const FURTHEST_MS = 45 * DAY_MS
/** Most that a running clock may be set ahead within a day: network time steps by less. */
export const STEP_MS = 3_600_000
/** Machines whose clock has no battery get the time from the network soon after they start. */
export const SETTLED_MS = 10 * 60_000

/** Whole milliseconds, as times are stored. */
export interface Reading {
  /** What the clock shows. */
  readonly shownMs: number
  /** How long the machine has been on, awake or asleep, which does not change when the clock is set. */
  readonly upMs: number
}

/** The time that was trusted last, against which the clock is judged. */
export interface Belief {
  readonly trustedMs: number
  /** How long the machine had been on then. */
  readonly upMs: number
  /** Most that the clock may be ahead of the trusted time plus the time passed since. */
  readonly leewayMs: number
  readonly isDoubted: boolean
}

/** @param signMs the last time on disk; null in an empty store, which must trust the clock */
export function begin(signMs: number | null, reading: Reading): Belief {
  if (signMs === null) return confirmed(reading)
  return judged({ trustedMs: signMs, upMs: reading.upMs, leewayMs: FURTHEST_MS, isDoubted: false }, reading)
}

/** The clock is confirmed by a person, or by the store being empty. */
export const confirmed = ({ shownMs, upMs }: Reading): Belief => ({
  trustedMs: shownMs,
  upMs,
  leewayMs: STEP_MS,
  isDoubted: false,
})

/** The state after this reading. */
export function judged(belief: Belief, reading: Reading): Belief {
  const passedMs = passed(belief, reading)
  const { shownMs, upMs } = reading
  if (shownMs - passedMs > belief.leewayMs) return belief.isDoubted ? belief : { ...belief, isDoubted: true }
  // While it shows less than the last time on disk it is known to be behind, so correcting it is no jump.
  const isSettled = shownMs >= belief.trustedMs && upMs >= SETTLED_MS
  if (belief.leewayMs === FURTHEST_MS && !isSettled)
    return belief.isDoubted ? { ...belief, isDoubted: false } : belief
  if (belief.leewayMs === FURTHEST_MS) return confirmed(reading)
  if (!belief.isDoubted && upMs - belief.upMs < DAY_MS) return belief
  return { trustedMs: Math.max(shownMs, passedMs), upMs, leewayMs: STEP_MS, isDoubted: false }
}

/** The time: the clock's or, if it is in doubt, the last trusted time plus what has passed since. */
export const timeOf = (belief: Belief, reading: Reading): number =>
  belief.isDoubted ? passed(belief, reading) : reading.shownMs

const passed = (belief: Belief, { upMs }: Reading): number =>
  belief.trustedMs + Math.max(0, upMs - belief.upMs)

/** Whether a running appliance should record the time, so that a later start does not take it for having been off. */
export const isSignDue = (newestMs: number, nowMs: number): boolean => nowMs - newestMs >= DAY_MS

/** Whether the clock shows the day that a person says it is; their time zone may be another. */
export const isOfDay = (shownMs: number, dayBeginsMs: number): boolean =>
  shownMs >= dayBeginsMs - DAY_MS && shownMs < dayBeginsMs + 2 * DAY_MS
