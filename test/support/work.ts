import type { Db } from '../../src/store/file/open.ts'

/** What the database was asked while something was done: the same on every machine, however busy it is. */
export interface Work {
  /** Statements run. */
  readonly asked: number
  /** Rows that they gave. */
  readonly rows: number
  /** Rows that they wrote. */
  readonly written: number
}

type Method = (this: unknown, ...given: unknown[]) => unknown
type Methods = Record<'all' | 'get' | 'run', Method>

/**
 * What comes due after so many entries, whoever wrote them; the row of the audit log, one for all that share a commit; and
 * a search that halves that log.
 */
const NOW_AND_THEN =
  /\b(?:subtree|audit_chunk|audit_index|written_through)\b|^SELECT at FROM audit WHERE last_n >= \+?\? ORDER BY last_n LIMIT 1$|^INSERT INTO (?:main\.|audit )|\bFROM temp\.\w+ WHERE [^)]+\) > /

/** Counts the work of all connections in this process while `act` runs. */
export async function workOf(db: Db, act: () => unknown): Promise<Work> {
  const work = { asked: 0, rows: 0, written: 0 }
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as Methods
  const { all, get, run } = statement
  const counting = (method: Method, note: (answer: unknown) => void): Method =>
    function (this: unknown, ...given) {
      const answer = method.apply(this, given)
      if (NOW_AND_THEN.test((this as { source: string }).source)) return answer
      work.asked++
      note(answer)
      return answer
    }
  statement.all = counting(all, (answer) => {
    work.rows += (answer as unknown[]).length
  })
  statement.get = counting(get, (answer) => {
    if (answer !== undefined) work.rows++
  })
  statement.run = counting(run, (answer) => {
    work.written += (answer as { changes: number }).changes
  })
  try {
    await act()
  } finally {
    Object.assign(statement, { all, get, run })
  }
  return work
}
