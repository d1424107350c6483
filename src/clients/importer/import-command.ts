import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromJson, given, must } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, withWords, wordsOf } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import { note, print, show } from '../../cli/print.ts'
import { reportToParent } from '../../cli/progress.ts'
import { phoneReader } from '../../identity/phone.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { featureTable } from '../outlines/features.ts'
import { Calendar } from '../sheets/calendar.ts'
import { ImportFault } from '../sheets/fault.ts'
import { MapFault, MOST_MAP_BYTES } from '../sheets/map-shape.ts'
import { readWhole } from '../sheets/read-whole.ts'
import { defaultRejects, saveRejects } from '../sheets/rejects.ts'
import { csvTextOf, isWorkbook, mergedFigures, sheetText } from '../sheets/spreadsheet.ts'
import { Interruption } from '../sheets/stopping.ts'
import { readMap } from './compiled-map.ts'
import { short } from './guess/columns.ts'
import { commentedMap, openLines } from './guess/commented-map.ts'
import type { ProposalFacts } from './guess/facts.ts'
import { firstRows } from './guess/first-rows.ts'
import { mapOf, type Proposal, type ReadSheet } from './guess/propose.ts'
import { EVERY, factsOf, type Proposed, proposed } from './guess/sheet-read.ts'
import { ImportIds } from './identity.ts'
import type { PeoplePage } from './import-tasks.ts'
import { KnownParties, type KnownParty } from './known-parties.ts'
import type { ImportMap } from './map.ts'
import { type RegistryFacts, registryFacts } from './registry-facts.ts'
import { briefJson, reportJson, reportText, rowsToFillIn } from './report.ts'
import type { ImportProgress, ImportResult } from './result.ts'
import { type ImportOptions, runImport } from './run.ts'
import { type ImportSteps, keptFor, type ShownProposal, type StepProposal, type StepResult } from './steps.ts'
import { readTables } from './tables.ts'

interface ImportCommandOptions extends GlobalOptions {
  readonly map?: string
  readonly propose?: boolean
  readonly dryRun?: boolean
  readonly correct?: boolean
  readonly acceptMatches?: boolean
  readonly rejects?: string
  readonly steps?: string
}

export function importCommand(): Command {
  return new Command('import')
    .description('help.import')
    .argument('<file>', 'help.import.file')
    .option('--map <file>', 'help.import.map')
    .option('--propose', 'help.import.propose')
    .option('--dry-run', 'help.import.dryRun')
    .option('--correct', 'help.import.correct')
    .option('--accept-matches', 'help.import.acceptMatches')
    .option('--rejects <file>', 'help.import.rejects')
    .addOption(new Option('--steps <file>', 'help.import.steps').hideHelp())
    .action(async (file: string, _own: object, command: Command) => {
      const options = command.optsWithGlobals<ImportCommandOptions>()
      const { steps } = options
      if (steps !== undefined) {
        print(JSON.stringify(await withTasks(options, (run) => stepOrFault(run, file, steps, options))))
        return
      }
      if (options.propose) {
        await withWords(options, (run) => saveProposal(run, file, options))
        return
      }
      const [result, words] = await withWords(options, async (run) => {
        const { map } = options
        if (map === undefined) throw await withoutMap(run, file, options)
        const text = readOperatorFile(map, { mostBytes: MOST_MAP_BYTES }).toString()
        return importFile(run, file, text, options)
      })
      const rejectsFile = options.rejects ?? asOperator(() => defaultRejects(file, result.rejects))
      const hasRejects = !result.dryRun && result.rejects !== ''
      if (hasRejects) saveRejects(rejectsFile, result.rejects)
      show(options.json, reportJson(words, result), () => reportText(words, result).trimEnd())
      if (hasRejects) note(`\n${words.say('import.rejectsFile', { file: rejectsFile })}`)
      const isOutstanding = hasRejects || (result.changes.length > 0 && !result.correct)
      if (result.stopped !== null) process.exitCode = 1
      else if (isOutstanding && !result.dryRun) process.exitCode = 3
    })
}

