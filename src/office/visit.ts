import type { Run } from '../cli/context.ts'
import type { Session } from './sessions.ts'

/** One request to the office page, after the guard let it in. */
export interface Visit {
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  /** Fields of the form that was sent; empty for a page. */
  readonly form: Readonly<Record<string, string | undefined>>
  /** Null on the pages that need nobody signed in. */
  readonly session: Session | null
  readonly cookie: string | undefined
  readonly address: string
  readonly cooperative: string
  readonly timeZone: string
  /** Runs a task as the person who is signed in. */
  readonly run: Run
}

/** A visit of somebody who is signed in. */
export type StaffVisit = Visit & { readonly session: Session }

export type Answer =
  | { readonly html: string; readonly status?: number; readonly cookie?: string }
  /** To keep. */
  | { readonly file: string; readonly name: string; readonly cookie?: string }
  /** After a form: the browser then loads a page, and a reload sends nothing twice. */
  | { readonly to: string; readonly cookie?: string | null }
