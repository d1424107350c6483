import { dayOf } from './drafts.ts'

/** The phone's clock against that of the service, and against what the clock showed before. */

/** A difference below this is nothing to tell: the header has whole seconds, and the reply took time. */
const WORTH_TELLING_MS = 2 * 60_000

/**
 * Returns by how much the phone's clock is ahead of the service's, in milliseconds; null if the reply does not say.
 * @param date the reply's `Date` header
 * @param nowMs what the clock shows as the reply arrives
 * @param tookMs how long the reply took, which a clock that is set meanwhile does not change
 */
export function clockAheadMs(date: string | null, nowMs: number, tookMs: number): number | null {
  const serviceMs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(serviceMs)) return null
  return Math.round(nowMs - tookMs / 2 - (serviceMs + 500))
}

export const isClockWrong = (aheadMs: number | null): boolean =>
  aheadMs !== null && Math.abs(aheadMs) > WORTH_TELLING_MS

/**
 * Returns the service's time: what is kept for a while is kept by it, since a phone's clock may jump to any year.
 * @param aheadMs by how much the phone's clock is ahead, as the reply just said
 */
export const serviceMs = (nowMs: number, aheadMs: number | null): number => nowMs - (aheadMs ?? 0)

/** A clock that is no further back shows no other day: a reply takes its time, and clocks run unevenly. */
const BACK_MS = 3_600_000
const DAY_MS = 86_400_000

/** What the phone remembers of its clock. */
export interface ClockMemory {
  /** What the clock showed when it was last relied on: for a record, with a reply of the service, or by a person. */
  readonly seenMs: number
  /** By how many days it is behind the day that a person stated; 0 if nobody did, or it showed that day. */
  readonly statedDays: number
}

const isSetBack = ({ seenMs }: ClockMemory, nowMs: number): boolean => nowMs < seenMs - BACK_MS

/**
 * Whether nothing may be recorded by the clock before a person states the day: it is earlier than when it was last relied on,
 * or it may have been set right since a person stated that it is behind. A day that is stated may be off by one.
 */
export const isInDoubt = (memory: ClockMemory, nowMs: number): boolean =>
  isSetBack(memory, nowMs) ||
  (memory.statedDays > 0 && nowMs - memory.seenMs > Math.max(0.5, memory.statedDays - 1.5) * DAY_MS)

/** Returns what to remember when the clock was relied on. */
export const reliedOn = (memory: ClockMemory, nowMs: number): ClockMemory => ({
  ...memory,
  seenMs: Math.max(memory.seenMs, nowMs),
})

/**
 * Returns what to remember after a reply of the service that shows the time. A clock that it confirms is relied on again. One
 * that is behind it is set back, unless a person has stated the day that the service has too. What a clock showed that is
 * ahead of it is forgotten: once that clock is right again, it must not look set back.
 */
export function afterReply(memory: ClockMemory, nowMs: number, aheadMs: number): ClockMemory {
  if (Math.abs(aheadMs) <= BACK_MS) return { seenMs: nowMs, statedDays: 0 }
  const isStated = memory.statedDays !== 0 && Math.abs(aheadMs + memory.statedDays * DAY_MS) < 1.5 * DAY_MS
  if (isStated) return isInDoubt(memory, nowMs) ? memory : reliedOn(memory, nowMs)
  return { seenMs: serviceMs(nowMs, aheadMs), statedDays: 0 }
}

/** Returns what to remember when a person has stated which day it is. @param day as in `2026-06-28` */
export const afterStated = (nowMs: number, day: string): ClockMemory => ({
  seenMs: nowMs,
  statedDays: Math.round((Date.parse(day) - Date.parse(dayOf(nowMs))) / DAY_MS),
})

/** The time by which days are filled in: the clock's, or noon of the day that follows from the stated one. */
export function timeNow({ statedDays }: ClockMemory, nowMs: number): number {
  if (statedDays === 0) return nowMs
  const at = new Date(nowMs)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + statedDays, 12).getTime()
}

/** When something happens that is recorded at once: as exact as the phone knows it. */
export const happening = (memory: ClockMemory, nowMs: number) => ({
  occurred_at: new Date(timeNow(memory, nowMs)).toISOString(),
  ...(memory.statedDays === 0 ? {} : { occurred_at_precision: 'day' as const }),
})
