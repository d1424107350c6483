import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '../../domain/id.ts'
import type { Enrolled } from '../../identity/device-tasks.ts'
import type { SignedIn } from '../../identity/staff.ts'
import { type Counter, newCounter } from './counter.ts'
import { keepNewest } from './keep-newest.ts'
import type { KeptForm } from './kept-form.ts'

/** Sessions of the people who are signed in. They are kept in memory only: a restart signs everybody out. */

export interface Session<P = SignedIn> {
  person: P
  /** Ids of forms that cannot be sent again. */
  readonly sent: Set<string>
  /** The key of a second factor that was shown but is not turned on yet. */
  newFactor?: Buffer
  /** The public half of a backup key that was shown but is not in use yet. */
  newRecipient?: string
  /** Codes for phones that were made in this session, newest last: their pages show them until they are used. */
  enrolled?: Map<string, Enrolled & { readonly confirms: boolean }>
  /** The key that seals what the person is shown before they agree to it. */
  readonly sealKey: Buffer
  /** The lines shown last, by their seal, so that a page can say what has changed since. */
  readonly shown: Map<string, readonly string[]>
  /** All sessions of one owner share it. */
  readonly counter: Counter
  /** The form that the person sent after their last session had ended. */
  unsent?: KeptForm
  /** Every form of the session carries this token, so that another site cannot forge a form. */
  readonly formToken: string
  readonly begunAtMs: number
  seenAtMs: number
}

interface Owned {
  /** An account, or a credential. */
  readonly owner: string | number
}

/** Contract §19. */
const LONGEST_MS = 12 * 3_600_000
/** Far more than one account needs. Beyond it, the account's own session unused for longest ends. */
const MOST_OF_ONE = 500
/** Ended sessions that are remembered: a form sent late in one of them can still be kept for its owner. */
const MOST_ENDED = 500
/** Far more than a cooperative has accounts. */
const MOST_COUNTERS = 500

export interface SessionOptions<P> {
  readonly idleMs: number
  /** Returns the person as they are now, or null if they may no longer sign in. */
  readonly stillIs: (person: P) => P | null
  /** A monotonic clock. */
  readonly nowMs: () => number
}

/** @typeParam P who is signed in: a person of the staff, or a lender */
export class Sessions<P = SignedIn> {
  readonly #options: SessionOptions<P>
  /** Sessions by the digest of their cookie, so that memory holds nothing that can sign in. */
  readonly #byKey = new Map<string, Session<P> & Owned>()
  /** Owners of sessions that expired or were signed out, by the same digest; the oldest is first. */
  readonly #ended = new Map<string, Pick<Session<P>, 'person' | 'formToken'>>()
  /** Counters by owner; the owner who signed in last is last. */
  readonly #counters = new Map<Owned['owner'], Counter>()

  constructor(options: SessionOptions<P>) {
    this.#options = options
  }

  /**
   * Starts a session.
   * @param owner the account or credential that signed in
   * @returns the value of the cookie
   */
  begin(person: P, owner: Owned['owner']): string {
    const nowMs = this.#options.nowMs()
    for (const [key, one] of this.#byKey) if (this.#isOver(one)) this.#close(key)
    const oldest = oneTooMany(this.#byKey, owner, MOST_OF_ONE, ({ seenAtMs }) => seenAtMs)
    if (oldest !== undefined) this.#close(oldest)
    const cookie = randomBytes(32).toString('base64url')
    const formToken = randomBytes(32).toString('base64url')
    const sealKey = randomBytes(32)
    const times = { begunAtMs: nowMs, seenAtMs: nowMs }
    const counter = this.#counters.get(owner) ?? newCounter()
    this.#counters.delete(owner)
    this.#counters.set(owner, counter)
    keepNewest(this.#counters, MOST_COUNTERS)
    this.#byKey.set(keyOf(cookie), {
      owner,
      person,
      formToken,
      sealKey,
      counter,
      ...times,
      sent: new Set(),
      shown: new Map(),
    })
    return cookie
  }

  /** Returns the live session, and counts as its use. */
  find(cookie: string | undefined): Session<P> | null {
    const session = this.#live(cookie)
    if (session !== null) session.seenAtMs = this.#options.nowMs()
    return session
  }

  /** Whether the session is live. Unlike `find`, it does not extend it: a long download must not. */
  isLive(cookie: string | undefined): boolean {
    return this.#live(cookie) !== null
  }

  #live(cookie: string | undefined): Session<P> | null {
    if (cookie === undefined) return null
    const key = keyOf(cookie)
    const session = this.#byKey.get(key)
    if (session === undefined) return null
    if (this.#isOver(session)) {
      this.#close(key)
      return null
    }
    const person = this.#options.stillIs(session.person)
    if (person === null) {
      this.#byKey.delete(key)
      return null
    }
    session.person = person
    return session
  }

