import { userInfo } from 'node:os'
import { Command } from 'commander'
import { openKernel } from '../assemble.ts'
import { dataFiles } from '../config.ts'
import { foundCooperative } from '../operator/found.ts'
import { type GlobalOptions, settings } from './context.ts'
import { safe, show } from './print.ts'

export function initCommand(): Command {
  return new Command('init')
    .description('make a new data folder and the cooperative it belongs to')
    .requiredOption('--name <name>', "the cooperative's name")
    .action(async (own: { name: string }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const config = settings(options)
      const kernel = openKernel(config, { create: true })
      try {
        const founded = await kernel.handles.submit(() =>
          foundCooperative(kernel, userInfo().username, own.name),
        )
        show(
          options.json,
          { ...founded, data_folder: dataFiles(config.data).root },
          () => `Made ${dataFiles(config.data).root} for ${safe(own.name)}.

Cooperative  ${founded.cooperative}
Credential   ${founded.credential}

Keep the credential: it is shown this once, and speaks for the cooperative.
Start the service with: granary serve${options.data ? ` --data ${options.data}` : ''}`,
        )
      } finally {
        kernel.close()
      }
    })
}
