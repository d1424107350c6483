import { missingFrom, type Names } from './names.ts'

/** When certificates begin and end, and when to renew them. Pure. A wrong clock must do no harm. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface Life {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** Certificates are backdated by this much: phones' clocks run behind, some by a whole time zone. */
const BACKDATED_MS = DAY_MS

/**
 * Apple's systems refuse server certificates valid for more than 825 days, even of an authority added by hand
 * (support.apple.com, HT210176), and for more than 398 days of built-in authorities (HT211025). This is a day less than the
 * shorter limit, so that it does not matter how a system counts.
 */
const SERVER_MS = 397 * DAY_MS

/** Long enough that phones need no other for the life of the machine. */
const AUTHORITY_MS = 3_653 * DAY_MS

/** Warning period before the authority ends: somebody must visit every phone. */
const AUTHORITY_ENDS_MS = 180 * DAY_MS

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

/**
 * The time used for dating certificates. A clock before the authority was made is wrong, as after its battery died; then the
 * newest known time replaces it, if the authority is still valid then.
 * @param knownMs time of the newest log entry
 */
export function datedAt(clockMs: number, knownMs: number, authority: Life): number {
  if (isBefore(clockMs, authority)) {
    const isKnown = knownMs > authority.notBeforeMs && knownMs < authority.notAfterMs
    return isKnown ? knownMs : authority.notBeforeMs + BACKDATED_MS
  }
  return clockMs
}

/** The clock shows a time before the authority was made. */
export const isBefore = (clockMs: number, authority: Life): boolean => clockMs < authority.notBeforeMs

export const isOver = (nowMs: number, { notAfterMs }: Life): boolean => nowMs >= notAfterMs

export const endsSoon = (nowMs: number, authority: Life): boolean =>
  nowMs >= authority.notAfterMs - AUTHORITY_ENDS_MS

/** A third of its life is left. */
export const renewalAtMs = ({ notBeforeMs, notAfterMs }: Life): number =>
  notAfterMs - (notAfterMs - notBeforeMs) / 3

/**
 * The certificate begins later than the clock shows. If the log has no later time either, a clock that ran ahead dated it.
 * Otherwise the clock was wrong then or is wrong now, and nothing tells which.
 */
export const beginsLater = (pair: Life, clockMs: number): boolean => clockMs < pair.notBeforeMs

/**
 * Why a new certificate is needed, in words; null when it is good, or the clock is too doubtful to tell.
 * @param knownMs time of the newest log entry
 */
export function renewalReason(
  pair: Life & { readonly names: Names },
  wanted: Names,
  clock: { readonly clockMs: number; readonly knownMs: number },
  authority: Life,
): string | null {
  const [missing] = missingFrom(pair.names, wanted)
  if (missing !== undefined) return `it does not include ${missing}`
  const { clockMs, knownMs } = clock
  if (isBefore(clockMs, authority)) return null
  if (beginsLater(pair, clockMs))
    return knownMs < pair.notBeforeMs ? 'it was dated by a clock that ran ahead' : null
  return clockMs >= renewalAtMs(pair) && pair.notAfterMs < authority.notAfterMs
    ? 'less than a third of its time is left'
    : null
}
