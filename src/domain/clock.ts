import { DAY_MS } from './time.ts'

/**
 * When the clock of the machine is believed, and what time it is while it is not. What is written with a time years ahead
 * cannot be undone, so a clock that cannot be right stops writing until a person has looked.
 */

/** A machine may be off for so long, and its clock is believed at the start all the same. */
export const FURTHEST_MS = 45 * DAY_MS
/** A running clock may be set ahead by so much within a day: network time steps by less. */
export const STEP_MS = 3_600_000
/** Machines without a battery for their clock are put right by the network soon after they start. */
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
  /** By so much the clock may be ahead of the trusted time and what has passed since. */
  readonly leewayMs: number
  readonly isDoubted: boolean
}

/** @param signMs the last sign of life on disk; null in an empty store, which knows no better than the clock */
export function begin(signMs: number | null, reading: Reading): Belief {
  if (signMs === null) return confirmed(reading)
  return judged({ trustedMs: signMs, upMs: reading.upMs, leewayMs: FURTHEST_MS, isDoubted: false }, reading)
}

/** A person, or an empty store, says that the clock is right. */
export const confirmed = ({ shownMs, upMs }: Reading): Belief => ({
  trustedMs: shownMs,
  upMs,
  leewayMs: STEP_MS,
  isDoubted: false,
})

/** What is believed after this reading. */
export function judged(belief: Belief, reading: Reading): Belief {
  const passedMs = passed(belief, reading)
  const { shownMs, upMs } = reading
  if (shownMs - passedMs > belief.leewayMs) return belief.isDoubted ? belief : { ...belief, isDoubted: true }
  // Until it has reached the last sign of life it is known to be behind: putting it right is no jump.
  const isSettled = shownMs >= belief.trustedMs && upMs >= SETTLED_MS
  if (belief.leewayMs === FURTHEST_MS && !isSettled)
    return belief.isDoubted ? { ...belief, isDoubted: false } : belief
  if (belief.leewayMs === FURTHEST_MS) return confirmed(reading)
  if (!belief.isDoubted && upMs - belief.upMs < DAY_MS) return belief
  return { trustedMs: Math.max(shownMs, passedMs), upMs, leewayMs: STEP_MS, isDoubted: false }
}

/** What time it is: what the clock shows or, in doubt, the time that was trusted last and what has passed since. */
export const timeOf = (belief: Belief, reading: Reading): number =>
  belief.isDoubted ? passed(belief, reading) : reading.shownMs

const passed = (belief: Belief, { upMs }: Reading): number =>
  belief.trustedMs + Math.max(0, upMs - belief.upMs)

/** Whether an appliance that is on has to say so, so that it does not look as if it had been off. */
export const isSignDue = (newestMs: number, nowMs: number): boolean => nowMs - newestMs >= DAY_MS

/** Whether the clock shows the day that a person says it is; their time zone may be another. */
export const isOfDay = (shownMs: number, dayBeginsMs: number): boolean =>
  shownMs >= dayBeginsMs - DAY_MS && shownMs < dayBeginsMs + 2 * DAY_MS
