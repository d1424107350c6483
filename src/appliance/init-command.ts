import { existsSync } from 'node:fs'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { commandWords } from '../cli/language.ts'
import { operatorName } from '../cli/operator-name.ts'
import { card, note, show } from '../cli/print.ts'
import { isListening } from '../cli/socket.ts'
import { dataFiles } from '../config/config.ts'
import { isOfService, startWords } from '../config/installed.ts'
import type { Words } from '../words/words.ts'
import { checkName } from './setup/name.ts'

export function initCommand(): Command {
  return new Command('init')
    .description('help.init')
    .requiredOption('--name <name>', 'help.init.name')
    .action(async (own: { name: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const founded = await foundFolder(options, own.name)
      const words = commandWords(options)
      show(options.json, founded, () =>
        [foundedWords(words, own.name, founded), ...nextSteps(words, options)].join('\n'),
      )
    })
}

type Founded = Awaited<ReturnType<typeof foundFolder>>

/**
 * Makes the data folder and its cooperative.
 * @throws {OperatorFault} when no cooperative can have this name, or the folder has one or cannot be made
 */
export async function foundFolder(options: GlobalOptions, name: string) {
  checkName(name)
  const config = settings(options)
  const { tasks, close } = options.open(config, { create: true })
  try {
    const founded = await tasks.run('cooperative.found', operatorName(), { name })
    return { ...founded, data_folder: dataFiles(config.data).root }
  } finally {
    close()
  }
}

export const foundedWords = (words: Words, name: string, founded: Founded): string =>
  `${words.say('init.made', { folder: founded.data_folder, name })}\n\n${foundedCard(words, founded)}`

/** A credential and whose it is. */
export const foundedCard = (
  { say }: Words,
  { cooperative, credential }: Pick<Founded, 'cooperative' | 'credential'>,
): string =>
  `${card([
    [say('nav.cooperative'), cooperative],
    [say('init.credential'), credential],
  ])}\n\n${say('init.keep')}`

/** Whether the folder has a cooperative. A power cut during its setup leaves a folder without one. */
export async function hasCooperative(options: GlobalOptions): Promise<boolean> {
  const config = settings(options)
  const { database, socket } = dataFiles(config.data)
  if (await isListening(socket)) return true
  if (!existsSync(database)) return false
  const { tasks, close } = options.open(config, { create: true, notify: note })
  try {
    return (await tasks.run('cooperative.founded', operatorName(), {})).is_founded
  } finally {
    close()
  }
}

/** An installed service does not start before its folder is made. */
const nextSteps = ({ say }: Words, { data }: GlobalOptions): readonly string[] =>
  isOfService(data)
    ? [
        say('init.phones', { command: 'sudo granary tls init' }),
        say('init.start', { command: 'sudo systemctl start granary' }),
      ]
    : [say('init.start', { command: startWords(data) })]
