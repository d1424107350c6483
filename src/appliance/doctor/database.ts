import { bad, type CheckResult, good, unknown } from './check.ts'
import type { Holder } from './holder.ts'

/** The database, as seen by the program that holds it. */

/** Result of a check that needs the database when it cannot be opened. */
export const withoutDatabase = ({ fault }: Holder): CheckResult =>
  unknown(
    'This could not be checked: the database cannot be opened.',
    `See check 2 first. ${fault?.remedy ?? ''}`.trimEnd(),
  )

export function database(holder: Holder): CheckResult {
  const { store, fault } = holder
  if (store === null)
    return bad(
      fault?.message ?? 'The database cannot be opened.',
      fault?.remedy ?? 'The log gives the reason.',
    )
  const remedy = 'The log gives the reason. If the disk is failing, restore the last backup to another disk.'
  try {
    store.ping()
  } catch {
    return bad('The database does not answer.', remedy)
  }
  if (store.writer.lastError !== null) return bad('The last commit failed.', remedy)
  const facts = { entries: store.log.size, rows_in_memory: store.behind.rows }
  return good(
    `The database answers, with ${facts.entries} log entries. Derived rows not yet written: ${facts.rows_in_memory}.`,
    facts,
  )
}
