import { Asker, isTerminal } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import { type GlobalOptions, type Run, withTasks, wordsOf } from '../../cli/context.ts'
import { note, show } from '../../cli/print.ts'
import { beginningOf } from '../../cli/read-values.ts'
import { instantOf } from '../../domain/time.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { notInDoubt } from './clock-service.ts'

interface ConfirmOptions extends GlobalOptions {
  readonly today?: string
}

export function clockCommand(): Command {
  return new Command('clock').description('help.clock').addCommand(confirmCommand())
}

function confirmCommand(): Command {
  return new Command('confirm')
    .description('help.clock.confirm')
    .option('--today <date>', 'help.clock.confirm.today')
    .does(async (options: ConfirmOptions) => {
      const { done, words } = await withTasks(options, async (run) => {
        const words = await wordsOf(options, run)
        const read = (text: string) => instantOf(beginningOf(text, '--today', words))
        const dayBeginsMs = options.today === undefined ? await asked(run, read, words) : read(options.today)
        const done = await run('clock.confirm', { dayBeginsMs })
        return { done, words }
      })
      show(options.json, done, () =>
        words.say('clock.confirmed', { at: words.calendar.stamp(done.confirmed) }),
      )
    })
}

/** Asks for the date. If a clerk only had to answer yes, they would also confirm a wrong clock. */
async function asked(run: Run, read: (text: string) => number, words: Words): Promise<number> {
  const { say, calendar } = words
  const { in_doubt, shows, trusted, last_sign_of_life } = await run('clock.status', {})
  if (!in_doubt) throw notInDoubt()
  note(
    [
      say('clock.shows', { shown: calendar.stamp(shows) }),
      say('clock.newest', {
        newest: calendar.stamp(last_sign_of_life),
        trusted: calendar.stamp(trusted),
      }),
      say('clock.normal'),
      say('clock.undone'),
      '',
    ].join('\n'),
  )
  if (!isTerminal()) throw new OperatorFault(...withRemedy('clock.noTerminal'), 2)
  const asker = new Asker(undefined, undefined, undefined, words)
  try {
    return await asker.value(say('clock.ask'), read)
  } finally {
    asker.close()
  }
}
