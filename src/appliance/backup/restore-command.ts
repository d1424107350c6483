import { openKernel } from '../../assemble.ts'
import { Command } from '../../cli/command.ts'
import { settings } from '../../cli/context.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { card, note, show } from '../../cli/print.ts'
import { progressOnTerminal } from '../../cli/progress.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { isOfService, startWords } from '../../config/installed.ts'
import { openObjectStore } from '../../evidence/objects/open.ts'
import { localTasks, type TaskResult } from '../../tasks.ts'
import { Calendar } from '../../words/calendar.ts'
import { several } from '../../words/english.ts'
import { englishWords } from '../../words/words.ts'
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
      show(options.json, { ...restored, data_folder: root }, () =>
        [
          `Restored ${restored.id} (of ${new Calendar(config.timeZone).stamp(restored.made_at)}) into ${root}: ${several(restored.entries, 'entry', 'entries')}, ${several(restored.evidence, 'picture', 'pictures')}.`,
          '',
          card([
            ['Cooperative', restored.cooperative],
            ['Log', restored.origin],
            ['Verifier key', restored.vkey ?? 'none: the backup was made before its log had a key'],
            ['Entries', restored.entries],
            ['Root', restored.tree_root],
          ]),
          'Anyone with the public key can make a backup. Compare the verifier key with the one on paper: if they differ, this is not your log.',
          '',
          'Requests are refused for now, because the backup does not contain what ended after it was made:',
          `1. Start the service:  ${isOfService(options.data) ? startWords(undefined) : 'granary serve --data ...'}`,
          ...(restored.is_clock_in_doubt
            ? [
                `   The newest entry is old, so confirm that the clock is right: ${isOfService(options.data) ? 'sudo granary clock confirm' : 'granary clock confirm --data ...'}`,
              ]
            : []),
          '2. Enter again what has ended since then: revoked credentials and devices, withdrawn consents and mandates, objections.',
          `3. Confirm:   ${isOfService(options.data) ? 'sudo granary backup confirm' : 'granary backup confirm --data ...'}`,
        ].join('\n'),
      )
      const missing = restored.evidence_missing.length
      if (missing === 0) return
      note(`${missing} pictures were missing when the backup was made, and are not restored.`)
      process.exitCode = 3
    })
}

/** Identifies the original log. */
type Original = TaskResult<'backup.restored'>

async function restore(config: Config, options: RestoreOptions) {
  const placeText = requirePlace(config, '--from')
  const keys = await identitiesFrom(options.identity)
  const place = openPlace(config, placeText, false)
  const progress = progressOnTerminal(englishWords())
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
        original = await beginLife(staged, id, Date.parse(manifest.made_at))
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
async function beginLife(config: Config, backup: string, madeAtMs: number): Promise<Original> {
  const kernel = openKernel(config, { notify: note, isRestored: true })
  try {
    return await localTasks(kernel).run('backup.restored', operatorName(), { backup, madeAtMs })
  } finally {
    kernel.close()
  }
}
