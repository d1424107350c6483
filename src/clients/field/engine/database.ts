import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { hexOf } from '../rules/digest.ts'

/**
 * What the phone stores (IndexedDB). `plain` says nothing of anyone; all other rows are sealed under the data key, and their
 * keys are random.
 */

export const FIRST_USER = 1

/** A sealed value. Its revision shows that another tab changed it. */
export interface SealedRow {
  readonly revision: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

export interface Wrapped {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** The lock: the data key, wrapped under the PIN, and under a key that the service returns with a new code. */
export interface Lock {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly rounds: number
  /** Null after too many wrong PINs. */
  readonly byPin: Wrapped | null
  readonly byService: Wrapped
  readonly wrong: number
}

export const SEALED = ['facts', 'members', 'fed', 'queue', 'kept', 'photographs', 'sentPhotographs'] as const
export type SealedStore = (typeof SEALED)[number]

/** What was sent already, and what only helps to write: erased after too many wrong PINs. */
export const ERASED = ['facts', 'members', 'fed', 'kept', 'sentPhotographs'] as const satisfies SealedStore[]

export const ALL_STORES: (SealedStore | 'plain')[] = [...SEALED, 'plain']

interface Schema extends DBSchema {
  plain: { key: string; value: unknown }
  facts: { key: string; value: SealedRow }
  members: { key: string; value: SealedRow }
  fed: { key: string; value: SealedRow }
  queue: { key: string; value: SealedRow }
  kept: { key: string; value: SealedRow }
  photographs: { key: string; value: SealedRow }
  sentPhotographs: { key: string; value: SealedRow }
}

export type Database = IDBPDatabase<Schema>

const NAME = 'granary-field'

/** Opens what one person keeps on this phone. @param at their number; that of the first has the list of all (`users.ts`) */
export const openDatabase = (at = FIRST_USER): Promise<Database> =>
  openDB<Schema>(at === FIRST_USER ? NAME : `${NAME}-${at}`, 1, {
    upgrade(database) {
      database.createObjectStore('plain')
      for (const name of SEALED) database.createObjectStore(name)
    },
  })

/** A key that says nothing to a thief. */
export const newKey = (): string => hexOf(crypto.getRandomValues(new Uint8Array(12)))

/** Another tab changed a row first. */
export class Raced extends Error {}

/** The phone has no room: nothing of the transaction is stored. */
export class NoRoom extends Error {}

/** Does something else if the phone has no room for the work. */
export const ifNoRoom = <T, U>(work: Promise<T>, instead: () => U | Promise<U>): Promise<T | U> =>
  work.catch((error: unknown) => {
    if (!(error instanceof NoRoom)) throw error
    return instead()
  })

/** A row to write, or null to delete it. @param was its revision as read; 0 for a new one, without it to overwrite */
export interface Write {
  readonly store: SealedStore
  readonly key: string
  readonly row: SealedRow | null
  readonly was?: number | undefined
}

/**
 * Writes rows in one transaction that is on the disk when this resolves: a battery may die the moment after.
 * @throws {Raced} if another tab changed one of them
 * @throws {NoRoom} if the phone has no room
 */
export async function writeAll(
  database: Database,
  writes: readonly Write[],
  plain: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const names = Object.keys(plain)
  const stores: (SealedStore | 'plain')[] = [...new Set(writes.map(({ store }) => store)), 'plain']
  if (writes.length + names.length === 0) return
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  try {
    const checks = writes.map(async ({ store, key, row, was }) => {
      const rows = transaction.objectStore(store)
      if (was !== undefined && ((await rows.get(key))?.revision ?? 0) !== was) throw new Raced(key)
      await (row === null ? rows.delete(key) : rows.put(row, key))
    })
    const plainly = names.map((name) => {
      const rows = transaction.objectStore('plain')
      return plain[name] === undefined ? rows.delete(name) : rows.put(plain[name], name)
    })
    await Promise.all([...checks, ...plainly, transaction.done])
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It ended by itself.
    }
    await transaction.done.catch(() => {})
    throw isNoRoom(error) || isNoRoom(transaction.error) ? new NoRoom() : error
  }
}

export const isNoRoom = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
