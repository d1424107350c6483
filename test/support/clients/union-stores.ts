import { join } from 'node:path'
import { afterEachFile } from '../after-file.ts'
import { temporaryFolder } from '../command.ts'
import { lacksPostgres, type Postgres, postgres } from '../postgres.ts'

/** The two kinds of stores of a union, for tests that hold for both. */

export const STORES = ['sqlite', 'postgres'] as const
export type StoreKind = (typeof STORES)[number]

let server: Promise<Postgres> | undefined
afterEachFile(() => {
  server = undefined
})

/** The server of this test file. */
export const serverOfFile = (): Promise<Postgres> => {
  server ??= postgres(SETTINGS)
  return server
}
/** It leaves no old log behind. */
const SETTINGS = ['wal_recycle=off', 'min_wal_size=32MB', 'autovacuum=off']

/** Returns the address of a new store, whose tables are not made yet. */
export const newStore = async (kind: StoreKind): Promise<string> =>
  kind === 'sqlite' ? `file:${join(temporaryFolder(), 'union.db')}` : (await serverOfFile()).database()

/** Why tests of this kind are skipped; null if they run. */
export const lacks = (kind: StoreKind): string | null => (kind === 'postgres' ? lacksPostgres : null)
/** The name of such tests says why they are skipped. */
export const told = (kind: StoreKind): string => [kind, lacks(kind)].filter(Boolean).join(': ')
