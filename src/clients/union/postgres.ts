import type { CustomTypesConfig, Pool, PoolClient } from 'pg'
import { errorCode } from '../../base/error-kinds.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Engine, Queries, Row, Value } from './engine.ts'

/** The store of a union on PostgreSQL, or an engine that speaks its protocol. */

const MOST_CONNECTIONS = 4
/** After this long without a connection the work is given up; it is tried again in the next round. */
const CONNECTION_TIMEOUT_MS = 30_000
/** A connection that is quiet for this long is tried. */
const QUIET_MS = 60_000
/** Types whose values the driver gives as text: whole numbers of 8 bytes, and their sums. No value exceeds 2^53. */
const [INT8, NUMERIC] = [20, 1700]

/** Another transaction came between (40001), or waits for this one (40P01): done again, it finds what that one left. */
const GOES_AGAIN = ['40001', '40P01']
const MOST_TRIES = 10

/** @throws {OperatorFault} if the server cannot be reached, or refuses */
export async function openPostgres(url: string): Promise<Engine> {
  // Of its own future the driver tells programmers, not operators: that another version will not read ~/.pgpass.
  process.noDeprecation = true
  // Large, and seldom needed.
  const { Pool: PoolOf, types: usual } = await import('pg')
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : usual.getTypeParser(oid, format as 'text'),
  } as CustomTypesConfig
  try {
    const pool = new PoolOf({
      ...{ connectionString: url, max: MOST_CONNECTIONS, types },
      // A server that went away without a word is noticed.
      ...{ keepAlive: true, keepAliveInitialDelayMillis: QUIET_MS },
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    })
    // A connection that breaks while nobody uses it; the next statement gets another.
    pool.on('error', () => {})
    await pool.query('SELECT 1')
    return new Postgres(pool)
  } catch (error) {
    throw new OperatorFault(...withRemedy('union.unreached', { code: errorCode(error) ?? 'error' }))
  }
}

class Postgres implements Engine {
  readonly kind = 'postgres'
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  all(sql: string, params: readonly Value[]): Promise<Row[]> {
    return again(() => all(this.#pool, sql, params))
  }

  run(sql: string, params: readonly Value[]): Promise<number> {
    return again(() => run(this.#pool, sql, params))
  }

  async script(sql: string): Promise<void> {
    await this.#pool.query(sql)
  }

  atOnce<T>(_source: string, work: (within: Queries) => Promise<T>): Promise<T> {
    const atOnce = async (on: Queries) => {
      await on.script('BEGIN')
      try {
        const result = await work(on)
        await on.script('COMMIT')
        return result
      } catch (error) {
        // A connection that broke has ended its transaction.
        await on.script('ROLLBACK').catch(() => {})
        throw error
      }
    }
    return again(() => this.alone(atOnce))
  }

  async alone<T>(work: (on: Queries) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    const breaks = (error: Error) => {
      broken = error
    }
    client.on('error', breaks)
    const on: Queries = {
      kind: 'postgres',
      all: (sql, params) => all(client, sql, params),
      run: (sql, params) => run(client, sql, params),
      script: async (sql) => void (await client.query(sql)),
    }
    try {
      return await work(on)
    } finally {
      client.off('error', breaks)
      client.release(broken)
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

type Queried = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>

const all = async (on: Queried, sql: string, params: readonly Value[]): Promise<Row[]> =>
  (await (on as PoolClient).query(sql, [...params])).rows

const run = async (on: Queried, sql: string, params: readonly Value[]): Promise<number> =>
  (await (on as PoolClient).query(sql, [...params])).rowCount ?? 0

/** A partition on another server is always read as at one time: it refuses what has changed since, and does not wait for it. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!GOES_AGAIN.includes(errorCode(error) ?? '') || tries === MOST_TRIES) throw error
    }
  }
}
