import { join } from 'node:path'
import { clearAfterFile } from '../../support/after-file.ts'
import { lacksPostgres, postgres } from '../../support/postgres.ts'
import type { TrialRun } from '../common/suite.ts'
import { Stopwatch } from '../common/suite.ts'
import { HARMS, SendingOffice } from './sending-office.ts'

/**
 * Two appliances as built, each of which sends to a union of its own, one on SQLite and one on PostgreSQL, while people write in
 * them and open and close what the union may read. Appliance, union or both are killed in the middle of a page or of its answer, and
 * appliances are restored from a backup. In the end each union holds what the gate shows it.
 */
export async function sent(trial: TrialRun): Promise<string | null> {
  if (lacksPostgres !== null) return lacksPostgres
  const offices: SendingOffice[] = []
  try {
    const stores = [`file:${join(trial.folder, 'union.db')}`, await (await postgres()).database()]
    offices.push(
      ...(await Promise.all(stores.map((store, n) => SendingOffice.made(trial, `office-${n}`, store, n)))),
    )
    const watch = new Stopwatch()
    await Promise.all(
      offices.map(async (office, n) => {
        // In a short run each has what the other has not.
        for (let round = 0; round === 0 || watch.seconds < trial.seconds; round++)
          await office.harmed(round === 0 ? HARMS[n] : undefined)
        await office.compare()
      }),
    )
  } finally {
    for (const office of offices) await office.end()
    await clearAfterFile()
  }
  return null
}

/** What the line of figures tells. */
export const SENT_FIGURES = [
  ...['killed in a page', 'killed while a page is taken in', 'killed before the answer'],
  ...['appliances killed', 'unions killed', 'restores', 'written', 'pages', 'records', 'closings', 'wrong'],
]
