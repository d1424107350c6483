import { Command } from '../../cli/command.ts'
import { settings } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { card, note, show } from '../../cli/print.ts'
import { progressOnTerminal } from '../../cli/progress.ts'
import type { OpenFolder, TaskResult } from '../../cli/tasks.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { isOfService, startWords } from '../../config/installed.ts'
import { openObjectStore } from '../../evidence/objects/open.ts'
import { FROM, type FromOptions, identitiesFrom, withPlace } from './backup-common.ts'
import { chooseBackup } from './choosing.ts'
import { openPlace, requirePlace } from './location.ts'
import { restoreBackup } from './restore.ts'

interface RestoreOptions extends FromOptions {
  readonly identity: string
  readonly id?: string
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('help.backup.restore')
    .option('--from <place>', FROM)
    .requiredOption('--identity <file>', 'help.backup.identity')
    .option('--id <backup>', 'help.backup.restore.id')
    .does(async (options: RestoreOptions) => {
      const config = settings(options, { backupStore: options.from })
      const restored = await restore(config, options)
      const { root } = dataFiles(config.data)
      const { calendar, say } = commandWords(options)
      const isService = isOfService(options.data)
      const command = (words: string) => (isService ? `sudo granary ${words}` : `granary ${words} --data ...`)
      show(options.json, { ...restored, data_folder: root }, () =>
        [
          say('backup.restored', {
            id: restored.id,
            at: calendar.stamp(restored.made_at),
            folder: root,
            entries: restored.entries,
            pictures: restored.evidence,
          }),
          '',
          card([
            [say('nav.cooperative'), restored.cooperative],
            [say('backup.line.log'), restored.origin],
            [say('backup.line.vkey'), restored.vkey ?? say('backup.restored.noVkey')],
            [say('backup.line.entries'), restored.entries],
            [say('backup.line.root'), restored.tree_root],
          ]),
          say('backup.restored.compare'),
          '',
          say('backup.restored.refused'),
          say('backup.restored.start', { command: isService ? startWords(undefined) : command('serve') }),
          ...(restored.is_clock_in_doubt
            ? [`   ${say('backup.restored.clock', { command: command('clock confirm') })}`]
            : []),
          say('backup.restored.enter'),
          say('backup.restored.confirm', { command: command('backup confirm') }),
        ].join('\n'),
      )
      const missing = restored.evidence_missing.length
      if (missing === 0) return
      note(say('backup.restored.missing', { count: missing }))
      process.exitCode = 3
    })
}

/** Identifies the original log. */
type Original = TaskResult<'backup.restored'>

async function restore(config: Config, options: RestoreOptions) {
  const placeText = requirePlace(config, '--from')
  const keys = await identitiesFrom(options.identity, options)
  const place = openPlace(config, placeText, false)
  const progress = progressOnTerminal(commandWords(options))
  return withPlace(place, async () => {
    const { id, manifest } = await chooseBackup(place, options.id, null)
    let original: Original | null = null
    const missing = await restoreBackup({
      config,
      place,
      id,
      manifest,
      keys,
      progress,
      openPictures: () => openObjectStore(config, true),
      begin: async (staged) => {
        original = await beginLife(options.open, staged, id, Date.parse(manifest.made_at))
      },
    })
    return {
      id,
      made_at: manifest.made_at,
      entries: manifest.tree_size,
      evidence: manifest.evidence,
      evidence_missing: missing,
      tree_root: manifest.tree_root,
      ...(original as unknown as Original),
    }
  }).finally(() => progress.end())
}

/** Starts a new life in the restored log, which suspends credentials and grants. */
async function beginLife(
  open: OpenFolder,
  config: Config,
  backup: string,
  madeAtMs: number,
): Promise<Original> {
  const { tasks, close } = open(config, { notify: note, isRestored: true })
  try {
    return await tasks.run('backup.restored', operatorName(), { backup, madeAtMs })
  } finally {
    close()
  }
}
