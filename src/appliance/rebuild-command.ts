import { Command } from 'commander'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { show } from '../cli/print.ts'
import { shareBar } from '../cli/progress.ts'
import { dataFiles } from '../config/config.ts'
import { verify } from '../proofs/verify/verify.ts'
import { englishWords } from '../words/words.ts'
import { rebuild } from './rebuild.ts'

export function rebuildCommand(): Command {
  return new Command('rebuild')
    .description('recreate all derived rows from the log, if that is intact; the service must be stopped')
    .action(async (_own: object, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const config = settings(options)
      const files = dataFiles(config.data)
      const bar = process.stderr.isTTY ? shareBar(englishWords()) : null
      const onProgress = (progress: Parameters<NonNullable<typeof bar>['show']>[0]) => bar?.show(progress)
      try {
        const rebuilt = await rebuild({
          files,
          onProgress,
          verify: (database) =>
            verify({
              database,
              objects: null,
              scratch: null,
              published: [],
              publisher: null,
              vkeys: [],
              onProgress,
            }),
        })
        bar?.end()
        show(options.json, { ...rebuilt, database: files.database }, () =>
          [
            `All derived rows were recreated from ${rebuilt.entries} log entries and ${rebuilt.audit_entries} audit entries. The new file was verified and has replaced the old one.`,
            rebuilt.faults_before === 0
              ? 'The old file had no faults either.'
              : `Faults found before: ${rebuilt.faults_before}. Found after: none.`,
            'Pictures and published roots were not checked. To check everything: granary verify',
          ].join('\n'),
        )
      } finally {
        bar?.end()
      }
    })
}
