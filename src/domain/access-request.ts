import type { Window } from './consent.ts'
import { DAY_MS } from './time.ts'
import type { GrantableType } from './types/index.ts'

/**
 * Access requests (contract §20): a lender asks, a person decides. Times are in milliseconds.
 *
 * An asker learns of a grant and of nothing else: a refusal looks like no decision until the request lapses.
 */

export const REQUEST_STATUSES = ['open', 'granted', 'ended'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** What became of a request; null: it did not happen. A request that was refused can still be withdrawn. */
export interface RequestLife {
  readonly lapsesAt: number
  readonly withdrawnAt: number | null
  readonly refusedAt: number | null
  readonly grantedAt: number | null
}

/** Status as its asker sees it. It depends on nothing that only the person or the office knows, a grant excepted. */
export function statusForAsker(life: Omit<RequestLife, 'refusedAt'>, nowMs: number): RequestStatus {
  if (life.grantedAt !== null) return 'granted'
  return life.withdrawnAt !== null || nowMs >= life.lapsesAt ? 'ended' : 'open'
}

/** Status as the person that it is about and the office see it. Only an open request can be decided. */
export function statusForSubject(life: RequestLife, nowMs: number): RequestStatus {
  return life.refusedAt === null || life.grantedAt !== null ? statusForAsker(life, nowMs) : 'ended'
}

/** What is asked for, or granted. Window and `keepUntil`: null: no bound. */
export interface Terms extends Window {
  readonly recordTypes: readonly GrantableType[]
  readonly expiresAt: number
  readonly keepUntil: number | null
}

/** Which terms would open or keep more than was asked for. */
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

/** A fault of terms, whoever states them. */
export type TermsFault = 'expires_too_early' | 'window_empty' | 'kept_too_short'

/** Why nothing could be granted on these terms: the first fault, or null. */
export function termsFault(terms: Omit<Terms, 'recordTypes'>, nowMs: number): TermsFault | null {
  const { expiresAt, occurredFrom, occurredTo, keepUntil } = terms
  if (expiresAt <= nowMs) return 'expires_too_early'
  if (occurredFrom !== null && occurredTo !== null && occurredTo <= occurredFrom) return 'window_empty'
  return keepUntil !== null && keepUntil < expiresAt ? 'kept_too_short' : null
}

/** How much one party may ask. */
export interface AskingLimits {
  /** Open requests; a refused one counts as open until it lapses. */
  readonly open: number
  /** New requests in any 24 hours, withdrawn ones included. */
  readonly perDay: number
}

/** What a party has asked so far. */
export interface Asked {
  /** Number of its requests that are open to it. */
  readonly open: number
  /** When the first of these lapses; null: none is open. */
  readonly firstLapse: number | null
  /** When it made the newest request but `perDay - 1`; null: it made fewer. */
  readonly lastOfDay: number | null
}

/** When the party may ask again, if not now; null: now. */
export function mayAskAgainAt(asked: Asked, limits: AskingLimits, nowMs: number): number | null {
  const free: number[] = []
  if (asked.open >= limits.open) free.push(asked.firstLapse ?? nowMs + DAY_MS)
  if (limits.perDay === 0) free.push(nowMs + DAY_MS)
  else if (asked.lastOfDay !== null && asked.lastOfDay + DAY_MS > nowMs) free.push(asked.lastOfDay + DAY_MS)
  return free.length === 0 ? null : Math.max(...free)
}

/** What a request says of the person it is about: exactly one of these. */
export type About = { readonly party: string } | { readonly member_no: string } | { readonly phone: string }
