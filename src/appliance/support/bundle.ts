import { cpus, release, totalmem } from 'node:os'
import { orNull } from '../../base/or-null.ts'
import { VERSION } from '../../base/version.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { schemaDifferences, schemaMarks, sqliteVersion } from '../../store/open.ts'
import type { TaskRunner } from '../../tasks.ts'
import { consult, type Visit } from '../doctor/consult.ts'
import { inspecting } from '../doctor/database.ts'
import { type FolderReport, folderReport } from './folder-report.ts'
import type { HolderReport } from './holder-report.ts'

/**
 * The file that an operator sends to support. It is built from permitted members only, never by removing others: numbers,
 * booleans, and words of the program itself.
 */
export interface Bundle {
  readonly machine: ReturnType<typeof machine>
  readonly holder: HolderReport | null
  readonly checks: readonly ReturnType<typeof checkSummary>[]
  readonly schema: ReturnType<typeof schemaReport> | null
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
  return {
    machine: machine(visit),
    holder: visit.report,
    checks: visit.checks.map(checkSummary),
    schema: visit.isDiskAwake ? orNull(() => schemaReport(config)) : null,
    folder: visit.isDiskAwake ? await folderReport(config.data) : null,
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

/** Tables and guards from `schema.sql` by name; others are only counted. */
const schemaReport = (config: Config) =>
  inspecting(dataFiles(config.data).database, (db) => {
    const differences = schemaDifferences(db)
    return {
      sqlite: sqliteVersion(db),
      ...schemaMarks(db),
      added: differences.filter(({ change }) => change === 'added').length,
      differing: differences.filter(({ change }) => change !== 'added'),
    }
  })
