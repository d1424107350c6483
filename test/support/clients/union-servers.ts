import { readFileSync } from 'node:fs'
import { PARTITIONS } from '../../../src/clients/union/schema.ts'
import { makeStore } from '../../../src/clients/union/store.ts'
import { asked } from '../postgres.ts'

/** One store of a union on two servers, made as the manual has operators make it. */

/** The partitions of even numbers lie on the first server, the others on the second. */
export const partitionsOn = (server: 0 | 1): number[] =>
  Array.from({ length: PARTITIONS / 2 }, (_, i) => 2 * i + server)

/** @param manual the page of the manual with the statements */
export async function divided(stores: readonly [string, string], manual: string): Promise<void> {
  for (const store of stores) await makeStore(store)
  const text = readFileSync(manual, 'utf8')
  const [extension = '', grant = ''] =
    /psql union -c '(CREATE EXT[^']*)' -c '([^']*)'/.exec(text)?.slice(1) ?? []
  for (const store of stores) await asked(store, `${extension}; ${grant}`)
  const sql = /```sql\n(CREATE SERVER[^`]*)```/.exec(text)?.[1] ?? ''
  await asked(stores[0], movingSql(sql, stores[1], partitionsOn(1)))
  await asked(stores[1], movingSql(sql, stores[0], partitionsOn(0)))
}

function movingSql(sql: string, to: string, numbers: readonly number[]): string {
  const { hostname, port, pathname } = new URL(to)
  const changed = [
    ["'west.example'", `'${hostname}'`],
    ["'5432'", `'${port}'`],
    ["dbname 'union'", `dbname '${pathname.slice(1)}'`],
    ['8, 9, 10, 11, 12, 13, 14, 15', numbers.join(', ')],
  ] as const
  for (const [text] of changed) if (!sql.includes(text)) throw new Error(`the manual has no ${text}`)
  return changed.reduce((made, [text, by]) => made.replace(text, by), sql)
}
