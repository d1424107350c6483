import { Command } from '../cli/command.ts'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { commandWords } from '../cli/language.ts'
import { show } from '../cli/print.ts'
import { shareBar } from '../cli/progress.ts'
import { dataFiles } from '../config/config.ts'
import { verify } from '../proofs/verify/verify.ts'
import { rebuild } from './rebuild.ts'

export function rebuildCommand(): Command {
  return new Command('rebuild').description('help.rebuild').action(async (_own: object, command: Command) => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const config = settings(options)
    const files = dataFiles(config.data)
    const words = commandWords(options)
    const { say } = words
    const bar = process.stderr.isTTY ? shareBar(words) : null
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
            badPolicy: null,
            onProgress,
          }),
      })
      bar?.end()
      show(options.json, { ...rebuilt, database: files.database }, () =>
        [
          say('rebuild.done', { entries: rebuilt.entries, audit: rebuilt.audit_entries }),
          rebuilt.faults_before === 0
            ? say('rebuild.done.clean')
            : say('rebuild.done.faults', { count: rebuilt.faults_before }),
          say('rebuild.done.rest'),
        ].join('\n'),
      )
    } finally {
      bar?.end()
    }
  })
}
