import { Asker, isTerminal } from '../../cli/ask.ts'
import { Command } from '../../cli/command.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show } from '../../cli/print.ts'
import { CHOSEN_LIVE, type Chosen } from '../../config/config.ts'
import { startWords } from '../../config/installed.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { factsOf } from './facts.ts'
import { AGAIN, Ground } from './ground.ts'
import { disksFor } from './mounted.ts'
import { possiblePlace, tryOut } from './place.ts'
import { placeStep } from './place-step.ts'
import { nextSteps, sheetText } from './sheet.ts'
import { aboutStep, addressStep, backupStep, certificateStep, keyStep, nameStep } from './steps.ts'

export function setupCommand(): Command {
  return new Command('setup')
    .description('help.setup')
    .option('--country <letters>', 'help.setup.country')
    .option('--time-zone <zone>', 'help.setup.timeZone')
    .option('--backup-store <place>', 'help.setup.backupStore')
    .option('--backup-every <time>', 'help.setup.backupEvery')
    .option('--weigh-in-prints <when>', 'help.setup.weighInPrints')
    .option('--receipt-paper <paper>', 'help.setup.receiptPaper')
    .option('--crops <codes>', 'help.setup.crops')
    .option('--units <codes>', 'help.setup.units')
    .option('--places <names>', 'help.setup.places')
    .option('--message-hours <hours>', 'help.setup.messageHours')
    .option('--messages-a-day <count>', 'help.setup.messagesADay')
    .option('--message-kinds <kinds>', 'help.setup.messageKinds')
    .action(async (own: Chosen, command: Command) => {
      const chosen = Object.fromEntries(
        CHOSEN_LIVE.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
      )
      if (Object.keys(chosen).length > 0) return setOnly(command.optsWithGlobals<GlobalOptions>(), chosen)
      if (!isTerminal()) throw new OperatorFault(...withRemedy('setup.noTerminal'), 2)
      const options = command.optsWithGlobals<GlobalOptions>()
      const asker = new Asker(process.stdin, process.stderr, AGAIN, commandWords(options))
      const isWhole = await setUp(options, asker)
      if (!isWhole) process.exitCode = 3
    })
}

/**
 * Sets the settings named by flags without a question, so that a script can do it.
 * @throws {OperatorFault}
 */
async function setOnly(options: GlobalOptions, chosen: Chosen): Promise<void> {
  const ground = new Ground(options, null)
  const { say, tell } = ground.words
  const { backupStore, ...others } = chosen
  if (backupStore !== undefined) {
    const possible = await possiblePlace(ground.config, backupStore, await disksFor(ground.config.data))
    for (const caution of possible.cautions) note(say('setup.lookAgain', { caution: tell(caution) }))
    await tryOut(possible)
    ground.write({ ...others, backupStore: possible.place })
  } else ground.write(others)
  show(options.json, { settings_file: ground.settingsFile }, () =>
    say('setup.written', { file: ground.settingsFile }),
  )
  note(say('setup.nextStart', { command: startWords(options.data) }))
}

/**
 * Runs all steps. Each step first checks what exists, so a second run continues where the first stopped; the
 * setup keeps no other state. Only the sheet goes to standard output, so that it can be sent to a printer.
 * @param asker is closed at the end
 * @returns false when backups still need something
 */
export async function setUp(options: GlobalOptions, asker: Asker): Promise<boolean> {
  const ground = new Ground(options, asker)
  try {
    await nameStep(ground)
    await aboutStep(ground)
    await certificateStep(ground)
    await addressStep(ground)
    const hasPlace = await placeStep(ground)
    const key = hasPlace ? await keyStep(ground) : null
    asker.close()
    const isSafe = hasPlace && (await backupStep(ground))
    const sheet = await factsOf(ground, key)
    note('')
    show(options.json, sheet, () => sheetText(ground.words, sheet, process.stdout.isTTY === true))
    note(`\n${nextSteps(ground.words, sheet)}`)
    if (ground.config.notice === '') note(ground.words.say('sheet.notices'))
    return isSafe
  } finally {
    asker.close()
  }
}
