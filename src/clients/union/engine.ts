import { OperatorFault, withRemedy } from '../../words/fault.ts'

/**
 * A database that keeps a union's records: SQLite or PostgreSQL, by the same statements. Placeholders are $1, $2 ... in both.
 */

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** What may be asked within a transaction, and outside. */
export interface Queries {
  readonly kind: 'sqlite' | 'postgres'
  /** Returns the rows of a query. */
  all(sql: string, params: readonly Value[]): Promise<Row[]>
  /** @returns the number of rows that the statement changed */
  run(sql: string, params: readonly Value[]): Promise<number>
  /** Runs statements without parameters that make the tables or tidy the files, outside any transaction. */
  script(sql: string): Promise<void>
}

export interface Engine extends Queries {
  /**
   * Does the work in one transaction; an error undoes all of it.
   * @param source the one source that it touches
   */
  atOnce<T>(source: string, work: (within: Queries) => Promise<T>): Promise<T>
  /** Does the work on one connection, outside a transaction. */
  alone<T>(work: (on: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** @param text `file:PATH` or `postgres://...` @throws {OperatorFault} for another address */
export function storeAddress(text: string): StoreAddress {
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: 'postgres', url: text }
  const [, file] = /^file:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? []
  if (file === undefined) throw new OperatorFault(...withRemedy('union.badStore'), 2)
  return { kind: 'sqlite', file }
}

/** Returns the address of a store for a command that people copy: a password in it is not printed. */
export const withoutPassword = (address: string): string =>
  address.replace(/(:\/\/[^/?:@]*:)[^/?]*(?=@)/, '$1PASSWORD').replace(/([?&]password=)[^&]*/, '$1PASSWORD')
