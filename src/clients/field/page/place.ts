import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { DraftKind, Typed, TypedDraft } from '../rules/drafts.ts'
import type { Filter } from '../rules/listing.ts'

/** Where a person is on the open page, and what its screens share. */

export type Place =
  | { readonly at: 'home' }
  /** `key` of the record that is corrected or mended */
  | { readonly at: 'form'; readonly kind: DraftKind; readonly key?: string; readonly isUnfinished?: true }
  | { readonly at: 'saved'; readonly key: string }
  | { readonly at: 'list'; readonly first?: Filter }
  | { readonly at: 'one'; readonly key: string }
  | { readonly at: 'confirm' }
  /** The other party confirms the record of this key. */
  | { readonly at: 'confirming'; readonly key: string }
  | { readonly at: 'people' }
  | { readonly at: 'phone' }

/** A form that was left before it was saved. */
export interface Unfinished extends TypedDraft {
  readonly kind: DraftKind
  readonly step: number
  readonly key?: string
}

export interface Open {
  readonly go: (place: Place) => void
  /** Shows a place instead of this one, to which Back does not lead. */
  readonly replace: (place: Place) => void
  readonly back: () => void
  /** What was used last, for the next form. */
  readonly used: Typed
  readonly use: (typed: Typed) => void
  readonly unfinished: Unfinished | null
  readonly keepForm: (form: Unfinished | null) => void
}

export const OpenContext = createContext<Open | null>(null)
export function useOpen(): Open {
  const open = useContext(OpenContext)
  if (open === null) throw new Error('the page is locked')
  return open
}
