import { withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { note } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { Calendar } from '../../words/calendar.ts'
import type { KeyPair } from '../backup/age.ts'
import { createBackup, madeWords } from '../backup/create-command.ts'
import { makeFirstKey, useFirstKey } from '../backup/first-key.ts'
import { backupPlace } from '../backup/location.ts'
import { AGAIN, type Ground } from './ground.ts'

/** Makes the key for backups, and the first backup. */

/** @returns the pair made now; null when there is a key already, which the setup never replaces */
export async function keyStep({ options, asker }: Ground): Promise<KeyPair | null> {
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (backups.has_key) {
    note('Key for backups: there is one. The line that opens the backups was shown when the key was made.')
    return null
  }
  const pair = await withTasks(options, makeFirstKey)
  note(`\nThis key opens the backups. Granary does not keep it: without it nobody can restore them.
If you leave before you have written it down, it opens nothing: the next run makes another.

${pair.identity}

${qrCode(pair.identity, true)}
`)
  // The key is confirmed before it is used: nobody could open backups that are encrypted to a lost key.
  while (
    (await asker.letter('Have you written it down or photographed it? (n: not yet, y: yes)', 'ny')) === 'n'
  )
    note('Write down the line AGE-SECRET-KEY-1..., or photograph the picture. Then answer y.')
  await withTasks(options, (run) => useFirstKey(run, pair.recipient))
  note('Key for backups: made.')
  return pair
}

/**
 * Asks no question, because Ctrl-C must reach the backup.
 * @returns whether there is a backup with all its pictures
 */
export async function backupStep(ground: Ground): Promise<boolean> {
  const { options, config } = ground
  const { newest, newest_place } = (await withTasks(options, (run) => run('status', {}))).backups
  if (newest !== null && newest_place === backupPlace(config)) {
    note(`Backup: the newest is of ${new Calendar(config.timeZone).stamp(newest.made_at)}.`)
    return newest.evidence_missing === 0
  }
  note('Making the first backup.')
  const made = await createBackup(options, config, AGAIN).catch((error: unknown) => {
    note(`The first backup was not made. Correct the fault that is shown next. ${AGAIN}`)
    throw error
  })
  note(madeWords(made, commandWords(options)))
  return made.manifest.evidence_missing === 0
}
