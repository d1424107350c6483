/** What the program knows and the language's types cannot say: each said once, and checked where that costs nothing. */

/** A value that what came before guarantees to be there. @throws {Error} if it is not: a fault of this program */
export function must<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('A value that must be there is absent.')
  return value
}

/** Members that are `undefined` may be absent. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The members that are not undefined, in their order. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>
}

/** For `given`: a list, unless it is empty. */
export const nonEmpty = <T extends readonly unknown[]>(list: T): T | undefined =>
  list.length === 0 ? undefined : list

/** For `given`: what is made of a value, unless that is absent. */
export const ifGiven = <T, V>(value: T, make: (value: NonNullable<T>) => V): V | undefined =>
  value === undefined || value === null ? undefined : make(value)

/** The names of a table's rows. Only for an object that was written out here, and so has no others. */
export const keysOf = <K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(table) as K[]

/** The rows of such a table, each with its name. */
export const entriesOf = <K extends string, V>(table: Readonly<Partial<Record<K, V>>>): [K, V][] =>
  Object.entries(table) as [K, V][]

/** One value for each of a fixed number. */
export const mapped = <const T extends readonly unknown[], V>(
  of: T,
  make: (one: T[number]) => V,
): { [I in keyof T]: V } => of.map(make) as { [I in keyof T]: V }

/** Whether a value is an object with members, and no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a value of any kind; what is no object has none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** A table with a row for each name. */
export const ofEach = <K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>

/** Whether a word is one of a closed list. */
export const isOneOf = <W extends string>(words: readonly W[], word: unknown): word is W =>
  words.some((one) => one === word)

/** A list that has a first one. @throws {Error} if it is empty */
export function filled<T>([first, ...others]: readonly T[]): readonly [NonNullable<T>, ...T[]] {
  return [must(first), ...others]
}

/** For sorting by UTF-16 code units, whatever the language. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Two values, the lesser first. */
export const inOrder = <T>(a: T, b: T, by: (a: T, b: T) => number): [T, T] => (by(a, b) > 0 ? [b, a] : [a, b])

/** Reads JSON that this program wrote itself, so that its shape is known. What others wrote is checked instead. */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T
