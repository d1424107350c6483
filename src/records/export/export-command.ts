import { systemCode } from '../../base/error-kinds.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../../cli/context.ts'
import { calendarDay, looksLikeDay } from '../../cli/day.ts'
import { commandWords } from '../../cli/language.ts'
import { show } from '../../cli/print.ts'
import { countLine } from '../../cli/progress.ts'
import { parseInstant } from '../../domain/time.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { englishWords } from '../../words/words.ts'
import { ExportFolder } from './folder.ts'
import { ExportRun } from './run.ts'

interface ExportOptions extends GlobalOptions {
  readonly out: string
  readonly for?: string
  readonly purpose?: string
  readonly since?: string
}

export function exportCommand(): Command {
  return new Command('export')
    .description('help.export')
    .requiredOption('--out <folder>', 'help.export.out')
    .option('--for <party>', 'help.export.for')
    .option('--purpose <purpose>', 'help.export.purpose')
    .option('--since <date>', 'help.export.since')
    .does(write)
}

async function write({ out, for: party, purpose, since, ...options }: ExportOptions): Promise<void> {
  if ((party === undefined) !== (purpose === undefined))
    throw new OperatorFault(...withRemedy('export.together'), 2)
  const sinceMs =
    since === undefined
      ? null
      : await withTasks(options, async (run) => monthOf(since, (await wordsOf(options, run)).calendar.nowMs))
  const asked = { for: party ?? null, purpose: purpose ?? null, sinceMs }
  const { say } = commandWords(options)
  const line = countLine()
  const folder = new ExportFolder(out)
  try {
    const manifest = await withTasks(options, (run, stream) =>
      new ExportRun(folder, { run, stream }, asked, (doing, rows) =>
        line.show(`${say('export.written', { count: rows })}  ${doing}`),
      ).all(),
    )
    line.end()
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    const { closed } = manifest
    show(options.json, { out: folder.path, rows, ...manifest }, () =>
      [
        say('export.done', { records: rows, files: manifest.files.length, path: folder.path }),
        ...(closed === null || closed.rows === 0
          ? []
          : [say('export.closed', { count: closed.rows, file: closed.name })]),
      ].join('\n'),
    )
  } catch (error) {
    throw unwritable(error, folder.path)
  } finally {
    line.end()
    folder.release()
  }
}

/** Error codes of a disk that the operator can do something about. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOENT']

function unwritable(error: unknown, path: string): unknown {
  const code = systemCode(error)
  if (code === undefined || !OF_THE_DISK.includes(code)) return error
  return new OperatorFault(...withRemedy('export.unwritable', { path, code }))
}

/** Returns the start of the month of a date, since files hold whole months. */
function monthOf(since: string, nowMs: number): number {
  const day = calendarDay(englishWords('UTC'), since, nowMs)
  const ms = looksLikeDay(day) ? parseInstant(`${day.slice(0, 7)}-01T00:00:00Z`) : null
  if (ms === null || parseInstant(`${day}T00:00:00Z`) === null)
    throw new OperatorFault(...withRemedy('export.noDate', { text: since }), 2)
  return ms
}
