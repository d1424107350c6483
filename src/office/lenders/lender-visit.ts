import type { Verified } from '../../domain/credential.ts'
import type { Look } from '../../text/colours.ts'
import type { Words } from '../../words/words.ts'
import type { Attempts } from '../frame/attempts.ts'
import type { Session, Sessions } from '../frame/sessions.ts'
import type { Answer } from '../frame/visit.ts'

/** A lender who is signed in. The token is kept in memory only; it is needed to request the API's pages. */
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

/** One request to the lender's pages. `sessions` and `attempts` are separate from those of the staff. */
export interface LenderVisit {
  readonly session: Session<Lender> | null
  readonly cookie: string | undefined
  readonly form: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly cooperative: string
  readonly look: Look
  /** The address of the page. */
  readonly path: string
  readonly sessions: Sessions<Lender>
  readonly attempts: Attempts
  readonly admit: (token: string) => Lender | null
  /** Asks in the language of the lender. */
  readonly ask: (token: string, url: string, accept: string) => Promise<ApiReply>
  /** Sends JSON to the public API. */
  readonly write: (token: string, url: string, body: object) => Promise<ApiReply>
  /**
   * Returns the international form of a telephone number as people write it.
   * @throws {Error} saying what would be valid
   */
  readonly phoneIn: (text: string) => Promise<string>
  readonly timeZone: string
  /** In the language of the lender. */
  readonly words: Words
}

/** An answer; `policy` is the page's own content security policy if the page is the public API's. */
export type LenderAnswer = Answer & { readonly policy?: string | undefined }
