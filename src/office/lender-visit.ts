import type { Verified } from '../identity/credentials.ts'
import type { Attempts } from './attempts.ts'
import type { Session, Sessions } from './sessions.ts'
import type { Answer } from './visit.ts'

/** In memory alone: the token is what asks for the pages. */
export interface Lender {
  readonly token: string
  readonly verified: Verified
}

/** A reply of the public API. */
export interface ApiReply {
  readonly status: number
  readonly text: string
  readonly policy: string | undefined
}

/** What the pages are made with; `sessions` and `attempts` are theirs alone. */
export interface LenderVisit {
  readonly session: Session<Lender> | null
  readonly cookie: string | undefined
  readonly form: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly cooperative: string
  readonly sessions: Sessions<Lender>
  readonly attempts: Attempts
  readonly admit: (token: string) => Lender | null
  readonly ask: (token: string, url: string, accept: string) => Promise<ApiReply>
  /** Sends JSON to the public API. */
  readonly write: (token: string, url: string, body: object) => Promise<ApiReply>
  /** A telephone number as people write it, in its international form. @throws {Error} with what would be right */
  readonly phoneIn: (text: string) => Promise<string>
  readonly timeZone: string
}

/** Its own policy, where the page is one of the public API's. */
export type LenderAnswer = Answer & { readonly policy?: string | undefined }
