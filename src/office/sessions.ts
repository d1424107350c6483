import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '../domain/id.ts'
import type { SignedIn } from '../identity/staff.ts'
import { type Counter, newCounter } from './counter.ts'
import { keepNewest } from './keep-newest.ts'
import type { KeptForm } from './kept-form.ts'

/** Who is signed in, in memory: a restart signs everybody out. */

export interface Session<P = SignedIn> {
  person: P
  /** Ids of forms that were sent and cannot be again. */
  readonly sent: Set<string>
  /** The key of a second factor that is shown, and not on yet. */
  newFactor?: Buffer
  /** The public half of a key for backups that was shown, and is not used yet. */
  newRecipient?: string
  /** Seals what the person is shown before they agree to it. */
  readonly sealKey: Buffer
  /** What was shown last, by its seal, to say what changed since. */
  readonly shown: Map<string, readonly string[]>
  /** Shared by all sessions of one owner. */
  readonly counter: Counter
  /** What the person sent after their last session had ended. */
  unsent?: KeptForm
  /** Every form of the session carries it, so that another site cannot make one. */
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
/** Far more than one account has at once. Only sessions of the same account give way, the one unseen for longest first. */
const MOST_OF_ONE = 500
/** Whose form may still come; a form of an older session is not kept. */
const MOST_ENDED = 500
/** Far more than a cooperative has accounts. */
const MOST_COUNTERS = 500

export interface SessionOptions<P> {
  readonly idleMs: number
  /** The person as they are now; null once they may no longer. */
  readonly stillIs: (person: P) => P | null
  /** A clock that nobody sets back. */
  readonly nowMs: () => number
}

/** @typeParam P who is signed in: a person of the staff, or a lender */
export class Sessions<P = SignedIn> {
  readonly #options: SessionOptions<P>
  /** By the digest of the cookie, so that memory holds nothing that signs in. */
  readonly #byKey = new Map<string, Session<P> & Owned>()
  /** Sessions that ran out or were signed out, by the same digest: whose they were. The oldest is first. */
  readonly #ended = new Map<string, Pick<Session<P>, 'person' | 'formToken'>>()
  /** By owner; who signed in last is last. */
  readonly #counters = new Map<Owned['owner'], Counter>()

  constructor(options: SessionOptions<P>) {
    this.#options = options
  }

  /**
   * @param owner the account or the credential that signed in
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

  /** The live session, which is then seen. */
  find(cookie: string | undefined): Session<P> | null {
    const session = this.#live(cookie)
    if (session !== null) session.seenAtMs = this.#options.nowMs()
    return session
  }

  /** For what goes on without anybody's doing, such as a download: it keeps no session from running out. */
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

  /** How many have not run out. Those of an account that ended count until their next click. */
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

  /** Whose session it was that ended and that the form was made in; null if nobody knows, such as after a restart. */
  endedOf(cookie: string | undefined, formToken: string | undefined): P | null {
    const session = cookie === undefined ? undefined : this.#ended.get(keyOf(cookie))
    return session !== undefined && isFormTokenOf(session, formToken) ? session.person : null
  }
}

/** Time to type the code of a second factor after the password. */
const PENDING_MS = 5 * 60_000
const MOST_PENDING_OF_ONE = 20

/** Who gave the right password, and not yet the code. */
export class Pending {
  readonly #nowMs: () => number
  /** By the digest of the ticket. */
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

/** The oldest of an owner who has as many as they may, if so: it gives way. Others lose none: nobody can sign another out. */
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

/** Whether a form is sent for the first time: of those that show a secret once, and would make another when they are sent again. */
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

/** Compares secrets. */
export function isSame(wanted: string, sent: string | undefined): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(sent ?? '')]
  return one.length === other.length && timingSafeEqual(one, other)
}
