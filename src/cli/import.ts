import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import type { ConversionFacts } from '../domain/derived/world.ts'
import { readMap } from '../importer/compiled-map.ts'
import { decodeCsv } from '../importer/csv.ts'
import { type RegistryFacts, registryFacts } from '../importer/registry-facts.ts'
import { reportJson, reportText } from '../importer/report.ts'
import { type ImportOptions, type ImportProgress, runImport } from '../importer/run.ts'
import { OperatorFault } from '../problem.ts'
import { type GlobalOptions, type Run, withTasks } from './context.ts'
import { asOperator } from './operator-files.ts'
import { note, show } from './print.ts'

interface ImportCommandOptions extends GlobalOptions {
  readonly map: string
  readonly dryRun?: boolean
  readonly rejects?: string
}

export function importCommand(): Command {
  return new Command('import')
    .description('bring in a legacy spreadsheet, through the same rules as any other record')
    .argument('<file>', 'CSV file')
    .requiredOption('--map <file>', 'JSON file that says what the columns mean; see packaging/examples')
    .option('--dry-run', 'write nothing; report every fault by row and column')
    .option('--rejects <file>', 'where refused rows go (default: beside the file, as NAME.rejects.csv)')
    .action(async (file: string, _own: object, command: Command) => {
      const options = command.optsWithGlobals<ImportCommandOptions>()
      const result = await withTasks(options, (run) => importFile(run, file, options))
      const rejectsFile = options.rejects ?? asOperator(() => defaultRejects(file, result.rejects))
      const isOwed = !options.dryRun && result.rejects !== ''
      if (isOwed) saveRejects(rejectsFile, result.rejects)
      show(options.json, reportJson(result), () => reportText(result).trimEnd())
      if (isOwed)
        note(
          `\nThe refused rows are in ${rejectsFile}. Mend them there and import that file with the same map.`,
        )
      if (result.stopped !== null) process.exitCode = 1
      else if (isOwed) process.exitCode = 3
    })
}

async function importFile(run: Run, file: string, options: ImportCommandOptions) {
  const registry = await registryOf(run)
  const map = readMap(readText(options.map), registry)
  const stop = new AbortController()
  const onInterrupt = () => {
    note('\nStopping after the rows in hand; run the same command again to go on.')
    stop.abort()
  }
  process.once('SIGINT', onInterrupt)
  const dryRun = options.dryRun ?? false
  try {
    return await runImport({
      text: decodeCsv(readBytes(file), map.spec.csv),
      map,
      registry,
      cooperative: (await run('party.resolve', { text: 'cooperative' })).party,
      dryRun,
      ...(dryRun ? {} : await secretOf(run)),
      sink: { append: (records) => run('record.append-all', { records }) },
      signal: stop.signal,
      findMember: async (text) => (await run('party.member', { memberNo: text })).party,
      ...(process.stderr.isTTY ? { onProgress: showProgress } : {}),
    })
  } finally {
    process.off('SIGINT', onInterrupt)
    if (process.stderr.isTTY) process.stderr.write('\n')
  }
}

/** A dry run asks for none of it: it would be made then, and nothing is to be written. */
async function secretOf(run: Run): Promise<Pick<ImportOptions, 'secret' | 'findOld'>> {
  const { secret, may_have_old } = await run('import.secret', {})
  const findOld = async (ids: readonly string[]) => (await run('import.known', { ids })).ids
  return { secret: Buffer.from(secret, 'hex'), ...(may_have_old ? { findOld } : {}) }
}

async function registryOf(run: Run): Promise<RegistryFacts> {
  const rows = async <T>(kind: string) => (await run('registry.list', { kind })).rows as T[]
  return registryFacts({
    conversions: await rows<ConversionFacts>('conversions'),
    crops: await rows<{ id: string }>('crops'),
    units: await rows<{ id: string }>('units'),
    regions: await rows<{ id: string }>('regions'),
  })
}

function showProgress({ rowsDone, rows, accepted, rejected }: ImportProgress): void {
  process.stderr.write(`\r${rowsDone} of ${rows} rows, ${accepted} records written, ${rejected} rows refused`)
}

/** Beside the file; never over another list of refusals, which somebody may be mending just now. */
function defaultRejects(file: string, text: string): string {
  const base = file.replace(/(\.rejects(-\d+)?)?\.csv$/i, '')
  for (let n = 1; ; n++) {
    const name = `${base}.rejects${n === 1 ? '' : `-${n}`}.csv`
    if (name !== file && (!existsSync(name) || readFileSync(name, 'utf8') === text)) return name
  }
}

function saveRejects(file: string, text: string): void {
  try {
    asOperator(() => writeFileSync(file, text, { mode: 0o600 }))
  } catch {
    throw new OperatorFault(
      `${file} cannot be written.`,
      'Name another place with --rejects, and run it again.',
    )
  }
}

const readText = (file: string): string => readBytes(file).toString('utf8')

function readBytes(file: string): Buffer {
  try {
    return asOperator(() => readFileSync(file))
  } catch {
    throw new OperatorFault(`${file} cannot be read.`, 'Check the path and its permissions.')
  }
}
