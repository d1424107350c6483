import { DAY_MS } from '../../domain/time.ts'

/** Decides when certificates begin, end and are renewed. A wrong clock must do no harm. */

export interface Life {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** Certificates are backdated: the clocks of phones may be behind, some by a whole time zone. */
export const BACKDATED_MS = DAY_MS

/**
 * Apple's systems refuse server certificates that are valid for more than 825 days if a person added the
 * authority by hand (support.apple.com, HT210176), and for more than 398 days if the authority is built in
 * (HT211025). This is a day less than the shorter limit, because systems count days differently.
 */
const SERVER_MS = 397 * DAY_MS

/** An authority is valid for longer than a machine lasts, so that phones need no other. */
const AUTHORITY_MS = 3_653 * DAY_MS

/** No authority was made before this date. A clock that shows an earlier time has a dead battery. */
const FIRST_MADE_MS = Date.UTC(2026, 0, 1)

/** A clock that shows a later time is wrong, for example because a two-digit year wrapped to 2099. */
const FURTHEST_MS = Date.UTC(2076, 0, 1)

export const canDate = (clockMs: number): boolean => clockMs >= FIRST_MADE_MS && clockMs < FURTHEST_MS

export const authorityLife = (nowMs: number): Life => ({
  notBeforeMs: wholeSeconds(nowMs - BACKDATED_MS),
  notAfterMs: wholeSeconds(nowMs - BACKDATED_MS + AUTHORITY_MS),
})

/** The period of a server certificate, which is within the period of the authority. */
export function serverLife(nowMs: number, authority: Life): Life {
  const notBeforeMs = Math.max(wholeSeconds(nowMs - BACKDATED_MS), authority.notBeforeMs)
  return { notBeforeMs, notAfterMs: Math.min(notBeforeMs + SERVER_MS, authority.notAfterMs) }
}

/** Times in certificates have whole seconds (RFC 5280 §4.1.2.5). */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

export const isOver = (nowMs: number, { notAfterMs }: Life): boolean => nowMs >= notAfterMs

/** A certificate is renewed when a third of its life is left. */
export const renewalAtMs = ({ notBeforeMs, notAfterMs }: Life): number =>
  notAfterMs - (notAfterMs - notBeforeMs) / 3
