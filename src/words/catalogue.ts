/** A language's file, as the program carries it. */
export interface Catalogue {
  /** BCP 47; decides plurals, and how dates, numbers and lists are written. */
  readonly locale: string
  /** The language's own name for itself. */
  readonly name: string
  readonly messages: Readonly<Record<string, string>>
  /** Texts with legal weight that no speaker of the language has reviewed yet. */
  readonly unreviewed: readonly string[]
}
