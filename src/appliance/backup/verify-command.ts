import { existsSync } from 'node:fs'
import { Command } from '../../cli/command.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show } from '../../cli/print.ts'
import { dataFiles } from '../../config/config.ts'
import { formatInstant } from '../../domain/time.ts'
import { livesOf } from '../../store/file/snapshot.ts'
import type { Words } from '../../words/words.ts'
import {
  FROM,
  type FromOptions,
  identitiesFrom,
  inTemporaryFolder,
  sizeOf,
  withBackups,
} from './backup-common.ts'
import { chooseBackup } from './choosing.ts'
import { noteDamaged } from './damaged.ts'
import { noteCheck } from './last-check.ts'
import { checkObjects, checkWhole } from './verify.ts'

interface VerifyOptions extends FromOptions {
  readonly identity?: string
}

export function verifyBackupCommand(): Command {
  return new Command('verify')
    .description('help.backup.verify')
    .argument('[id]', 'help.backup.verify.id')
    .option('--from <place>', FROM)
    .option('--identity <file>', 'help.backup.identity')
    .does(async (options: VerifyOptions, id: string | undefined) => {
      const words = commandWords(options)
      const verified = await verify(options, id, words)
      show(options.json, verified, () => linesOf(verified, words).join('\n'))
      if (verified.faults.length > 0) process.exitCode = 1
      else if (verified.evidence_missing > 0) process.exitCode = 3
    })
}

async function verify(options: VerifyOptions, id: string | undefined, words: Words) {
  return withBackups(options, async ({ config, place, progress }) => {
    const keys = options.identity === undefined ? null : await identitiesFrom(options.identity, options)
    const files = dataFiles(config.data)
    const lives = existsSync(files.database) ? livesOf(files.database) : null
    const backup = await chooseBackup(place, id, lives)
    const { manifest } = backup
    const verifying = { place, manifest, progress }
    const reserveBytes = config.minFreeBytes
    const found =
      keys === null
        ? await checkObjects(verifying)
        : await inTemporaryFolder(config, (folder) =>
            checkWhole({
              ...{ ...verifying, keys, folder, reserveBytes },
              database: lives === null ? null : files.database,
            }),
          )
    if (lives !== null) {
      noteDamaged(files.backup, found)
      const at = formatInstant(Date.now())
      noteCheck(files.backup, { at, backup: backup.id, whole: found.length === 0 }, keys !== null)
    }
    return {
      id: backup.id,
      made_at: manifest.made_at,
      bytes: manifest.bytes,
      objects: manifest.objects.length,
      evidence_missing: manifest.evidence_missing,
      opened: keys !== null,
      faults: found.map(({ what }) => words.tell(what)),
    }
  })
}

function linesOf(
  { id, bytes, objects, opened, faults, evidence_missing: count }: Awaited<ReturnType<typeof verify>>,
  { say, tell }: Words,
): readonly string[] {
  if (faults.length > 0) {
    note(say('backup.verify.damaged', { id }))
    return faults
  }
  return [
    ...(opened
      ? [say('backup.verify.whole', { id })]
      : [
          say('backup.verify.there', { id, objects, size: tell(sizeOf(bytes)) }),
          say('backup.verify.notOpened'),
        ]),
    ...(count === 0 ? [] : [say('backup.verify.missing', { count })]),
  ]
}
