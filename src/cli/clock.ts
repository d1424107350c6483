import { Command } from 'commander'
import { notInDoubt } from '../clock/desk.ts'
import { parseInstant } from '../domain/time.ts'
import { OperatorFault } from '../problem.ts'
import { Calendar } from '../text/phrases.ts'
import { Asker, isTerminal } from './ask.ts'
import { type GlobalOptions, type Run, withTasks } from './context.ts'
import { note, show } from './print.ts'
import { beginningOf } from './read-values.ts'

interface ConfirmOptions extends GlobalOptions {
  readonly today?: string
}

export function clockCommand(): Command {
  return new Command('clock').description('the clock of this machine').addCommand(confirmCommand())
}

function confirmCommand(): Command {
  return new Command('confirm')
    .description('say that the clock is right, where the service stopped writing because it may be wrong')
    .option('--today <date>', 'the date of today, from a calendar or a telephone; do not ask')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<ConfirmOptions>()
      const { done, calendar } = await withTasks(options, async (run) => {
        const { time_zone } = await run('time-zone', {})
        const read = (text: string) => parseInstant(beginningOf(text, '--today', time_zone)) as number
        const calendar = new Calendar(time_zone)
        const dayBeginsMs =
          options.today === undefined ? await asked(run, read, calendar) : read(options.today)
        const done = await run('clock.confirm', { dayBeginsMs })
        return { done, calendar }
      })
      show(
        options.json,
        done,
        () => `Confirmed: it is ${calendar.stamp(done.confirmed)}. Writes are taken from now on.`,
      )
    })
}

/** A clerk who only had to say yes would say it to a wrong clock too. */
async function asked(run: Run, read: (text: string) => number, calendar: Calendar): Promise<number> {
  const { in_doubt, shows, trusted, last_sign_of_life } = await run('clock.status', {})
  if (!in_doubt) throw notInDoubt()
  note(
    [
      `The clock of this machine shows ${calendar.stamp(shows)}.`,
      `The newest entry is of ${calendar.stamp(last_sign_of_life)}, and by what has passed since it is about ${calendar.stamp(trusted)}.`,
      'That is so after a long time off. If it was not off, the clock is wrong: set it instead of confirming it.',
      'What is written with a wrong time cannot be undone.',
      '',
    ].join('\n'),
  )
  if (!isTerminal())
    throw new OperatorFault(
      'There is no terminal to ask at.',
      'Say which day it is, by a calendar or a telephone: --today 2026-12-31.',
      2,
    )
  const asker = new Asker()
  try {
    return await asker.value('What is the date of today, by a calendar or a telephone (2026-12-31)?', read)
  } finally {
    asker.close()
  }
}