/** Saves the proposal for a sheet as a map to look over: next to the sheet, or where `--map` says. */
async function saveProposal(run: Run, file: string, options: ImportCommandOptions): Promise<void> {
  const target = options.map ?? `${file.replace(/\.[a-z]{2,7}$/i, '')}.map.json`
  if (asOperator(() => existsSync(target)))
    throw new OperatorFault(...withRemedy('import.propose.exists', { file: target }, { file: target }), 2)
  const words = await wordsOf(options, run)
  const { proposal } = await proposalFor(run, file, options)
  try {
    const text = commentedMap(words, proposal, `granary import ${file} --propose`)
    asOperator(() => writeFileSync(target, text, { flag: 'wx' }))
  } catch {
    const remedy = message('import.propose.notWritable.remedy')
    throw new OperatorFault(message('import.notWritable', { file: target }), remedy)
  }
  const next = words.say('import.propose.thenImport', {
    command: `granary import ${file} --map ${target} --dry-run`,
  })
  const lines = [
    words.say('import.propose.saved', { file: target }),
    ...openLines(words, proposal).map(indented),
    next,
  ]
  show(options.json, { map: target, open: proposal.open }, () => lines.join('\n'))
}

const indented = (line: string): string => `  ${line}`

/** Prints what a proposal leaves open. @returns what to do instead */
async function withoutMap(run: Run, file: string, options: ImportCommandOptions): Promise<OperatorFault> {
  const { proposal } = await proposalFor(run, file, options)
  for (const line of openLines(await wordsOf(options, run), proposal)) note(indented(line))
  const command = `granary import ${file}`
  return new OperatorFault(
    ...withRemedy('import.noMap', null, {
      propose: `${command} --propose`,
      command: `${command} --map FILE`,
    }),
    2,
  )
}

/** Of the only sheet of a file. Of a workbook with several, the sheets are read together if they are alike, else the first is. */
async function proposalFor(run: Run, file: string, options: ImportCommandOptions): Promise<Proposed> {
  const { isMember } = await knownParties(run)
  const facts = await factsOf(run, file, options, await wordsOf(options, run), isMember)
  const bytes = readWhole(file)
  const made = await proposed(bytes, facts, () => ({}))
  if (made.sheet !== null) return made
  const sheets = (made.proposal.points[0]?.options ?? []).map(({ word }) => word)
  const sheet = sheets.includes(EVERY) ? EVERY : must(sheets[0])
  return proposed(bytes, facts, () => ({}), { sheet })
}

/** @throws {MapFault} after printing registry rows to fill in, if the registry lacks some */
function usableMap(words: Words, text: string, registry: RegistryFacts) {
  try {
    return readMap(text, registry)
  } catch (error) {
    if (error instanceof MapFault && error.missing.size > 0) note(rowsToFillIn(words, error.missing))
    throw error
  }
}

/** Returns a fault as messages, which the page tells its reader. */
async function stepOrFault(...step: Parameters<typeof nextStep>): Promise<StepResult> {
  try {
    return await nextStep(...step)
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return { fault: [error.what, error.cure] }
  }
}

/** Does one step of an import at the office page: proposes what the sheet means, or checks or writes what a map makes of it. */
async function nextStep(run: Run, file: string, stepsFile: string, options: ImportCommandOptions) {
  const steps = fromJson<ImportSteps>(readOperatorFile(stepsFile).toString())
  const { write, check, correct, acceptMatches, looked } = steps
  const made = steps.map === null ? await proposedStep(run, file, steps, options) : null
  if (made !== null && (made.map === null || !(check || write))) return made.shown
  const mapText = steps.map ?? JSON.stringify(made?.map, null, 2)
  const attempt = (dryRun: boolean) =>
    importFile(run, file, mapText, { ...options, dryRun, correct, acceptMatches })
  let result = await attempt(!write || looked !== null)
  const digest = digestOf(result)
  const isConfirmed = write && (looked === null || looked === digest)
  if (isConfirmed && looked !== null) result = await attempt(false)
  writeFileSync(steps.rejects, result.rejects, { mode: 0o600 })
  return {
    ...made?.shown,
    map: mapText,
    report: briefJson(await wordsOf(options, run), result),
    isWritten: isConfirmed,
    looked: isConfirmed ? null : digest,
  }
}

