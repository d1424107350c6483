import type { Window } from './consent.ts'
import { DAY_MS } from './time.ts'
import type { GrantableType } from './types/index.ts'

/**
 * Access requests (contract §20): a lender asks, a person decides. Times are in milliseconds.
 *
 * An asker learns of a grant and nothing else: until the request lapses, a refusal looks like no decision.
 */

export const REQUEST_STATUSES = ['open', 'granted', 'ended'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** When each event of a request happened; null if it did not. A refused request can still be withdrawn. */
export interface RequestLife {
  readonly lapsesAt: number
  readonly withdrawnAt: number | null
  readonly refusedAt: number | null
  readonly grantedAt: number | null
}

/** Returns the status as its asker sees it: of what the person and the office decide, only a grant shows. */
export function statusForAsker(life: Omit<RequestLife, 'refusedAt'>, nowMs: number): RequestStatus {
  if (life.grantedAt !== null) return 'granted'
  return life.withdrawnAt !== null || nowMs >= life.lapsesAt ? 'ended' : 'open'
}

/**
 * Returns the status as seen by the office and the person it is about. Only an open request can be decided.
 */
export function statusForSubject(life: RequestLife, nowMs: number): RequestStatus {
  return life.refusedAt === null || life.grantedAt !== null ? statusForAsker(life, nowMs) : 'ended'
}

/** The terms asked for or granted. In the window and `keepUntil`, null means no bound. */
export interface Terms extends Window {
  readonly recordTypes: readonly GrantableType[]
  readonly expiresAt: number
  readonly keepUntil: number | null
}

/** Returns the terms that would let the asker read more, or keep it longer, than was asked for. */
export function widerThanAsked(asked: Terms, granted: Terms): (keyof Terms)[] {
  const wider: (keyof Terms)[] = []
  if (granted.recordTypes.some((type) => !asked.recordTypes.includes(type))) wider.push('recordTypes')
  if (reachesBack(asked.occurredFrom, granted.occurredFrom)) wider.push('occurredFrom')
  if (reachesOn(asked.occurredTo, granted.occurredTo)) wider.push('occurredTo')
  if (granted.expiresAt > asked.expiresAt) wider.push('expiresAt')
  if (reachesOn(asked.keepUntil, granted.keepUntil)) wider.push('keepUntil')
  return wider
}

const reachesBack = (asked: number | null, granted: number | null): boolean =>
  asked !== null && (granted === null || granted < asked)

const reachesOn = (asked: number | null, granted: number | null): boolean =>
  asked !== null && (granted === null || granted > asked)

/** A fault of the terms of a request or a grant. */
export type TermsFault = 'expires_too_early' | 'window_empty' | 'kept_too_short'

/** Returns the first fault for which nothing can be granted on these terms, or null. */
export function termsFault(terms: Omit<Terms, 'recordTypes'>, nowMs: number): TermsFault | null {
  const { expiresAt, occurredFrom, occurredTo, keepUntil } = terms
  if (expiresAt <= nowMs) return 'expires_too_early'
  if (occurredFrom !== null && occurredTo !== null && occurredTo <= occurredFrom) return 'window_empty'
  return keepUntil !== null && keepUntil < expiresAt ? 'kept_too_short' : null
}

/** Limits on the access requests of one party. */
export interface AskingLimits {
  /** Open requests; a refused one counts as open until it lapses. */
  readonly open: number
  /** New requests in any 24 hours, withdrawn ones included. */
  readonly perDay: number
}

/** The access requests that a party has made so far. */
export interface RequestsMade {
  /** Number of its requests that are open to it. */
  readonly open: number
  /** When the first of these lapses; null if none is open. */
  readonly firstLapse: number | null
  /** When it made the oldest of its newest `perDay` requests; null if it made fewer. */
  readonly lastOfDay: number | null
}

/** Returns when the party may ask again; null if it may ask now. */
export function mayAskAgainAt(asked: RequestsMade, limits: AskingLimits, nowMs: number): number | null {
  const free: number[] = []
  if (asked.open >= limits.open) free.push(asked.firstLapse ?? nowMs + DAY_MS)
  if (limits.perDay === 0) free.push(nowMs + DAY_MS)
  else if (asked.lastOfDay !== null && asked.lastOfDay + DAY_MS > nowMs) free.push(asked.lastOfDay + DAY_MS)
  return free.length === 0 ? null : Math.max(...free)
}

/** How a request names the person it is about: exactly one of these. */
export type About = { readonly party: string } | { readonly member_no: string } | { readonly phone: string }
