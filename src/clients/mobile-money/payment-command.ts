import { existsSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fromJson, given, ifGiven } from '../../base/typed.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, withWords, wordsOf } from '../../cli/context.ts'
import { Option } from '../../cli/help.ts'
import { writeNew } from '../../cli/new-file.ts'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import { note, print, show } from '../../cli/print.ts'
import { shareBar } from '../../cli/progress.ts'
import { beginningOf, endOf } from '../../cli/read-values.ts'
import { LIST_PURPOSES, type ListPurpose } from '../../domain/mass-payment.ts'
import { instantOf } from '../../domain/time.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { MapFault, MOST_MAP_BYTES } from '../sheets/map-shape.ts'
import { readWhole } from '../sheets/read-whole.ts'
import { defaultRejects, rejectsCsv, saveRejects } from '../sheets/rejects.ts'
import { Interruption } from '../sheets/stopping.ts'
import { briefOf, listState } from './brief.ts'
import { type CopiedList, listCsv, listJson, readCopy } from './list-file.ts'
import { compared, readList } from './list-seal.ts'
import { openList } from './open-list.ts'
import { type OperatorMap, readOperatorMap } from './operator-map.ts'
import { digestOf, type FileRead, readingOf, type Written, writePlan } from './read-back.ts'
import { faultsOf, openText, type ReadResult, readJson, readText } from './report.ts'
import type { PaymentStep, PaymentSteps } from './steps.ts'

export function paymentCommand(): Command {
  const command = new Command('payment').description('help.payment')
  command
    .command('open')
    .description('help.payment.open')
    .argument('[members...]', 'help.payment.open.members')
    .requiredOption('--out <file>', 'help.payment.open.out')
    .option('--currency <currency>', 'help.payment.open.currency')
    .option('--crop <crop>', 'help.payment.open.crop')
    .option('--since <day>', 'help.payment.open.since')
    .option('--until <day>', 'help.lastDay')
    .addOption(new Option('--purpose <purpose>', 'help.payment.open.purpose').choices([...LIST_PURPOSES]))
    .does(writeList)
  command
    .command('read')
    .description('help.payment.read')
    .argument('<file>', 'help.payment.read.file')
    .requiredOption('--list <file>', 'help.payment.read.list')
    .requiredOption('--map <file>', 'help.payment.read.map')
    .option('--dry-run', 'help.payment.read.dryRun')
    .option('--rejects <file>', 'help.payment.read.rejects')
    .addOption(new Option('--steps <file>', 'help.import.steps').hideHelp())
    .does(readBack)
  return command
}

interface OpenOptions extends GlobalOptions {
  readonly out: string
  readonly currency?: string
  readonly crop?: string
  readonly since?: string
  readonly until?: string
  readonly purpose?: ListPurpose
}

async function writeList(options: OpenOptions, members: string[]): Promise<void> {
  const { out, currency, crop, since, until, purpose } = options
  const copy = `${out.replace(/\.csv$/i, '')}.json`
  const [{ payer, lines, seal, leftOut }, words] = await withWords(options, async (run) => {
    const words = await wordsOf(options, run)
    const chosen = new Set<string>()
    for (const text of members) {
      const { party, also } = await run('party.resolve', { text })
      for (const one of [party, ...also]) chosen.add(one)
    }
    return openList(run, {
      members: members.length === 0 ? null : chosen,
      ...given({
        crop,
        purpose,
        currency: currency?.toUpperCase(),
        fromMs: ifGiven(since, (day) => instantOf(beginningOf(day, '--since', words))),
        // `endOf` returns the last second of a day.
        toMs: ifGiven(until, (day) => instantOf(endOf(day, '--until', words)) + 1000),
      }),
    })
  })
  const remedy = message('payment.newFile')
  if (lines.length > 0) {
    for (const path of [out, copy])
      if (asOperator(() => existsSync(path)))
        throw new OperatorFault(message('command.exists', { path }), remedy)
    await writeNew(copy, [listJson({ payer, lines, seal })], remedy)
    await writeNew(out, [listCsv(lines)], remedy)
  }
  const files = lines.length === 0 ? {} : { list: out, copy }
  show(options.json, { ...files, payer, lines, left_out: leftOut }, () =>
    openText(words, { lines, leftOut, out, copy }),
  )
}

interface ReadOptions extends GlobalOptions {
  readonly list: string
  readonly map: string
  readonly dryRun?: boolean
  readonly rejects?: string
  readonly steps?: string
}

