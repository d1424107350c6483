import type { Hours } from '../../config/message-settings.ts'
import { DAY_MS } from '../time.ts'

/** When messages are sent, and what becomes of each. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Each is stored as its place in this list. `sending` is written before the gateway is called, so that after a power cut nobody
 * is told twice; `again` was tried in vain, `unreached` not at all. `told` is in the place of one that is told by another.
 */
export const STATES = [
  'waiting',
  'sending',
  'again',
  'unreached',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'stopped',
  'told',
] as const
export type State = (typeof STATES)[number]
export const stateCode = (state: State): number => STATES.indexOf(state)

/** What people and programs are shown. */
export const SHOWN_STATES = ['waiting', 'sent', 'delivered', 'failed', 'unknown', 'stopped'] as const
export type ShownState = (typeof SHOWN_STATES)[number]
export const shownState = (state: State): ShownState =>
  isWaiting(state) || state === 'told' || state === 'sending' ? 'waiting' : state

/** Whether it may still be sent. */
export const isWaiting = (state: State): state is 'waiting' | 'again' | 'unreached' =>
  state === 'waiting' || state === 'again' || state === 'unreached'

/** Whether anything may still become of it. */
export const isOpen = (state: State): boolean => isWaiting(state) || state === 'sending' || state === 'sent'

/** What a gateway said of a message. */
export type Outcome =
  | { readonly state: 'sent' | 'delivered'; readonly reference?: string; readonly words?: string }
  | {
      readonly state: 'failed'
      /** Whether another try may succeed. */
      readonly again: boolean
      /** The gateway refuses every message, as without credit: nothing is sent until the office says so. */
      readonly pauses?: boolean
      readonly code: string
      readonly words?: string
    }
  /** The gateway was not reached at all: this was no try. */
  | { readonly state: 'unreached'; readonly code: string }
  /** It may have been sent. It is never sent again. */
  | { readonly state: 'unknown'; readonly code: string }

const TRIES = 3
const TRIED_FOR_MS = DAY_MS
const PAUSES_MS = [15 * MINUTE_MS, 4 * HOUR_MS]
/** What waits for longer is no news. */
export const KEPT_MS = 3 * DAY_MS
/** If the gateway says nothing more for so long, nobody knows whether it arrived. */
export const SILENCE_MS = 3 * DAY_MS

export interface Tried {
  readonly tries: number
  /** When it was tried first; null if it never was. */
  readonly firstAtMs: number | null
}

/** Returns the state of a message after a call of the gateway. */
export function stateAfter(outcome: Outcome, { tries, firstAtMs }: Tried, nowMs: number): State {
  if (outcome.state !== 'failed') return outcome.state
  // A gateway that refuses every message has not tried this one.
  if (outcome.pauses) return 'unreached'
  const isOver = tries >= TRIES || nowMs - (firstAtMs ?? nowMs) >= TRIED_FOR_MS
  return outcome.again && !isOver ? 'again' : 'failed'
}

/** Whether a message that was tried in vain is due again. */
export const isDueAgain = (tries: number, lastAtMs: number, nowMs: number): boolean =>
  nowMs - lastAtMs >= (PAUSES_MS[Math.max(0, tries - 1)] ?? DAY_MS)

/**
 * Returns the state after news of a message that was sent; null if the news changes nothing, as when it comes late, twice or out
 * of order.
 */
export function stateAfterNews(state: State, news: Outcome): State | null {
  if (state !== 'sent') return null
  if (news.state === 'delivered') return 'delivered'
  // A gateway that refuses every question says nothing of this message.
  return news.state === 'failed' && !news.pauses ? 'failed' : null
}

/**
 * Whether a service finds after a start that a message may have been sent, and by whom: by itself, if a power cut came while it
 * was sending; after a restore, by the service of which this is a copy.
 * @param restoredAtMs when this life of the store began; null in the first life
 */
export const mayHaveBeenSent = (
  { state, madeAt }: { readonly state: State; readonly madeAt: number },
  restoredAtMs: number | null,
): boolean => state === 'sending' || (isOpen(state) && restoredAtMs !== null && madeAt <= restoredAtMs)

