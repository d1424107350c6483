import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Queries } from '../../../src/clients/union/engine.ts'
import { addSource, type Source } from '../../../src/clients/union/source.ts'
import { afterEachFile } from '../after-file.ts'
import { temporaryFolder } from '../command.ts'
import { lacksPostgres, type Postgres, postgres } from '../postgres.ts'
import { divided } from './union-servers.ts'

/** The kinds of stores of a union, for tests that hold for all. */

export const STORES = ['sqlite', 'postgres'] as const
/** Every second partition lies on another server. */
export const ALL_STORES = [...STORES, 'two servers'] as const
export type StoreKind = (typeof ALL_STORES)[number]

let server: Promise<Postgres> | undefined
let second: Promise<Postgres> | undefined
afterEachFile(() => {
  server = undefined
  second = undefined
})

/** The server of this test file. */
export const serverOfFile = (): Promise<Postgres> => {
  server ??= postgres(SETTINGS)
  return server
}
/** The one where the other partitions lie. */
export const secondOfFile = (): Promise<Postgres> => {
  second ??= postgres(SETTINGS)
  return second
}
/** It leaves no old log behind. */
const SETTINGS = ['wal_recycle=off', 'min_wal_size=32MB', 'autovacuum=off']

const MANUAL = fileURLToPath(new URL('../../../docs/union.md', import.meta.url))

/** Returns the address of a new store. Its tables are not made yet, unless they lie on two servers. */
export async function newStore(kind: StoreKind): Promise<string> {
  if (kind === 'sqlite') return `file:${join(temporaryFolder(), 'union.db')}`
  const store = await (await serverOfFile()).database()
  if (kind === 'postgres') return store
  const other = await (await secondOfFile()).database()
  await divided([store, other], MANUAL)
  return store
}

/** Adds a source: one that is fetched with this token if it has an address, else one that is sent. */
export async function added(
  engine: Queries,
  name: string,
  { token = 'gry_token', ...more }: Partial<Source> & { readonly token?: string } = {},
): Promise<void> {
  const token_file = join(temporaryFolder(), 'token')
  writeFileSync(token_file, token, { mode: 0o600 })
  const isFetched = more.url !== undefined
  const how = isFetched ? ({ way: 'fetched', token_file, purpose: 'x' } as const) : ({ way: 'sent' } as const)
  const row = { ...how, added_at: new Date().toISOString(), ...more }
  if (!(await addSource(engine, name, row))) throw new Error('there is a source of this name')
}

/** Why tests of this kind are skipped; null if they run. */
export const lacks = (kind: StoreKind): string | null => (kind === 'sqlite' ? null : lacksPostgres)
/** The name of such tests says why they are skipped. */
export const told = (kind: StoreKind): string => [kind, lacks(kind)].filter(Boolean).join(': ')
