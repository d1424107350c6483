import { existsSync } from 'node:fs'
import { openKernel } from '../assemble.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { operatorName } from '../cli/operator-name.ts'
import { note, safe, show } from '../cli/print.ts'
import { isListening } from '../cli/socket.ts'
import { dataFiles } from '../config/config.ts'
import { isOfService, startWords } from '../config/installed.ts'
import { foundCooperative } from './found.ts'

export function initCommand(): Command {
  return new Command('init')
    .description('help.init')
    .requiredOption('--name <name>', 'help.init.name')
    .action(async (own: { name: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const founded = await foundFolder(options, own.name)
      show(
        options.json,
        founded,
        () => `${foundedWords(own.name, founded)}
${nextSteps(options)}`,
      )
    })
}

type Founded = Awaited<ReturnType<typeof foundFolder>>

/**
 * Makes the data folder and its cooperative.
 * @throws {OperatorFault} when the folder has one, or cannot be made
 */
export async function foundFolder(options: GlobalOptions, name: string) {
  const config = settings(options)
  const kernel = openKernel(config, { create: true })
  try {
    const founded = await kernel.ports.submit(() => foundCooperative(kernel, operatorName(), name))
    return { ...founded, data_folder: dataFiles(config.data).root }
  } finally {
    kernel.close()
  }
}

export const foundedWords = (
  name: string,
  founded: Founded,
): string => `Made ${founded.data_folder} for ${safe(name)}.

Cooperative  ${founded.cooperative}
Credential   ${founded.credential}

Keep the credential: it is shown only once, and anyone who has it can act for the cooperative.`

/** Whether the folder has a cooperative. A power cut during its setup leaves a folder without one. */
export async function hasCooperative(options: GlobalOptions): Promise<boolean> {
  const config = settings(options)
  const { database, socket } = dataFiles(config.data)
  if (await isListening(socket)) return true
  if (!existsSync(database)) return false
  const kernel = openKernel(config, { create: true, notify: note })
  try {
    return kernel.store.appliance.cooperative !== null
  } finally {
    kernel.close()
  }
}

/** An installed service does not start before its folder is made. */
const nextSteps = ({ data }: GlobalOptions): string =>
  isOfService(data)
    ? `Then, for phones to reach it:    sudo granary tls init
Start the service with:          sudo systemctl start granary`
    : `Start the service with: ${startWords(data)}`
