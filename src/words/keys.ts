import type { Arguments } from './arguments.ts'

/** The keys of the catalogue. Types alone: programs for browsers go by them too. */

/** A text of the catalogue. */
export type Key = keyof Arguments

/** The names of a text's arguments. */
export type NamesIn<K extends Key> = K extends Key ? keyof Arguments[K] : never

/** The arguments of a text: none at all, or all that it names. */
export type ArgumentsOf<K extends Key> = [NamesIn<K>] extends [never] ? [] : [args: Arguments[K]]

/** Texts with exactly the arguments of these names. */
export type KeyTaking<Names extends string> = {
  [K in Key]: [keyof Arguments[K]] extends [Names]
    ? [Names] extends [keyof Arguments[K]]
      ? K
      : never
    : never
}[Key]

/** Texts without arguments. */
export type PlainKey = KeyTaking<never>
