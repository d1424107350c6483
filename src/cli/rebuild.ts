import { Command } from 'commander'
import { dataFiles } from '../config.ts'
import { rebuild } from '../operator/rebuild.ts'
import { verifyThread } from '../own-program.ts'
import { Calendar } from '../text/phrases.ts'
import { threadCrew } from '../verify/crew.ts'
import { verify } from '../verify/verify.ts'
import { type GlobalOptions, settings } from './context.ts'
import { show } from './print.ts'
import { shareBar } from './progress.ts'

export function rebuildCommand(): Command {
  return new Command('rebuild')
    .description(
      'make all rows anew that follow from the log, where that is intact; the service must not run',
    )
    .action(async (_own: object, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const config = settings(options)
      const files = dataFiles(config.data)
      const thread = verifyThread()
      const bar = process.stderr.isTTY ? shareBar() : null
      const onProgress = (progress: Parameters<NonNullable<typeof bar>['show']>[0]) => bar?.show(progress)
      try {
        const rebuilt = await rebuild({
          files,
          onProgress,
          verify: (database) =>
            verify({
              database,
              objects: null,
              published: [],
              publisher: null,
              vkeys: [],
              threads: thread === null ? null : (parties) => threadCrew(thread, { database, parties }),
              onProgress,
              calendar: new Calendar(config.timeZone),
            }),
        })
        bar?.end()
        show(options.json, { ...rebuilt, database: files.database }, () =>
          [
            `All rows that follow from the log were made anew: ${rebuilt.entries} entries, ${rebuilt.audit_entries} of the audit log. The new file was verified and has taken the old one's place.`,
            rebuilt.faults_before === 0
              ? 'No fault was found before either.'
              : `Faults found before: ${rebuilt.faults_before}. Found after: none.`,
            'Pictures and what is published were not looked at. Look at all of it with: granary verify',
          ].join('\n'),
        )
      } finally {
        bar?.end()
      }
    })
}