const CELLS_SHOWN = 3

/** Proposes by what the person chose, or by what was chosen for an earlier sheet like it. */
async function proposedStep(
  run: Run,
  file: string,
  { name, choices: before, kept }: ImportSteps,
  options: ImportCommandOptions,
): Promise<{ readonly map: object | null; readonly shown: StepProposal }> {
  const known = await knownParties(run)
  const facts = await factsOf(run, name, options, await wordsOf(options, run), known.isMember)
  let from: ReturnType<typeof keptFor> = null
  let choices = before ?? {}
  const choicesFor = (headings: readonly string[]) => {
    from = keptFor(kept, headings)
    const isNew = Object.keys(choices).every((one) => one === 'sheet')
    if (from !== null && isNew) choices = { ...from.choices, ...choices }
    return choices
  }
  const bytes = readWhole(file)
  const { sheet, proposal } = await proposed(bytes, facts, choicesFor, choices)
  const merged = sheet && (await mergedFigures(bytes, sheet.layout.csv))
  const context = { ...(await contextOf(run, known, facts, proposal, options)), merged: merged ?? [] }
  const rows = sheet && firstRows(sheet, proposal, facts, choices, context)
  const { columns, points, remarks, faults, open, rows: count } = proposal
  const shown: ShownProposal = {
    ...{ points, remarks, faults, open, rows: count, firstRows: rows ?? [], from },
    columns: columns.map(({ name: heading, meaning, options: words, sureness, why, inRows, cells }) => ({
      ...{ name: heading, meaning, options: words, sureness, why },
      cells: inRows.slice(0, CELLS_SHOWN).map(short),
      isEmpty: cells.length === 0,
      isBlank: heading === '' && inRows.every((cell) => cell === ''),
    })),
    ...{ sheet: sheet?.layout.csv.sheet ?? null, headings: sheet === null ? [] : headingRows(sheet) },
  }
  return { map: mapOf(proposal), shown: { proposal: shown, choices } }
}

/** Returns the rows of the headings, above those of the first sheet if all are read. */
function headingRows({ layout: { lines, csv, hasHeader }, isOfPlots }: ReadSheet): number[] {
  if (!hasHeader || isOfPlots) return []
  const count = csv.header_rows ?? 1
  return Array.from({ length: count }, (_, i) => lines - count + 1 + i)
}

/** What the first rows are read with. */
async function contextOf(
  run: Run,
  known: KnownParties,
  { timeZone, country: ours }: ProposalFacts,
  { draft }: Proposal,
  options: ImportCommandOptions,
) {
  // What stands in for an open choice is no country.
  const { country: chosen = '' } = draft
  const country = /^[A-Z]{2}$/.test(chosen) ? chosen : ours
  return {
    phone: country === '' ? null : await phoneReader(country),
    registry: await registryOf(run),
    tables: new Map(),
    cooperative: (await run('party.resolve', { text: 'cooperative' })).party,
    ids: new ImportIds(Buffer.from((await run('import.secret', {})).secret, 'hex')),
    known,
    acceptMatches: false,
    calendar: new Calendar(timeZone, (await wordsOf(options, run)).calendar.nowMs),
  }
}

