import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PARTITIONS } from '../../../src/clients/union/schema.ts'
import { makeStore } from '../../../src/clients/union/store.ts'
import { afterEachFile } from '../after-file.ts'
import { temporaryFolder } from '../command.ts'
import { asked, lacksPostgres, type Postgres, postgres } from '../postgres.ts'

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

/** Returns the address of a new store. Its tables are not made yet, unless they lie on two servers. */
export async function newStore(kind: StoreKind): Promise<string> {
  if (kind === 'sqlite') return `file:${join(temporaryFolder(), 'union.db')}`
  const store = await (await serverOfFile()).database()
  if (kind === 'postgres') return store
  const other = await (await secondOfFile()).database()
  await divided(store, other)
  return store
}

/** Makes one store on two servers: the partitions of even numbers lie on the first. */
export async function divided(one: string, other: string): Promise<void> {
  for (const store of [one, other]) await makeStore(store)
  await asked(one, movingSql(other, 1))
  await asked(other, movingSql(one, 0))
}

/** What the manual has operators run. */
function movingSql(to: string, remainder: number): string {
  const manual = readFileSync(new URL('../../../docs/union.md', import.meta.url), 'utf8')
  const [, sql = ''] = /```sql\n(CREATE EXTENSION[^`]*)```/.exec(manual) ?? []
  const { hostname, port, pathname } = new URL(to)
  const numbers = Array.from({ length: PARTITIONS / 2 }, (_, i) => 2 * i + remainder)
  const changed = [
    ["'west.example'", `'${hostname}'`],
    ["'5432'", `'${port}'`],
    ["dbname 'union'", `dbname '${pathname.slice(1)}'`],
    ['8, 9, 10, 11, 12, 13, 14, 15', numbers.join(', ')],
  ] as const
  for (const [text] of changed) if (!sql.includes(text)) throw new Error(`docs/union.md: no ${text}`)
  return changed.reduce((made, [text, by]) => made.replace(text, by), sql)
}

/** Why tests of this kind are skipped; null if they run. */
export const lacks = (kind: StoreKind): string | null => (kind === 'sqlite' ? null : lacksPostgres)
/** The name of such tests says why they are skipped. */
export const told = (kind: StoreKind): string => [kind, lacks(kind)].filter(Boolean).join(': ')
