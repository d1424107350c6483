import { Command } from 'commander'
import { openKernel } from '../assemble.ts'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { operatorName } from '../cli/operator-name.ts'
import { safe, show } from '../cli/print.ts'
import { dataFiles } from '../config/config.ts'
import { isOfService, startWords } from '../config/installed.ts'
import { foundCooperative } from './found.ts'

export function initCommand(): Command {
  return new Command('init')
    .description('make a new data folder and the cooperative it belongs to')
    .requiredOption('--name <name>', "the cooperative's name")
    .action(async (own: { name: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const config = settings(options)
      const kernel = openKernel(config, { create: true })
      try {
        const founded = await kernel.ports.submit(() => foundCooperative(kernel, operatorName(), own.name))
        show(
          options.json,
          { ...founded, data_folder: dataFiles(config.data).root },
          () => `Made ${dataFiles(config.data).root} for ${safe(own.name)}.

Cooperative  ${founded.cooperative}
Credential   ${founded.credential}

Keep the credential: it is shown this once, and speaks for the cooperative.
${whatFollows(options)}`,
        )
      } finally {
        kernel.close()
      }
    })
}

/** An installed service has been waiting for this. */
const whatFollows = ({ data }: GlobalOptions): string =>
  isOfService(data)
    ? `Then, for phones to reach it:    sudo granary tls init
Start the service with:          sudo systemctl start granary`
    : `Start the service with: ${startWords(data)}`
