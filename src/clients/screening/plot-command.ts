import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withWords, wordsOf } from '../../cli/context.ts'
import { calendarDay, noonOfDay } from '../../cli/day.ts'
import { Option } from '../../cli/help.ts'
import { show } from '../../cli/print.ts'
import { countLine } from '../../cli/progress.ts'
import { sha256 } from '../../domain/sha256.ts'
import { LAWFUL_BASES, type LawfulBasis } from '../../domain/shapes.ts'
import { formatInstant } from '../../domain/time.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { readWhole } from '../sheets/read-whole.ts'
import { Interruption } from '../sheets/stopping.ts'
import { screeningJson, screeningText } from './report.ts'
import { runScreening, type ScreeningResult } from './run.ts'
import { readWhisp } from './whisp-file.ts'

interface ScreeningCommandOptions extends GlobalOptions {
  readonly basis: LawfulBasis
  readonly date?: string
  readonly dryRun?: boolean
}

/** The exit code if the command finished, but some rows need attention. */
const NEEDS_CARE = 3

export function plotCommand(): Command {
  const command = new Command('plot').description('help.plot')
  command
    .command('screening')
    .description('help.plot.screening')
    .argument('<file>', 'help.plot.screening.file')
    .addOption(
      new Option('--basis <basis>', 'help.plot.screening.basis').choices(LAWFUL_BASES).makeOptionMandatory(),
    )
    .option('--date <day>', 'help.plot.screening.date')
    .option('--dry-run', 'help.plot.screening.dryRun')
    .does(async (options: ScreeningCommandOptions, file: string) => {
      const [result, words] = await withWords(options, (run) => screened(run, file, options))
      show(options.json, screeningJson(words, result), () => screeningText(words, result))
      if (result.stopped !== null) process.exitCode = 1
      else if (result.faults.length > 0 && !result.dry_run) process.exitCode = NEEDS_CARE
    })
  return command
}

async function screened(run: Run, file: string, options: ScreeningCommandOptions): Promise<ScreeningResult> {
  const bytes = readWhole(file)
  const words = await wordsOf(options, run)
  const { nowMs } = words.calendar
  const day = options.date === undefined ? null : noonOf(words, options.date, nowMs)
  const interruption = new Interruption(words)
  const line = countLine()
  try {
    return await runScreening({
      file: readWhisp(bytes, day, nowMs),
      sha256: sha256(bytes).toString('hex'),
      basis: options.basis,
      dryRun: options.dryRun ?? false,
      keep: (asked) => run('plot.screening', asked),
      onProgress: (doing, done, of) => line.show(words.say('screening.progress', { done, of, doing })),
      signal: interruption.signal,
    })
  } finally {
    interruption.release()
    line.end()
  }
}

/** Returns noon of a day, as for days entered at the counter; for today, now if that is earlier. */
function noonOf(words: Words, text: string, nowMs: number): string {
  const noon = noonOfDay(words.calendar.timeZone, calendarDay(words, text))
  if (noon === null) throw new OperatorFault(...withRemedy('screening.notADay', { text }), 2)
  return formatInstant(Math.min(noon, Math.max(nowMs, noon - HALF_DAY_MS)))
}

const HALF_DAY_MS = 12 * 60 * 60_000
