import type { ComponentChildren } from 'preact'
import type { Run, Stream } from '../../cli/context.ts'
import type { Look } from '../../text/colours.ts'
import type { Words } from '../../words/words.ts'
import type { Habits } from './habits.ts'
import type { Session } from './sessions.ts'
import type { Waiting } from './waiting.ts'

/** A file as a browser sends it. */
export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The command's tasks, run as the person who is signed in. */
export interface Tasks {
  readonly run: Run
  /** Reads a long text in chunks. */
  readonly stream: Stream
}

/** One request to the office page. */
export interface Visit extends Tasks {
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  /** Fields of the form that was sent; empty for a page. */
  readonly form: Readonly<Record<string, string | undefined>>
  /** Files sent with the form, if it may have any. */
  readonly files: Readonly<Record<string, SentFile | undefined>>
  /** Null if nobody is signed in. */
  readonly session: Session | null
  readonly cookie: string | undefined
  readonly address: string
  /** Whether the browser has hung up. Long work then ends. */
  readonly isGone: () => boolean
  /** The cooperative's name, and its id as a party. */
  readonly cooperative: string
  readonly cooperativeId: string
  /** The cooperative's colour and mark. */
  readonly look: Look
  readonly habits: Habits
  readonly timeZone: string
  /** In the language of the person who reads the answer. */
  readonly words: Words
  /** What waits for the staff, for the menu. */
  readonly waiting?: Waiting
  /** A notice at the top of the page that answers. */
  readonly notice?: ComponentChildren
}

/** A request from a person who is signed in. */
export type StaffVisit = Visit & { readonly session: Session }

export type Answer =
  | {
      readonly html: string
      readonly status?: number
      readonly cookie?: string
      /** CSS of this page alone; the page must contain exactly this text. */
      readonly style?: string
      /** Seconds after which the browser reloads the page, because something is under way. */
      readonly againInS?: number
    }
  /** A page that is made while it is sent. */
  | { readonly pieces: AsyncIterable<string>; readonly style?: string; readonly cookie?: string }
  /** A text file to download. */
  | {
      readonly file: string | AsyncIterable<string>
      readonly name: string
      readonly type: 'text/csv' | 'text/plain' | 'application/json'
      readonly cookie?: string
    }
  /** A picture within a page. */
  | {
      readonly image: Uint8Array | AsyncIterable<Uint8Array>
      readonly type: string
      readonly cookie?: string
    }
  /** A binary file to download. */
  | { readonly archive: AsyncIterable<Uint8Array>; readonly name: string; readonly cookie?: string }
  /** A redirect after a form, so that reloading the page does not send the form twice. */
  | { readonly to: string; readonly cookie?: string | null }
