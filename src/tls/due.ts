import { missingFrom, type Names } from './names.ts'

/** When certificates begin and end, and when another is to be made. Pure; the clock may be wrong, and must do no harm. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Instants in milliseconds. */
export interface Life {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/**
 * Phones' clocks are behind, and some by a whole time zone. Certificates begin so long before they are made.
 */
const BACKDATED_MS = DAY_MS

/**
 * Apple's systems refuse a server's certificate that is valid for more than 825 days, one of an authority that was added
 * by hand too (support.apple.com, HT210176), and for more than 398 of the authorities they bring along (HT211025). A
 * day less than the shorter of the two, and nothing hangs on which of them a system counts.
 */
const SERVER_MS = 397 * DAY_MS

/** Phones are not given another for as long as the machine lasts. */
const AUTHORITY_MS = 3_653 * DAY_MS

/** Phones must pin another authority before the old one ends: time for somebody to go round. */
const AUTHORITY_ENDS_MS = 180 * DAY_MS

/** No authority was ever made before: a clock that shows less has lost its battery. */
const FIRST_MADE_MS = Date.UTC(2026, 0, 1)

/** A clock so far on is wrong, such as one whose years count from 2000 to 2099 and that begins at their end. */
const FURTHEST_MS = Date.UTC(2076, 0, 1)

export const canDate = (clockMs: number): boolean => clockMs >= FIRST_MADE_MS && clockMs < FURTHEST_MS

export const authorityLife = (nowMs: number): Life => ({
  notBeforeMs: wholeSeconds(nowMs - BACKDATED_MS),
  notAfterMs: wholeSeconds(nowMs - BACKDATED_MS + AUTHORITY_MS),
})

/** Within the authority's own. */
export function serverLife(nowMs: number, authority: Life): Life {
  const notBeforeMs = Math.max(wholeSeconds(nowMs - BACKDATED_MS), authority.notBeforeMs)
  return { notBeforeMs, notAfterMs: Math.min(notBeforeMs + SERVER_MS, authority.notAfterMs) }
}

/** Certificates count in seconds (RFC 5280 §4.1.2.5). */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

/**
 * The instant by which certificates are dated. A clock from before the authority was made is wrong, as after its battery
 * died: the newest that is known stands in for it, if the authority reaches so far.
 * @param knownMs of the newest entry in the log
 */
export function datedAt(clockMs: number, knownMs: number, authority: Life): number {
  if (isBefore(clockMs, authority)) {
    const isKnown = knownMs > authority.notBeforeMs && knownMs < authority.notAfterMs
    return isKnown ? knownMs : authority.notBeforeMs + BACKDATED_MS
  }
  return clockMs
}

/** The clock is from before the authority was made. */
export const isBefore = (clockMs: number, authority: Life): boolean => clockMs < authority.notBeforeMs

export const isOver = (nowMs: number, { notAfterMs }: Life): boolean => nowMs >= notAfterMs

export const endsSoon = (nowMs: number, authority: Life): boolean =>
  nowMs >= authority.notAfterMs - AUTHORITY_ENDS_MS

/** A third of its life is left. */
export const renewalAtMs = ({ notBeforeMs, notAfterMs }: Life): number =>
  notAfterMs - (notAfterMs - notBeforeMs) / 3

/**
 * The certificate begins later than the clock shows. Where the log knows of no later time either, a clock that ran ahead
 * dated it. Else the clock of then or that of now is wrong, and nobody can tell which.
 */
export const beginsLater = (pair: Life, clockMs: number): boolean => clockMs < pair.notBeforeMs

/**
 * Why another certificate is to be made, in words; null: it is good, or the clock does not tell.
 * @param knownMs of the newest entry in the log
 */
export function renewalReason(
  pair: Life & { readonly names: Names },
  wanted: Names,
  clock: { readonly clockMs: number; readonly knownMs: number },
  authority: Life,
): string | null {
  const [missing] = missingFrom(pair.names, wanted)
  if (missing !== undefined) return `it does not hold ${missing}`
  const { clockMs, knownMs } = clock
  if (isBefore(clockMs, authority)) return null
  if (beginsLater(pair, clockMs))
    return knownMs < pair.notBeforeMs ? 'it was dated by a clock that ran ahead' : null
  return clockMs >= renewalAtMs(pair) && pair.notAfterMs < authority.notAfterMs
    ? 'less than a third of its time is left'
    : null
}
