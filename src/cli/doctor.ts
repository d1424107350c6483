import { Command } from 'commander'
import { type GlobalOptions, withTasks } from './context.ts'
import { safe, show } from './print.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look at what commonly goes wrong, and say what to do about it')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions>()
      const { checks, healthy } = await withTasks(options, (run) => run('doctor', {}))
      show(options.json, { healthy, checks }, () =>
        checks
          .map(({ number, name, finding, remedy }) =>
            finding === null
              ? `${number}. ok    ${name}`
              : `${number}. FAULT ${name}\n      ${safe(finding)}\n      ${safe(remedy)}`,
          )
          .join('\n'),
      )
      if (!healthy) process.exitCode = 1
    })
}
