import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '../identity/staff.ts'

/** Who is signed in, in memory: a restart signs everybody out. */

export interface Session {
  person: SignedIn
  /** Every form of the session carries it, so that another site cannot make one. */
  readonly formToken: string
  readonly begunAtMs: number
  seenAtMs: number
}

/** Contract §19. */
const LONGEST_MS = 12 * 3_600_000
/** Far more than a cooperative has staff; the one unseen for longest gives way. */
const MOST = 500

export interface SessionOptions {
  readonly idleMs: number
  /** The person as they are now; null once they may no longer. */
  readonly stillIs: (person: SignedIn) => SignedIn | null
  /** A clock that nobody sets back. */
  readonly nowMs: () => number
}

export class Sessions {
  readonly #options: SessionOptions
  /** By the digest of the cookie, so that memory holds nothing that signs in. */
  readonly #byKey = new Map<string, Session>()

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** @returns the value of the cookie */
  begin(person: SignedIn): string {
    const nowMs = this.#options.nowMs()
    if (this.#byKey.size >= MOST) {
      const [oldest] = [...this.#byKey].sort(([, a], [, b]) => a.seenAtMs - b.seenAtMs)
      if (oldest !== undefined) this.#byKey.delete(oldest[0])
    }
    const cookie = randomBytes(32).toString('base64url')
    const formToken = randomBytes(32).toString('base64url')
    this.#byKey.set(keyOf(cookie), { person, formToken, begunAtMs: nowMs, seenAtMs: nowMs })
    return cookie
  }

  /** The live session, which is then seen. */
  find(cookie: string | undefined): Session | null {
    if (cookie === undefined) return null
    const key = keyOf(cookie)
    const session = this.#byKey.get(key)
    if (session === undefined) return null
    const { idleMs, stillIs, nowMs } = this.#options
    const now = nowMs()
    const isOver = now - session.seenAtMs >= idleMs || now - session.begunAtMs >= LONGEST_MS
    const person = isOver ? null : stillIs(session.person)
    if (person === null) {
      this.#byKey.delete(key)
      return null
    }
    session.person = person
    session.seenAtMs = now
    return session
  }

  end(cookie: string | undefined): void {
    if (cookie !== undefined) this.#byKey.delete(keyOf(cookie))
  }
}

const keyOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64')

export function isFormTokenOf({ formToken }: Session, sent: string | undefined): boolean {
  const [wanted, found] = [Buffer.from(formToken), Buffer.from(sent ?? '')]
  return wanted.length === found.length && timingSafeEqual(wanted, found)
}
