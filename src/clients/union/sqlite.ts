import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { errorCode } from '../../base/error-kinds.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Engine, Queries, Row, Value } from './engine.ts'

/** The store of a union in one file. Several programs may have it open. */

/** "GrnU" in the header of the file. */
const APPLICATION_ID = 0x47726e55
/** While it waits this long for another program, nothing else of this one runs. */
const BUSY_TIMEOUT_MS = 200
/** How often it waits so before it gives up. */
const MOST_WAITS = 300

/** @param isNew makes the file if it is not there @throws {OperatorFault} if it is absent, or none of ours */
export function openSqlite(file: string, isNew = false): Engine {
  const isEmpty = !existsSync(file) || statSync(file).size === 0
  if (isEmpty && !isNew) throw new OperatorFault(...withRemedy('union.noStore'))
  try {
    // The records are for nobody else on this machine.
    if (isEmpty) closeSync(openSync(file, 'a', 0o600))
    const db = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    const id = db.pragma('application_id', { simple: true })
    if (!isEmpty && id !== APPLICATION_ID) {
      db.close()
      throw new OperatorFault(...withRemedy('union.otherFile', { file }))
    }
    // This writes, for which it would wait while another program takes in a page.
    if (isEmpty) db.pragma(`application_id = ${APPLICATION_ID}`)
    for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'])
      db.pragma(setting)
    return new Sqlite(db)
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(...withRemedy('union.unopened', { code: errorCode(error) ?? 'error' }))
  }
}

class Sqlite implements Engine {
  readonly kind = 'sqlite'
  readonly #db: Database.Database
  readonly #statements = new Map<string, Database.Statement>()
  /** What was begun last: no other statement may come between those of a transaction. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(db: Database.Database) {
    this.#db = db
  }

  all(sql: string, params: readonly Value[]): Promise<Row[]> {
    return this.#inTurn(() => patiently(() => this.#all(sql, params)))
  }

  run(sql: string, params: readonly Value[]): Promise<number> {
    return this.#inTurn(() => patiently(() => this.#run(sql, params)))
  }

  script(sql: string): Promise<void> {
    return this.#inTurn(() => void this.#db.exec(sql))
  }

  atOnce<T>(_source: string, work: (within: Queries) => Promise<T>): Promise<T> {
    const within: Queries = {
      kind: 'sqlite',
      all: async (sql, params) => this.#all(sql, params),
      run: async (sql, params) => this.#run(sql, params),
      script: async (sql) => void this.#db.exec(sql),
    }
    return this.#inTurn(async () => {
      await patiently(() => this.#db.exec('BEGIN IMMEDIATE'))
      try {
        const result = await work(within)
        this.#db.exec('COMMIT')
        return result
      } catch (error) {
        if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
        throw error
      }
    })
  }

  alone<T>(work: (on: Queries) => Promise<T>): Promise<T> {
    return work(this)
  }

  close(): Promise<void> {
    return this.#inTurn(() => void this.#db.close())
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  #all(sql: string, params: readonly Value[]): Row[] {
    return this.#prepared(sql).all(named(params)) as Row[]
  }

  #run(sql: string, params: readonly Value[]): number {
    return this.#prepared(sql).run(named(params)).changes
  }

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql.replace(/\$(\d+)/g, '@p$1'))
    // Statements over many rows differ by the number of rows.
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}

/** Those over many rows take some 100 kB each. */
const MOST_STATEMENTS = 60

/** Waits while another program writes. */
async function patiently<T>(work: () => T): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return work()
    } catch (error) {
      if (errorCode(error) !== 'SQLITE_BUSY' || waits >= MOST_WAITS) throw error
      await setTimeout(1)
    }
  }
}

/** Placeholders may come in any order, and twice. */
const named = (params: readonly Value[]) =>
  params.length === 0 ? {} : Object.fromEntries(params.map((value, i) => [`p${i + 1}`, value]))
