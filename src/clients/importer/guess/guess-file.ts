import { existsSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Asker, isTerminal } from '../../../cli/ask.ts'
import { type GlobalOptions, type Run, settings, wordsOf } from '../../../cli/context.ts'
import { dayOf } from '../../../cli/day.ts'
import { asOperator } from '../../../cli/operator-files.ts'
import { note } from '../../../cli/print.ts'
import { rowsOf } from '../../../registry/rows-of.ts'
import { OperatorFault, withRemedy } from '../../../words/fault.ts'
import { message } from '../../../words/message.ts'
import { featureTable } from '../../outlines/features.ts'
import { ImportFault } from '../../sheets/fault.ts'
import { readWhole } from '../../sheets/read-whole.ts'
import { csvTextOf, headed, isWorkbook, sheetNames, sheetText } from '../../sheets/spreadsheet.ts'
import { workbookRemarks } from '../../sheets/workbook-remarks.ts'
import type { ImportMap } from '../map.ts'
import { type Asking, AtTerminal } from './asking.ts'
import { type Layout, layoutOf } from './layout.ts'
import { guessPlots } from './plots-map.ts'
import { type GivenAnswers, Replay } from './replay.ts'
import { type Confirm, confirmedAtTerminal, type GuessFacts, guess } from './session.ts'

/**
 * Asks a person at the terminal what a sheet means, and saves the map.
 * @param mapFile the file to save to, which must not exist
 * @returns the file to which the map was saved
 */
export async function guessFile(
  run: Run,
  file: string,
  mapFile: string | undefined,
  options: GlobalOptions,
): Promise<string> {
  if (!isTerminal()) throw new OperatorFault(...withRemedy('import.guess.noTerminal'), 2)
  const target = mapFile ?? `${file.replace(/\.(csv|txt|tsv|xlsx)$/i, '')}.map.json`
  if (asOperator(() => existsSync(target)))
    throw new OperatorFault(...withRemedy('import.guess.exists', { file: target }, { file: target }))
  const bytes = readWhole(file)
  const words = await wordsOf(options, run)
  const asker = new Asker(undefined, undefined, undefined, words)
  try {
    const facts = await factsOf(run, file, options)
    const map = await guessMap(new AtTerminal(asker, words), bytes, facts, confirmedAtTerminal(words))
    save(target, map)
    const command = `granary import ${file} --map ${target}`
    const { say } = words
    note(`\n${say('import.guess.saved', { file: target })}\n${say('import.guess.thenImport', { command })}\n`)
    return target
  } finally {
    asker.close()
  }
}

/**
 * Makes a map from earlier answers.
 * @throws {Unanswered} with the next question
 */
export async function guessFrom(
  run: Run,
  file: string,
  name: string,
  options: GlobalOptions,
  given: GivenAnswers,
): Promise<ImportMap> {
  const replay = new Replay(given)
  return guessMap(replay, readWhole(file), await factsOf(run, name, options), replay.confirm)
}

async function guessMap(
  asker: Asking,
  bytes: Buffer,
  facts: GuessFacts,
  confirm: Confirm,
): Promise<ImportMap> {
  const plots = featureTable(bytes)
  if (plots !== null) return guessPlots(asker, plots, facts)
  const { text, csv } = await read(asker, bytes)
  const layout = layoutOf(text, csv)
  return guess(asker, layout, facts, confirm, await workbookRemarks(bytes, csv, layout.lines))
}

async function factsOf(run: Run, file: string, options: GlobalOptions): Promise<GuessFacts> {
  const { time_zone: timeZone, now } = await run('time', {})
  return {
    crops: await rowsOf(run, 'crops'),
    units: await rowsOf(run, 'units'),
    conversions: await rowsOf(run, 'conversions'),
    timeZone,
    country: settings(options).country,
    today: dayOf(timeZone, Date.parse(now)),
    name: slug(basename(file)),
  }
}

async function read(
  asker: Asking,
  bytes: Buffer,
): Promise<{ readonly text: string; readonly csv: NonNullable<ImportMap['csv']> }> {
  const names = isWorkbook(bytes) ? await sheetNames(bytes) : []
  if (names.length > 1) {
    const all = await commonLayout(bytes, names)
    const sheet = await asker.choice(message('import.guess.whichSheet'), [
      ...names.map((word) => ({ word })),
      ...(all === null ? [] : [{ word: EVERY, shown: message('import.guess.allSheets') }]),
    ])
    if (sheet !== EVERY || all === null) return { text: await csvTextOf(bytes, { sheet }), csv: { sheet } }
    return { text: headed(await sheetText(bytes, all)), csv: all }
  }
  try {
    return { text: await csvTextOf(bytes), csv: {} }
  } catch (error) {
    // A map can name one other encoding.
    if (!(error instanceof ImportFault) || isWorkbook(bytes)) throw error
    return { text: await csvTextOf(bytes, { encoding: 'windows-1252' }), csv: { encoding: 'windows-1252' } }
  }
}

const EVERY = 'every_sheet'

/** Returns the layout of all sheets, such as one for each month of a year; null if their layouts differ. */
async function commonLayout(
  bytes: Buffer,
  names: readonly string[],
): Promise<NonNullable<ImportMap['csv']> | null> {
  const layouts: Layout[] = []
  for (const sheet of names) {
    try {
      layouts.push(layoutOf(await csvTextOf(bytes, { sheet })))
    } catch (error) {
      if (error instanceof ImportFault) return null
      throw error
    }
  }
  const [first] = layouts
  const keyOf = ({ columns, csv }: Layout) =>
    JSON.stringify([columns.map(({ name }) => name), csv.skip_lines, csv.header_rows, csv.across?.day])
  if (first === undefined || layouts.some((one) => keyOf(one) !== keyOf(first))) return null
  const { delimiter: _, ...csv } = first.csv
  return { ...csv, every_sheet: true }
}

function save(file: string, map: ImportMap): void {
  try {
    asOperator(() => writeFileSync(file, `${JSON.stringify(map, null, 2)}\n`, { flag: 'wx' }))
  } catch {
    throw new OperatorFault(
      message('import.notWritable', { file }),
      message('import.guess.notWritable.remedy'),
    )
  }
}

/** Returns a name for a map that is made of the file's name. */
export const slug = (file: string): string =>
  file
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64) || 'sheet'
