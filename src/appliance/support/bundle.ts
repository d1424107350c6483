import { cpus, release, totalmem } from 'node:os'
import { VERSION } from '../../base/version.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { openToInspect, schemaDifferences, schemaMarks, sqliteVersion } from '../../store/open.ts'
import type { TaskRunner } from '../../tasks.ts'
import { consult, type Visit } from '../doctor/consult.ts'
import { openHolder } from '../doctor/holder.ts'
import { askWithTimeout } from '../doctor/timeout.ts'
import { type FolderReport, folderReport } from './folder-report.ts'
import { type HolderReport, reportOf } from './holder-report.ts'

/**
 * The file that an operator sends to support. It is built from permitted members only, never by removing others: numbers,
 * booleans, and words of the program itself.
 */
export interface Bundle {
  readonly machine: ReturnType<typeof machine>
  readonly holder: HolderReport | null
  readonly checks: readonly ReturnType<typeof checkSummary>[]
  readonly schema: ReturnType<typeof schemaReport>
  readonly folder: FolderReport | null
}

const PREFACE = `Granary support bundle

Contents: the versions of Granary, Node and SQLite; the size of this machine; which settings differ from their defaults,
with values only for numbers and switches; the findings of the doctor's checks, in figures; the numbers of records, devices
and requests, and the age of backups; whether the tables and guards of the database are intact; names, sizes and modes of
Granary's own files in the data folder.

Left out: names, ids or numbers of people, records, pictures, tokens or keys; the name or address of this machine,
of the cooperative, of a bucket or of a folder; everything in the log of the service.
`

/** The whole file. */
export const bundleText = (bundle: Bundle): string => `${PREFACE}\n${JSON.stringify(bundle, null, 2)}\n`

/** @param reach as for {@link consult} */
export async function makeBundle(
  config: Config,
  reach: () => Promise<TaskRunner | null>,
  operator: string,
): Promise<Bundle> {
  const visit = await consult(config, reach, operator)
  const { runner } = visit
  const orNull = <T>(look: () => T): T | null => (visit.isDiskAwake ? look() : null)
  return {
    machine: machine(visit),
    holder:
      runner === null
        ? await orNull(() => withoutService(config))
        : await askWithTimeout(runner, 'support', operator, SERVICE_MS),
    checks: visit.checks.map(checkSummary),
    schema: orNull(() => schemaReport(config)),
    folder: await orNull(() => folderReport(config.data)),
  }
}

function machine({ service }: Visit) {
  return {
    granary: VERSION,
    service_runs: service !== null,
    same_version: service === null ? null : service.version === VERSION,
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    // A custom kernel may have a revealing name.
    kernel: /^\d+\.\d+(\.\d+)?/.exec(release())?.[0] ?? null,
    processors: cpus().length,
    memory_bytes: totalmem(),
  }
}

/** Its sentences may name places from the settings; its figures name nothing. */
const checkSummary = ({ number, name, standing, facts }: Visit['checks'][number]) => ({
  number,
  name,
  standing,
  facts,
})

async function withoutService(config: Config): Promise<HolderReport> {
  const holder = await openHolder(config)
  try {
    return reportOf(config, holder.store, holder.clock)
  } finally {
    holder.close()
  }
}

const SERVICE_MS = 20_000

/** Tables and guards from `schema.sql` by name; others are only counted. */
function schemaReport(config: Config) {
  try {
    const db = openToInspect(dataFiles(config.data).database)
    try {
      const differences = schemaDifferences(db)
      return {
        sqlite: sqliteVersion(db),
        ...schemaMarks(db),
        added: differences.filter(({ change }) => change === 'added').length,
        differing: differences.filter(({ change }) => change !== 'added'),
      }
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}
