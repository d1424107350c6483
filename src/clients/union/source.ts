import { createHash, timingSafeEqual } from 'node:crypto'
import { errorCode } from '../../base/error-kinds.ts'
import { compare } from '../../base/typed.ts'
import { DAY_MS, parseInstant } from '../../domain/time.ts'
import type { Queries, Row } from './engine.ts'
import type { RowOf } from './schema.ts'
import { forRows, SOURCE_PARTITIONS, STATEMENTS } from './statements.ts'

/** A source: one reader's part of one appliance, under the name that the operator gave it. */

/** A row of the table. */
export type Source = RowOf<'source'> & {
  readonly way: 'fetched' | 'sent'
  readonly state: 'live' | 'frozen' | 'ended'
}

const SOURCE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
export const isSourceName = (text: string): boolean => SOURCE_NAME.test(text)

const asSource = (row: Row): Source => row as unknown as Source

/** @returns false if there is one of this name */
export const addSource = async (engine: Queries, name: string, row: Partial<Source>): Promise<boolean> =>
  (await engine.run(...forRows('source.add', name, [{ state: 'live', pages: 0, ...row }]))) > 0

export async function sourceNamed(engine: Queries, name: string): Promise<Source | null> {
  const [row] = await engine.all(STATEMENTS['source.one'], [name])
  return row === undefined ? null : asSource(row)
}

/** Returns all sources; while a server of the store is away, those of the others. */
export async function allSources(engine: Queries): Promise<Source[]> {
  const found: Source[] = []
  for (const { part, isHere } of await sourceParts(engine))
    try {
      const rows = await engine.all(STATEMENTS['source.all'].replace('FROM source', `FROM ${part}`), [])
      found.push(...rows.map(asSource))
    } catch (error) {
      if (isHere || !isAway(error)) throw error
    }
  return found.sort((a, b) => compare(a.source, b.source))
}

/** Where the rows of sources lie, on this server or another: partitions, or one table on SQLite and Citus. */
export async function sourceParts(
  engine: Queries,
): Promise<{ readonly part: string; readonly isHere: boolean }[]> {
  const parts = engine.kind === 'sqlite' ? [] : await engine.all(SOURCE_PARTITIONS, [])
  if (parts.length === 0) return [{ part: 'source', isHere: true }]
  return parts.map(({ source, relkind }) => ({ part: String(source), isHere: relkind !== 'f' }))
}

/** PostgreSQL says of another server that it cannot reach it (class 08 of its codes). */
const isAway = (error: unknown): boolean => /^08...$/.test(errorCode(error) ?? '')

/** A source that has not confirmed anything for this long is called silent. */
const SILENT_MS = 7 * DAY_MS

export type SourceState = 'live' | 'silent' | 'frozen' | 'ended'

export function stateOf({ state, acknowledged_at, added_at }: Source, nowMs: number): SourceState {
  if (state !== 'live') return state
  return nowMs - (parseInstant(acknowledged_at ?? added_at) ?? 0) >= SILENT_MS ? 'silent' : 'live'
}

/** The token of a source that is sent names it, so that one lookup finds it: `gru_`, the name, a dot, and a secret. */
const TOKEN = /^gru_([A-Za-z0-9_-]{1,100})\.[A-Za-z0-9_-]{43}$/

export const tokenFor = (name: string, secret: Buffer): string =>
  `gru_${Buffer.from(name).toString('base64url')}.${secret.toString('base64url')}`

/** Returns the name in a token; null if it is none. */
export function nameInToken(token: string): string | null {
  const [, encoded] = TOKEN.exec(token) ?? []
  const name = encoded === undefined ? '' : Buffer.from(encoded, 'base64url').toString()
  return isSourceName(name) ? name : null
}

export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex')

export const isTokenOf = ({ token_sha256 }: Source, token: string): boolean =>
  token_sha256 !== null && timingSafeEqual(Buffer.from(token_sha256), Buffer.from(tokenDigest(token)))
