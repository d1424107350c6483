import { Command } from '../../cli/command.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show, table } from '../../cli/print.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { FROM, type FromOptions, sizeOf, withBackups } from './backup-common.ts'
import { haveInterleavedLives, lifeWords, listBackups, livesIn } from './choosing.ts'
import { confirmCommand } from './confirm-command.ts'
import { createCommand } from './create-command.ts'
import { type FoundBackup, missingFrom } from './fetching.ts'
import { keyCommand } from './key-command.ts'
import { pruneCommand } from './prune-command.ts'
import { readBackupCommand } from './read-command.ts'
import { restoreCommand } from './restore-command.ts'
import { objectsThere } from './sending.ts'
import { verifyBackupCommand } from './verify-command.ts'

export function backupCommand(): Command {
  const command = new Command('backup').description('help.backup')
  const commands = [
    keyCommand(),
    createCommand(),
    listCommand(),
    verifyBackupCommand(),
    readBackupCommand(),
    pruneCommand(),
    restoreCommand(),
    confirmCommand(),
  ]
  for (const child of commands) command.addCommand(child)
  return command
}

function listCommand(): Command {
  return new Command('list')
    .description('help.backup.list')
    .option('--from <place>', FROM)
    .does(async (options: FromOptions) => {
      const words = commandWords(options)
      const { calendar, say } = words
      const { place, found } = await withBackups(options, async ({ place, placeText }) => {
        const there = await objectsThere(place)
        const found = await listBackups(place, (backup) => lineOf(backup, there, words))
        return { place: placeText, found }
      })
      const backups = found.map(({ seen }) => seen)
      const lives = livesIn(found)
      show(options.json, { place, lives, two_stories: haveInterleavedLives(found), backups }, () =>
        backups.length === 0
          ? say('backup.list.none', { place })
          : table(
              [
                say('backup.line.backup'),
                say('backup.line.life'),
                say('backup.line.made'),
                say('backups.size'),
                say('backup.line.entries'),
                say('entry.evidence'),
                say('backup.line.remarks'),
              ],
              backups.map((b) => [
                b.id,
                b.life === null ? '' : lifeWords(b.life),
                b.made_at === null ? '' : calendar.stamp(b.made_at),
                b.bytes === null ? '' : words.tell(sizeOf(b.bytes)),
                b.entries ?? '',
                b.evidence ?? '',
                b.fault ?? '',
              ]),
            ),
      )
      if (lives > 1) note(`\n${say('backup.list.lives', { lives })}`)
    })
}

function lineOf(
  { id, manifest, fault }: FoundBackup,
  there: ReadonlyMap<string, number>,
  { clauses, tell }: Words,
) {
  const missing = manifest === null ? 0 : missingFrom(manifest, there).length
  const remarks: readonly Message[] = [
    ...(fault === null ? [] : [fault]),
    ...(missing === 0 ? [] : [message('backup.fault.objects', { count: missing })]),
  ]
  return {
    id,
    life: manifest?.incarnation ?? null,
    made_at: manifest?.made_at ?? null,
    bytes: manifest?.bytes ?? null,
    entries: manifest?.tree_size ?? null,
    evidence: manifest?.evidence ?? null,
    evidence_missing: manifest?.evidence_missing ?? null,
    recipient: manifest?.recipient ?? null,
    fault: remarks.length === 0 ? null : clauses(remarks.map(tell)),
  }
}
