import { errorCode } from '../../base/error-kinds.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Engine, storeAddress } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { isOfThisVersion, makeTables } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { STATEMENTS } from './statements.ts'

/** @param address `file:PATH` or `postgres://...` @param isNew makes the file if it is not there */
export async function opened(address: string, isNew: boolean): Promise<Engine> {
  const store = storeAddress(address)
  return store.kind === 'sqlite' ? openSqlite(store.file, isNew) : await openPostgres(store.url)
}

/** Does the work on a store whose tables are there. @throws {OperatorFault} if they are not, or another version made them */
export async function withStore<T>(address: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await opened(address, false)
  try {
    await engine.all(STATEMENTS['source.isThere'], []).catch((error: unknown) => {
      if (isNoTable(error)) throw new OperatorFault(...withRemedy('union.noStore'))
      throw error
    })
    if (!(await isOfThisVersion(engine))) throw new OperatorFault(...withRemedy('union.otherVersion'))
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Makes the tables. Done again, it changes nothing but the views. @throws {OperatorFault} if it cannot replace one */
export async function makeStore(address: string): Promise<Engine['kind']> {
  const engine = await opened(address, true)
  try {
    await makeTables(engine).catch((error: unknown) => {
      // Somebody made a view of one whose columns this version changes.
      if (errorCode(error) === '2BP01') throw new OperatorFault(...withRemedy('union.viewsOnViews'))
      throw error
    })
    return engine.kind
  } finally {
    await engine.close()
  }
}

/** SQLite says it in words, PostgreSQL by a code. */
const isNoTable = (error: unknown): boolean =>
  errorCode(error) === '42P01' || /no such table/.test(String(error))
