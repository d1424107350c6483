import { Command } from 'commander'
import { type GlobalOptions, withTasks } from './context.ts'
import { card, show } from './print.ts'

const MIB = 1024 * 1024

export function statusCommand(): Command {
  return new Command('status')
    .description('how the appliance stands')
    .action(async (_own: object, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const status = await withTasks(options, (run) => run('status', {}))
      const faults = Object.entries(status.parts).filter(([, fault]) => fault !== null)
      show(options.json, status, () =>
        card([
          ['Cooperative', status.cooperative.name],
          ['Party', status.cooperative.party],
          ['Data folder', status.data_folder],
          ['Entries in the log', status.log_entries],
          ['Newest entry', status.newest_entry_at ?? 'none'],
          ['Clock of this machine', status.clock],
          ['Database', `${(status.database_bytes / MIB).toFixed(1)} MiB`],
          ['Free on the disk', `${(status.free_bytes / MIB).toFixed(0)} MiB`],
          [
            'Works',
            faults.length === 0 ? 'yes' : faults.map(([part, fault]) => `${part}: ${fault}`).join('; '),
          ],
          ['Version', status.version],
        ]),
      )
      if (faults.length > 0) process.exitCode = 1
    })
}
