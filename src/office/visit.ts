import type { ComponentChildren } from 'preact'
import type { Run, Stream } from '../cli/context.ts'
import type { Session } from './sessions.ts'

/** A file as a browser sends it. */
export interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What the person who is signed in may have done: as the command does it. */
export interface Tasks {
  readonly run: Run
  /** Reads a long text piece by piece. */
  readonly stream: Stream
}

/** One request to the office page, after the guard let it in. */
export interface Visit extends Tasks {
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  /** Fields of the form that was sent; empty for a page. */
  readonly form: Readonly<Record<string, string | undefined>>
  /** Files that came with the form, where it may have any. */
  readonly files: Readonly<Record<string, SentFile | undefined>>
  /** Null on the pages that need nobody signed in. */
  readonly session: Session | null
  readonly cookie: string | undefined
  readonly address: string
  /** Whether the browser has hung up. Long work then ends. */
  readonly isGone: () => boolean
  readonly cooperative: string
  readonly timeZone: string
  /** What the page that answers says first. */
  readonly notice?: ComponentChildren
}

/** A visit of somebody who is signed in. */
export type StaffVisit = Visit & { readonly session: Session }

export type Answer =
  | {
      readonly html: string
      readonly status?: number
      readonly cookie?: string
      /** Of this page alone, which has it as it stands here. */
      readonly style?: string
      /** Seconds after which the browser loads the page again: something is under way. */
      readonly againInS?: number
    }
  /** A page that is made while it is sent. */
  | { readonly pieces: AsyncIterable<string>; readonly cookie?: string }
  /** To keep. */
  | {
      readonly file: string | AsyncIterable<string>
      readonly name: string
      readonly type: 'text/csv' | 'text/plain' | 'application/json'
      readonly cookie?: string
    }
  /** To keep, and no text. */
  | { readonly archive: AsyncIterable<Uint8Array>; readonly name: string; readonly cookie?: string }
  /** After a form: the browser then loads a page, and a reload sends nothing twice. */
  | { readonly to: string; readonly cookie?: string | null }