const ASKED_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS]
/** How long after a message was sent, or asked about last, its state is asked for. */
export const askAfterMs = (times: number): number => ASKED_AFTER_MS[times] ?? 6 * HOUR_MS

/** What the manager set. */
export interface Sending {
  /** Of the appliance's zone. */
  readonly hours: Hours
  readonly mostADay: number
}

export interface Addressee {
  readonly wants: boolean
  /** When the yes that stands was said. */
  readonly wantsSinceMs: number
  readonly phone: string | null
  /** Its number changed, and nobody confirmed the new one. */
  readonly isUnsure: boolean
  readonly sentToday: number
}

export interface WaitingMessage {
  readonly n: number
  readonly madeAtMs: number
  readonly isDue: boolean
  /** Whether the manager still has members told about this. */
  readonly isTold: boolean
}

export interface Plan {
  readonly stop: readonly number[]
  /** No longer news. */
  readonly drop: readonly number[]
  /** Messages to send now; several in one are summed. */
  readonly send: readonly (readonly number[])[]
}

/** Decides on the messages that wait for one party, oldest first. */
export function planFor(
  to: Addressee,
  waiting: readonly WaitingMessage[],
  nowMs: number,
  minuteOfDay: number,
  { hours, mostADay }: Sending,
): Plan {
  if (!to.wants || to.phone === null) return { stop: waiting.map(({ n }) => n), drop: [], send: [] }
  // What waited when the member said no was stopped, even if they said yes before anybody looked.
  const isStopped = ({ isTold, madeAtMs }: WaitingMessage) => !isTold || madeAtMs < to.wantsSinceMs
  const stop = waiting.filter(isStopped).map(({ n }) => n)
  const told = waiting.filter((one) => !isStopped(one))
  const isOld = ({ madeAtMs }: WaitingMessage) => nowMs - madeAtMs > KEPT_MS
  const drop = told.filter(isOld).map(({ n }) => n)
  const due = told.filter((one) => !isOld(one) && one.isDue).map(({ n }) => n)
  const room = mostADay - to.sentToday
  const isQuiet = minuteOfDay < hours.from || minuteOfDay >= hours.to
  if (isQuiet || to.isUnsure || room <= 0) return { stop, drop, send: [] }
  if (due.length <= room) return { stop, drop, send: due.map((n) => [n]) }
  const alone = due.slice(0, room - 1)
  return { stop, drop, send: [...alone.map((n) => [n]), due.slice(room - 1)] }
}

/** What the cooperative stated of a party's number, in the order of the log. */
export interface NumberStated {
  readonly seq: number
  readonly phone: string
  /** Seq of the entry that took the statement back; null if none did. */
  readonly goneAt: number | null
}

/**
 * Returns the entry that changed a party's number to the one that stands now, if nobody confirmed it since; null if the number
 * is the first one, or was confirmed. A number may have a new owner, who must not read about the old one. A mistake that was taken
 * back changed nothing; but a number that was confirmed was none, so what takes it back brings another in its place.
 */
export function unconfirmedChange(
  stated: readonly NumberStated[],
  phone: string,
  confirmedThrough: number,
): number | null {
  const at = begunAt(stated, (one) => one.phone === phone)
  const change = at > 0 ? (stated[at]?.seq ?? 0) : 0
  const back = stated
    .slice(at + 1)
    .filter((one) => one.phone !== phone && one.seq <= confirmedThrough)
    .map(({ goneAt }) => goneAt ?? 0)
  const newest = Math.max(change, ...back)
  return newest <= confirmedThrough ? null : newest
}

/** Returns the entry since which the cooperative states that a party wants messages; null if it never did. */
export const saidYesAt = (
  stated: readonly { readonly seq: number; readonly wants: boolean }[],
): number | null => stated[begunAt(stated, ({ wants }) => wants)]?.seq ?? null

/**
 * Returns the first of the last ones in a row that say something, -1 if none does. What was stated after them, and something else,
 * was taken back.
 */
function begunAt<S>(stated: readonly S[], says: (one: S) => boolean): number {
  let at = stated.findLastIndex(says)
  for (let before = stated[at - 1]; before !== undefined && says(before); before = stated[at - 1]) at--
  return at
}
