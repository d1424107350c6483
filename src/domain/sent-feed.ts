import { given, isObject } from '../base/typed.ts'
import { DAY_MS } from './time.ts'

/**
 * A feed that is sent to an address of its reader (contract §27): what the receiver's reply to a page means, and from where and when
 * the next page is sent.
 * - Holds: the place that the receiver acknowledged moves only with a reply that repeats the cursor of the page. A receiver may ask
 *   for pages again, but by that alone nothing counts as received.
 */

export const FEED_FAULTS = [
  'unreached',
  'late',
  'fingerprint',
  'status',
  'reply',
  'cursor',
  'since',
  'asked',
  'token',
  'quota',
  'busy',
  'service',
] as const
/** Why the receiver does not have a page. */
export type FeedFault = (typeof FEED_FAULTS)[number]

export interface Failure {
  readonly fault: FeedFault
  /** The code of the error, or the status of the reply. */
  readonly detail?: string
}

/** What became of a request: a reply that arrived whole, or a failure. */
export type Reply = { readonly status: number; readonly text: string } | Failure

export type PageOutcome =
  | { readonly is: 'acknowledged' }
  /** The receiver wants the pages after this cursor; after null, all. */
  | { readonly is: 'again'; readonly since: string | null }
  | ({ readonly is: 'failed' } & Failure)

/** Most characters of a cursor that a receiver may send back. */
const LONGEST_CURSOR = 2_000

/** @param cursor of the page that was sent */
export function pageOutcome(reply: Reply, cursor: string): PageOutcome {
  if ('fault' in reply) return { is: 'failed', ...reply }
  const { status, text } = reply
  if (status !== 200 && status !== 409) return { is: 'failed', fault: 'status', detail: String(status) }
  const said = objectIn(text)
  if (said === null) return { is: 'failed', fault: 'reply' }
  if (status === 200)
    return said.cursor === cursor ? { is: 'acknowledged' } : { is: 'failed', fault: 'cursor' }
  const { since } = said
  if (since === null) return { is: 'again', since }
  if (typeof since !== 'string' || since.length > LONGEST_CURSOR) return { is: 'failed', fault: 'reply' }
  return { is: 'again', since }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const said: unknown = JSON.parse(text)
    return isObject(said) ? said : null
  } catch {
    return null
  }
}

/** The reason as it is kept: a word, and the code of the network or the status of the reply. */
export const codeOf = (outcome: PageOutcome): string =>
  outcome.is === 'failed' ? [outcome.fault, outcome.detail ?? ''].join(' ').trim() : 'asked'

/** Returns the failure that a kept reason says. */
export function failureOf(code: string): Failure {
  const [fault, detail] = code.split(' ') as [FeedFault, string?]
  return { fault, ...given({ detail }) }
}

/** Where a feed is. All but `acknowledged` is forgotten when the service stops. */
export interface Sending {
  /** The cursor of the last page that the receiver acknowledged; null before the first. */
  readonly acknowledged: string | null
  /** The cursor after which the receiver wants the next page. */
  readonly since: string | null
  /** When it last asked for pages again and got them at once; null if it never did. */
  readonly askedAtMs: number | null
  /** Failures in a row. */
  readonly failures: number
  /** Nothing is sent before. */
  readonly notBeforeMs: number
}

export const sendingFrom = (acknowledged: string | null): Sending => ({
  acknowledged,
  since: acknowledged,
  askedAtMs: null,
  failures: 0,
  notBeforeMs: 0,
})

const SHORTEST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 3_600_000
/** Twice within this, a receiver that asks for pages again waits for them: two copies of it may each hold something else. */
const ASKS_ONCE_IN_MS = 900_000

/** The pause after this number of failures in a row. */
export const pauseMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(failures - 1, 20))

/** @param cursor of the page that was sent, or was to be sent */
export function afterOutcome(
  sending: Sending,
  outcome: PageOutcome,
  cursor: string | null,
  nowMs: number,
): Sending {
  const { askedAtMs } = sending
  if (outcome.is === 'acknowledged') return { ...sendingFrom(cursor), askedAtMs }
  // A receiver may ask once at once; one that keeps asking gets the pauses of a failure.
  const isAsked = outcome.is === 'again'
  const isFree = isAsked && (askedAtMs === null || nowMs - askedAtMs >= ASKS_ONCE_IN_MS)
  const failures = sending.failures + (isFree ? 0 : 1)
  return {
    ...sending,
    since: isAsked ? outcome.since : sinceAfter(sending, outcome.fault),
    askedAtMs: isFree ? nowMs : askedAtMs,
    failures,
    notBeforeMs: failures === 0 ? 0 : nowMs + pauseMs(failures),
  }
}

/** A cursor that this store does not know is not tried again: what the receiver acknowledged counts, else the beginning. */
const sinceAfter = ({ since, acknowledged }: Sending, fault: FeedFault): string | null =>
  fault !== 'since' ? since : since === acknowledged ? null : acknowledged

/** Most records of a page. */
export const MOST_IN_PAGE = 100

/** Returns how many records the next page may have at most: one that a slow line did not carry in time is made shorter. */
export function mostAfter(most: number, outcome: PageOutcome): number {
  if (outcome.is === 'acknowledged') return Math.min(MOST_IN_PAGE, most * 2)
  return outcome.is === 'failed' && outcome.fault === 'late' ? Math.max(1, Math.floor(most / 2)) : most
}

/** A receiver that acknowledged nothing for this long is reported. */
export const RECEIVER_SILENT_MS = 7 * DAY_MS
/** How long the office is shown that a feed ended by itself. */
export const SHOWN_ENDED_MS = 7 * DAY_MS

export const FEED_STATES = ['sending', 'failing', 'asleep', 'ended'] as const
export type FeedState = (typeof FEED_STATES)[number]

/** What decides the state of a feed. */
export interface FeedFacts {
  readonly isEnded: boolean
  /** Whether what was tried last failed. */
  readonly isFailing: boolean
  readonly hasLiveGrant: boolean
  /** Whether the receiver acknowledged the last page and nothing was left after it. */
  readonly isThrough: boolean
}

export function feedState({ isEnded, isFailing, hasLiveGrant, isThrough }: FeedFacts): FeedState {
  if (isEnded) return 'ended'
  if (isFailing) return 'failing'
  return !hasLiveGrant && isThrough ? 'asleep' : 'sending'
}
