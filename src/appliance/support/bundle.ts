import { cpus, release, totalmem } from 'node:os'
import { orNull } from '../../base/or-null.ts'
import { VERSION } from '../../base/version.ts'
import type { TaskRunner } from '../../cli/tasks.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { schemaDifferences, schemaMarks, sqliteVersion } from '../../store/file/open.ts'
import type { Words } from '../../words/words.ts'
import { consult, type DoctorVisit } from '../doctor/consult.ts'
import { inspecting } from '../doctor/database.ts'
import { folderReport } from './folder-report.ts'

/**
 * The file that an operator sends to support. It is built only from members that may leave the machine:
 * numbers, booleans, and words of the program itself. It is never made by removing members from something
 * larger.
 */
type Bundle = Awaited<ReturnType<typeof makeBundle>>

/** The text of the file. */
export const bundleText = ({ say }: Words, bundle: Bundle): string =>
  `${say('support.preface')}\n\n${JSON.stringify(bundle, null, 2)}\n`

/** @param reach as for {@link consult} */
export async function makeBundle(config: Config, reach: () => Promise<TaskRunner | null>, operator: string) {
  const visit = await consult(config, reach, operator)
  return {
    machine: machine(visit),
    holder: visit.report,
    checks: visit.checks.map(checkSummary),
    schema: visit.isDiskAwake ? orNull(() => schemaReport(config)) : null,
    folder: visit.isDiskAwake ? await folderReport(config.data) : null,
  }
}

function machine({ service }: DoctorVisit) {
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

/** Without the sentences of a check, which may name places from the settings. Its figures name nothing. */
const checkSummary = ({ number, name, standing, facts }: DoctorVisit['checks'][number]) => ({
  number,
  name,
  standing,
  facts,
})

/** Names the tables and guards from `schema.sql` that differ. Others are only counted. */
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