  /** The number of unexpired sessions. Those of a closed account count until their next request. */
  get open(): number {
    return [...this.#byKey.values()].filter((one) => !this.#isOver(one)).length
  }

  #isOver({ seenAtMs, begunAtMs }: Session<P>): boolean {
    const { idleMs, nowMs } = this.#options
    const now = nowMs()
    return now - seenAtMs >= idleMs || now - begunAtMs >= LONGEST_MS
  }

  end(cookie: string | undefined): void {
    if (cookie !== undefined) this.#close(keyOf(cookie))
  }

  #close(key: string): void {
    const session = this.#byKey.get(key)
    if (session === undefined) return
    this.#byKey.delete(key)
    this.#ended.set(key, { person: session.person, formToken: session.formToken })
    keepNewest(this.#ended, MOST_ENDED)
  }

  /** Returns the owner of the ended session that the form belongs to; null if unknown (after a restart). */
  endedOf(cookie: string | undefined, formToken: string | undefined): P | null {
    const session = cookie === undefined ? undefined : this.#ended.get(keyOf(cookie))
    return session !== undefined && isFormTokenOf(session, formToken) ? session.person : null
  }
}

/** Time to type the code of a second factor after the password. */
const PENDING_MS = 5 * 60_000
const MOST_PENDING_OF_ONE = 20

/** People who have given the right password but not yet the code of their second factor. */
export class Pending {
  readonly #nowMs: () => number
  /** Keyed by the digest of the ticket. */
  readonly #byKey = new Map<string, Owned & { readonly person: SignedIn; readonly untilMs: number }>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** @returns the ticket, which the form carries */
  begin(person: SignedIn): string {
    const oldest = oneTooMany(this.#byKey, person.id, MOST_PENDING_OF_ONE, ({ untilMs }) => untilMs)
    if (oldest !== undefined) this.#byKey.delete(oldest)
    const ticket = randomBytes(32).toString('base64url')
    this.#byKey.set(keyOf(ticket), { owner: person.id, person, untilMs: this.#nowMs() + PENDING_MS })
    return ticket
  }

  find(ticket: string): SignedIn | null {
    const one = this.#byKey.get(keyOf(ticket))
    return one !== undefined && this.#nowMs() < one.untilMs ? one.person : null
  }

  end(ticket: string): void {
    this.#byKey.delete(keyOf(ticket))
  }
}

/**
 * Returns the key of the owner's oldest entry if they have reached `most`. Only the same owner's entries are
 * dropped, so nobody can sign another person out.
 */
function oneTooMany<T extends Owned>(
  byKey: ReadonlyMap<string, T>,
  owner: Owned['owner'],
  most: number,
  ageOf: (one: T) => number,
): string | undefined {
  const own = [...byKey].filter(([, one]) => one.owner === owner)
  if (own.length < most) return undefined
  return own.sort(([, a], [, b]) => ageOf(a) - ageOf(b))[0]?.[0]
}

/** Far more than anybody opens at once. */
const MOST_SENT = 200
const MOST_SHOWN = 20

/** Whether a form is sent for the first time: sending it twice must not make a second secret. */
export function isFirst({ sent }: Pick<Session, 'sent'>, id: string | undefined): boolean {
  if (id === undefined || !isId(id) || sent.has(id)) return false
  noteSent({ sent }, id)
  return true
}

export function noteSent({ sent }: Pick<Session, 'sent'>, what: string): void {
  sent.add(what)
  keepNewest(sent, MOST_SENT)
}

export function noteShown({ shown }: Pick<Session, 'shown'>, seal: string, lines: readonly string[]): void {
  shown.delete(seal)
  shown.set(seal, lines)
  keepNewest(shown, MOST_SHOWN)
}

const keyOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64')

export function isFormTokenOf({ formToken }: Pick<Session, 'formToken'>, sent: string | undefined): boolean {
  return isSame(formToken, sent)
}

/** Compares secrets in constant time. */
export function isSame(wanted: string, sent: string | undefined): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(sent ?? '')]
  return one.length === other.length && timingSafeEqual(one, other)
}