/** Returns a digest of the result of a dry run: the rows, the records, and which known parties are meant. */
const digestOf = ({ rows, records, written, changes, matches, faults }: ImportResult): string =>
  createHash('sha256')
    .update(JSON.stringify([rows, records, written, changes, matches, faults]))
    .digest('hex')

async function importFile(
  run: Run,
  file: string,
  mapText: string,
  options: Omit<ImportCommandOptions, 'map'>,
) {
  const registry = await registryOf(run)
  const words = await wordsOf(options, run)
  const map = usableMap(words, mapText, registry)
  const interruption = new Interruption(words)
  try {
    return await runImport({
      ...(await textOf(readWhole(file), map.spec.csv)),
      map,
      tables: await readTables(map.spec, (table) => tableText(file, table, map.spec.csv)),
      registry,
      cooperative: (await run('party.resolve', { text: 'cooperative' })).party,
      words,
      dryRun: options.dryRun ?? false,
      correct: options.correct ?? false,
      acceptMatches: options.acceptMatches ?? false,
      secret: Buffer.from((await run('import.secret', {})).secret, 'hex'),
      ...(map.spec.parties === undefined && map.spec.members === undefined
        ? { people: [] }
        : await allPeople(run)),
      store: {
        held: async (ids) => (await run('import.held', { ids })).chains,
        append: (records) => run('record.append-all', { records }),
      },
      signal: interruption.signal,
      ...(process.stderr.isTTY || process.send !== undefined
        ? { onProgress: (progress) => showProgress(words, progress) }
        : {}),
    })
  } finally {
    interruption.release()
    if (process.stderr.isTTY) process.stderr.write('\n')
  }
}

/** Reads a sheet, or the plots of a map file as a sheet. */
async function textOf(bytes: Uint8Array, dialect: ImportMap['csv']) {
  return featureTable(bytes) ?? (await sheetText(bytes, dialect))
}

/** Reads a sheet of the workbook itself, or a file next to it. */
async function tableText(
  file: string,
  table: { readonly file?: string; readonly sheet?: string },
  dialect: ImportMap['csv'],
): Promise<string> {
  const bytes = readWhole(table.file === undefined ? file : join(dirname(file), table.file))
  if (table.sheet !== undefined && !isWorkbook(bytes))
    throw new ImportFault(
      ...withRemedy(
        'import.file.notWorkbook',
        { sheet: table.sheet, file: table.file ?? file },
        { setting: '"tables": { ...: { "file": "..." } }' },
      ),
    )
  const { encoding, delimiter } = dialect ?? {}
  return csvTextOf(bytes, given({ encoding, delimiter, sheet: table.sheet }))
}

/**
 * Reads all people before the first row, so that whom a row means does not depend on how far an import got.
 */
async function allPeople(run: Run): Promise<KnownPeople> {
  const all: { people: KnownParty[]; gone: string[] } = { people: [], gone: [] }
  for (let after: string | null = null; ; ) {
    const page: PeoplePage = await run('import.people', { after })
    all.people.push(...page.parties)
    all.gone.push(...page.gone)
    if (page.next === null) return all
    after = page.next
  }
}

async function knownParties(run: Run): Promise<KnownParties> {
  const { people, gone } = await allPeople(run)
  return new KnownParties(people, gone)
}

type KnownPeople = Required<Pick<ImportOptions, 'people' | 'gone'>>

async function registryOf(run: Run): Promise<RegistryFacts> {
  return registryFacts({
    conversions: await rowsOf(run, 'conversions'),
    crops: await rowsOf(run, 'crops'),
    units: await rowsOf(run, 'units'),
    regions: await rowsOf(run, 'regions'),
  })
}

function showProgress({ tell }: Words, { rowsDone, rows, written, faulty }: ImportProgress): void {
  const progress = message('import.progress', { done: rowsDone, rows, written, faulty })
  if (process.stderr.isTTY) process.stderr.write(`\r${tell(progress)}`)
  else reportToParent(progress)
}
