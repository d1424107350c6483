/** Helpers for facts that types cannot express, checked at run time where a check costs nothing. */

/** Returns a value that earlier code guarantees to exist. @throws {Error} if it is absent, which is a bug */
export function must<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('A value that must be there is absent.')
  return value
}

/** An object in which members that may be `undefined` are optional. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Returns the members that are not undefined, in their order. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>
}

/** Returns the list, or undefined if it is empty; for `given`. */
export const nonEmpty = <T extends readonly unknown[]>(list: T): T | undefined =>
  list.length === 0 ? undefined : list

/** Converts a value, or returns undefined if it is absent; for `given`. */
export const ifGiven = <T, V>(value: T, make: (value: NonNullable<T>) => V): V | undefined =>
  value === undefined || value === null ? undefined : make(value)

/** Returns the keys of a table. Only for an object literal of this program, which has no others. */
export const keysOf = <K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(table) as K[]

/** Returns the entries of such a table. */
export const entriesOf = <K extends string, V>(table: Readonly<Partial<Record<K, V>>>): [K, V][] =>
  Object.entries(table) as [K, V][]

/** Maps a tuple to a tuple of the same length. */
export const mapped = <const T extends readonly unknown[], V>(
  of: T,
  make: (one: T[number]) => V,
): { [I in keyof T]: V } => of.map(make) as { [I in keyof T]: V }

/** Returns whether a value is an object and not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the members of any value; none unless it is an object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Makes a table with a row for each name. */
export const ofEach = <K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>

/** Returns whether a word is in a closed list. */
export const isOneOf = <W extends string>(words: readonly W[], word: unknown): word is W =>
  (words as readonly unknown[]).includes(word)

/** Returns a list whose type has at least one item. @throws {Error} if it is empty */
export function filled<T>([first, ...others]: readonly T[]): readonly [NonNullable<T>, ...T[]] {
  return [must(first), ...others]
}

/** Compares by UTF-16 code units, independently of the language. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns two values, the lesser first. */
export const inOrder = <T>(a: T, b: T, by: (a: T, b: T) => number): [T, T] => (by(a, b) > 0 ? [b, a] : [a, b])

/** Reads JSON that this program wrote itself, so its shape is known; never JSON from anyone else. */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T

/** Returns a list of objects as it was read. @throws {TypeError} for anything else, as people edit files */
export function checkedList<L extends readonly object[]>(list: L): L {
  const isRight = Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)
  if (!isRight) throw new TypeError('This is no list of objects.')
  return list
}
