import { bad, type Found, good, unknown } from './check.ts'
import type { Holder } from './holder.ts'

/** The database as its holder knows it. */

/** What a check says that needs the database, where it cannot be had. */
export const withoutDatabase = ({ fault }: Holder): Found =>
  unknown(
    'That could not be looked at: the database could not be opened.',
    `See to check 2 first. ${fault?.remedy ?? ''}`.trimEnd(),
  )

export function database(holder: Holder): Found {
  const { store, fault } = holder
  if (store === null)
    return bad(fault?.message ?? 'The database cannot be opened.', fault?.remedy ?? 'Look into the log.')
  const remedy =
    'Look into the log for the reason. Where the disk is at fault, restore the last backup on another.'
  try {
    store.ping()
  } catch {
    return bad('The database does not answer.', remedy)
  }
  if (store.writer.lastError !== null) return bad('The last commit failed.', remedy)
  const facts = { entries: store.log.size, rows_in_memory: store.behind.rows }
  return good(
    `It answers, with ${facts.entries} entries in its log. Rows of lists that are to be written yet: ${facts.rows_in_memory}.`,
    facts,
  )
}
