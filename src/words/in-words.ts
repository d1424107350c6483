import type { Message } from './message.ts'
import type { Words } from './words.ts'

/** A value with text in place of every message. */
export type InWords<T> = T extends Message
  ? string
  : T extends object
    ? { readonly [K in keyof T]: InWords<T[K]> }
    : T

const isMessage = (value: object): value is Message =>
  'key' in value && Object.keys(value).every((name) => name === 'key' || name === 'args')

/** Tells every message within a value, for its reader. */
export function inWords<T>(words: Words, value: T): InWords<T>
export function inWords(words: Words, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isMessage(value)) return words.tell(value)
  if (Array.isArray(value)) return value.map((each) => inWords(words, each))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inWords(words, each)]))
}
