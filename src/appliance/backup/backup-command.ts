import { Command } from '../../cli/command.ts'
import { settings } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { note, show, table } from '../../cli/print.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { newerFirst } from './ages.ts'
import { FROM, type FromOptions, sizeOf, withPlace } from './backup-common.ts'
import { haveInterleavedLives, type Listed, lifeWords, listed, livesIn } from './choosing.ts'
import { confirmCommand } from './confirm-command.ts'
import { createCommand } from './create-command.ts'
import { backupsAt, type FoundBackup, lookAt, missingFrom } from './fetching.ts'
import { keyCommand } from './key-command.ts'
import { openPlace, requirePlace } from './location.ts'
import { pruneCommand } from './prune-command.ts'
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
      const config = settings(options, { backupStore: options.from })
      const placeText = requirePlace(config, '--from')
      const place = openPlace(config, placeText, false)
      const words = commandWords(options)
      const { calendar, say } = words
      const found = await withPlace(place, async () => {
        const there = await objectsThere(place)
        const lines: { readonly age: Listed; readonly line: ReturnType<typeof lineOf> }[] = []
        for (const at of await backupsAt(place)) {
          const backup = await lookAt(place, at)
          lines.push({ age: listed(backup), line: lineOf(backup, there, words) })
        }
        return lines.sort((a, b) => newerFirst(a.age, b.age))
      })
      const backups = found.map(({ line }) => line)
      const ages = found.map(({ age }) => age)
      const lives = livesIn(ages)
      show(options.json, { place: placeText, lives, two_stories: haveInterleavedLives(ages), backups }, () =>
        backups.length === 0
          ? say('backup.list.none', { place: placeText })
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