async function readBack(
  { list, map, dryRun = false, rejects, steps, ...options }: ReadOptions,
  file: string,
) {
  const asked = { options, file, list, map }
  if (steps !== undefined) {
    const step = fromJson<PaymentSteps>(readOperatorFile(steps).toString())
    print(JSON.stringify(await withTasks(options, (run) => stepOrFault(run, asked, step))))
    return
  }
  const [done, words] = await withWords(options, (run) => readFile(run, asked, basename(file), () => !dryRun))
  const { reading, spec, written } = done
  const faults = faultsOf(spec, reading.plan, written)
  const { isStopped, unkept } = written ?? { isStopped: false, unkept: 0 }
  const result: ReadResult = {
    ...{ ...reading.plan, faults, dryRun, isStopped, unkept },
    ...{ lines: reading.lines.length, list: listState(reading.list), remarks: reading.remarks },
  }
  const text = rejectsText(words, done)
  const left =
    faults.length === 0 || dryRun ? null : (rejects ?? asOperator(() => defaultRejects(file, text)))
  if (left !== null) saveRejects(left, text)
  show(options.json, readJson(words, result), () => readText(words, result))
  if (left !== null) note(`\n${words.say('payment.leftFile', { file: left })}`)
  if (isStopped) process.exitCode = 1
  else if (left !== null) process.exitCode = 3
}

interface ReadAsked {
  readonly options: GlobalOptions
  readonly file: string
  readonly list: string
  readonly map: string
}

interface Done {
  readonly spec: OperatorMap
  readonly reading: FileRead
  /** Null if nothing was to be written. */
  readonly written: Written | null
}

/** @param mayWrite whether to write what was read; decided when it is known */
async function readFile(
  run: Run,
  { options, file, list: listFile, map }: ReadAsked,
  name: string,
  mayWrite: (reading: FileRead) => boolean,
): Promise<Done> {
  const spec = readOperatorMap(readOperatorFile(map, { mostBytes: MOST_MAP_BYTES }).toString())
  const list = await readList(run, listFile)
  const words = await wordsOf(options, run)
  const reading = await readingOf(run, {
    bytes: readWhole(file),
    map: spec,
    list,
    listName: listFile,
    calendar: words.calendar,
  })
  if (!mayWrite(reading)) return { spec, reading, written: null }
  const interruption = new Interruption(words)
  const bar = shareBar(words)
  try {
    const written = await writePlan(run, {
      ...reading,
      file: name,
      signal: interruption.signal,
      onProgress: (records, of) =>
        bar.show({ doing: message('payment.read.progress', { done: records, of }), done: records, of }),
    })
    return { spec, reading, written }
  } finally {
    interruption.release()
    bar.end()
  }
}

function rejectsText(words: Words, { spec, reading, written }: Done): string {
  const cells = new Map(reading.table.rows.map((one) => [one.row, one]))
  return rejectsCsv(
    words,
    reading.table,
    faultsOf(spec, reading.plan, written).flatMap((fault) => {
      const row = cells.get(fault.row)
      return row === undefined ? [] : [{ row, faults: [fault] }]
    }),
  )
}

/** Keeps a copy as it is, and what its seals show. */
async function keepCopy(run: Run, copy: CopiedList, id: string, file: string): Promise<string> {
  const { party: payer } = await run('party.resolve', { text: 'cooperative' })
  if (copy.payer !== payer) throw new OperatorFault(...withRemedy('payment.otherPayer', { file }))
  const state = listState(await compared(run, copy))
  const { lines, seal } = copy
  const { now: made_at } = await run('time', {})
  await run('payment.keep-list', { id, made_at, payer, lines, state, left_out: [], ...given({ seal }) })
  return id
}

/**
 * Does one step at the office page: keeps a copy of a list that was brought, shows what the operator's file would do, or
 * writes what the person saw.
 */
async function stepOrFault(run: Run, asked: ReadAsked, step: PaymentSteps): Promise<PaymentStep> {
  try {
    const { write, looked, name, rejects, bring } = step
    if (bring !== null) return { broughtList: await keepCopy(run, readCopy(asked.list, name), bring, name) }
    const isConfirmed = (reading: FileRead) => write && (looked === null || looked === digestOf(reading.plan))
    const done = await readFile(run, asked, name, isConfirmed)
    const { reading, written } = done
    writeFileSync(rejects, rejectsText(await wordsOf(asked.options, run), done), { mode: 0o600 })
    return {
      report: briefOf(reading, written ?? undefined),
      isWritten: written !== null,
      looked: written === null ? digestOf(reading.plan) : null,
    }
  } catch (error) {
    if (!(error instanceof OperatorFault) && !(error instanceof MapFault)) throw error
    return { fault: [error.what, error.cure] }
  }
}
