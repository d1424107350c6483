import type { Arguments } from './arguments.ts'
import type { Instant } from './calendar.ts'
import type { Key, NamesIn } from './language.ts'
import type { Money, Quantity } from './values.ts'

/**
 * Text as data: a key of the catalogue, with values that the words of its reader format. Rooms return messages;
 * pages and the command tell them. A message is JSON, so that it also travels through the command's socket.
 */
export interface Message {
  readonly key: Key
  readonly args?: Readonly<Record<string, Value>>
}

/** A value of a message: finished text, a number for a plural, another message, or a value with its kind. */
export type Value =
  | string
  | number
  | Message
  | { readonly kg: number }
  | { readonly amount: number }
  /** A figure as people type it, without separated thousands. */
  | { readonly typed: number }
  | { readonly count: number }
  /** A part of one, as a percentage. */
  | { readonly share: number }
  | { readonly money: Money }
  | { readonly quantity: Quantity }
  /** An instant, as its day (`date`: with ordinary spaces, for text that people copy) or with its time. */
  | { readonly day: Instant }
  | { readonly longDay: Instant }
  | { readonly date: Instant }
  | { readonly stamp: Instant }
  /** A time between two instants, in milliseconds. */
  | { readonly span: number }
  /** A lawful basis, by its row of the registry. */
  | { readonly basis: { readonly id: string; readonly name: string } }
  /** A purpose within a sentence, by its row of the registry. */
  | { readonly purpose: { readonly id: string; readonly name: string } }
  /** A country by its code (ISO 3166-1). */
  | { readonly country: string }
  /** A word of a closed list, or a registry code. */
  | { readonly code: string }
  | { readonly list: readonly Value[] }
  /** Clauses side by side, none of which is a sentence of its own. */
  | { readonly clauses: readonly Value[] }
  /** Alternatives. */
  | { readonly either: readonly Value[] }
  /** Parts with commas between them: examples, or names of which some are left out. */
  | { readonly examples: readonly Value[] }

type ValueOf<T> = T extends number ? (string extends T ? Value : number) : Value
export type Values<K extends Key> = { readonly [Name in keyof Arguments[K]]: ValueOf<Arguments[K][Name]> }

/** A message with exactly the arguments that its text names. */
export const message = <K extends Key>(
  key: K,
  ...[args]: [NamesIn<K>] extends [never] ? [] : [args: Values<K>]
): Message => (args === undefined ? { key } : { key, args: args as Readonly<Record<string, Value>> })
