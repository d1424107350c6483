import { Asker, isTerminal } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withTasks } from '../../cli/context.ts'
import { note, show } from '../../cli/print.ts'
import { beginningOf } from '../../cli/read-values.ts'
import { instantOf } from '../../domain/time.ts'
import { Calendar } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { notInDoubt } from './clock-service.ts'

interface ConfirmOptions extends GlobalOptions {
  readonly today?: string
}

export function clockCommand(): Command {
  return new Command('clock').description('the clock of this machine').addCommand(confirmCommand())
}

function confirmCommand(): Command {
  return new Command('confirm')
    .description('confirm that the clock is right, after the service stopped writing because it may be wrong')
    .option('--today <date>', "today's date, from a calendar or a phone; answers the question")
    .does(async (options: ConfirmOptions) => {
      const { done, calendar } = await withTasks(options, async (run) => {
        const { time_zone } = await run('time-zone', {})
        const read = (text: string) => instantOf(beginningOf(text, '--today', time_zone))
        const calendar = new Calendar(time_zone)
        const dayBeginsMs =
          options.today === undefined ? await asked(run, read, calendar) : read(options.today)
        const done = await run('clock.confirm', { dayBeginsMs })
        return { done, calendar }
      })
      show(
        options.json,
        done,
        () => `Confirmed: it is ${calendar.stamp(done.confirmed)}. Writes are accepted from now on.`,
      )
    })
}

/** Asks for the date. If a clerk only had to answer yes, they would also confirm a wrong clock. */
async function asked(run: Run, read: (text: string) => number, calendar: Calendar): Promise<number> {
  const { in_doubt, shows, trusted, last_sign_of_life } = await run('clock.status', {})
  if (!in_doubt) throw notInDoubt()
  note(
    [
      `The clock of this machine shows ${calendar.stamp(shows)}.`,
      `The newest entry is of ${calendar.stamp(last_sign_of_life)}; by the time passed since then, it is now about ${calendar.stamp(trusted)}.`,
      'Such a difference is normal if the machine was off for long. If it was not, the clock is wrong: set it instead of confirming it.',
      'Entries with a wrong time cannot be undone.',
      '',
    ].join('\n'),
  )
  if (!isTerminal())
    throw new OperatorFault(
      'This command asks for the date, but there is no terminal to ask on.',
      "Add today's date, from a calendar or a phone: --today 2026-12-31.",
      2,
    )
  const asker = new Asker()
  try {
    return await asker.value("What is today's date, by a calendar or a phone (2026-12-31)?", read)
  } finally {
    asker.close()
  }
}
