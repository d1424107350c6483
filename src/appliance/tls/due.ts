import { DAY_MS } from '../../domain/time.ts'

/** When certificates begin and end, and when to renew them. Pure. A wrong clock must do no harm. */

export interface Life {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** Certificates are backdated by this much: phones' clocks run behind, some by a whole time zone. */
export const BACKDATED_MS = DAY_MS

/**
 * Apple's systems refuse server certificates valid for more than 825 days, even of an authority added by hand
 * (support.apple.com, HT210176), and for more than 398 days of built-in authorities (HT211025). This is a day less than the
 * shorter limit, so that it does not matter how a system counts.
 */
const SERVER_MS = 397 * DAY_MS

/** Long enough that phones need no other for the life of the machine. */
const AUTHORITY_MS = 3_653 * DAY_MS

/** No authority was made before this: a clock that shows less has a dead battery. */
const FIRST_MADE_MS = Date.UTC(2026, 0, 1)

/** A clock this far ahead is wrong, such as one with a two-digit year that wrapped to 2099. */
const FURTHEST_MS = Date.UTC(2076, 0, 1)

export const canDate = (clockMs: number): boolean => clockMs >= FIRST_MADE_MS && clockMs < FURTHEST_MS

export const authorityLife = (nowMs: number): Life => ({
  notBeforeMs: wholeSeconds(nowMs - BACKDATED_MS),
  notAfterMs: wholeSeconds(nowMs - BACKDATED_MS + AUTHORITY_MS),
})

/** Within the authority's own period. */
export function serverLife(nowMs: number, authority: Life): Life {
  const notBeforeMs = Math.max(wholeSeconds(nowMs - BACKDATED_MS), authority.notBeforeMs)
  return { notBeforeMs, notAfterMs: Math.min(notBeforeMs + SERVER_MS, authority.notAfterMs) }
}

/** Certificates count in seconds (RFC 5280 §4.1.2.5). */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

export const isOver = (nowMs: number, { notAfterMs }: Life): boolean => nowMs >= notAfterMs

/** A third of its life is left. */
export const renewalAtMs = ({ notBeforeMs, notAfterMs }: Life): number =>
  notAfterMs - (notAfterMs - notBeforeMs) / 3
