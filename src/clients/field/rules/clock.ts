/** The phone's clock against that of the service. */

/** A difference below this is nothing to tell: the header has whole seconds, and the reply took time. */
const WORTH_TELLING_MS = 2 * 60_000

/**
 * Returns by how much the phone's clock is ahead of the service's, in milliseconds; null if the reply does not say.
 * @param date the reply's `Date` header
 */
export function clockAheadMs(date: string | null, askedAtMs: number, answeredAtMs: number): number | null {
  const serviceMs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(serviceMs)) return null
  return Math.round((askedAtMs + answeredAtMs) / 2 - (serviceMs + 500))
}

export const isClockWrong = (aheadMs: number | null): boolean =>
  aheadMs !== null && Math.abs(aheadMs) > WORTH_TELLING_MS

/**
 * Returns the service's time: what is kept for a while is kept by it, since a phone's clock may jump to any year.
 * @param aheadMs by how much the phone's clock is ahead, as the reply just said
 */
export const serviceMs = (nowMs: number, aheadMs: number | null): number => nowMs - (aheadMs ?? 0)
