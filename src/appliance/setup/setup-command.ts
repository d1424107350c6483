import { Command } from 'commander'
import { OperatorFault } from '../../base/problem.ts'
import { Asker, isTerminal } from '../../cli/ask.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import { note, show } from '../../cli/print.ts'
import { Calendar } from '../../text/phrases.ts'
import { factsOf } from './facts.ts'
import { AGAIN, Ground } from './ground.ts'
import { backupStep, keyStep } from './key-step.ts'
import { placeStep } from './place-step.ts'
import { sheetText, whatFollows } from './sheet.ts'
import { addressStep, certificateStep, nameStep } from './steps.ts'

export function setupCommand(): Command {
  return new Command('setup')
    .description('ask for all that a new machine needs, make the first backup, and print the sheet to keep')
    .action(async (_own: object, command: Command) => {
      if (!isTerminal())
        throw new OperatorFault(
          'granary setup asks questions, and this is no terminal.',
          'Run it in a terminal. In a script use granary init, granary tls init, granary backup key and granary backup create.',
          2,
        )
      const isWhole = await setUp(
        command.optsWithGlobals<GlobalOptions>(),
        new Asker(process.stdin, process.stderr, AGAIN),
      )
      if (!isWhole) process.exitCode = 3
    })
}

/**
 * Each step looks first at what is there, so that running it again goes on where it stopped. Nothing else is remembered.
 * Only the sheet goes to standard output: it can be sent to a printer.
 * @param asker closed by this
 * @returns false when something is left to do about backups
 */
export async function setUp(options: GlobalOptions, asker: Asker): Promise<boolean> {
  const ground = new Ground(options, asker)
  try {
    await nameStep(ground)
    await certificateStep(ground)
    await addressStep(ground)
    const hasPlace = await placeStep(ground)
    const key = hasPlace ? await keyStep(ground) : null
    asker.close()
    const isSafe = hasPlace && (await backupStep(ground))
    const sheet = await factsOf(ground, key)
    const calendar = new Calendar(ground.config.timeZone)
    note('')
    show(options.json, sheet, () =>
      sheetText(sheet, { stamp: (at) => calendar.stamp(at), isTerminal: process.stdout.isTTY === true }),
    )
    note(`\n${whatFollows(sheet)}`)
    return isSafe
  } finally {
    asker.close()
  }
}
