import { withTasks } from '../../cli/context.ts'
import { note } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { Calendar } from '../../words/english.ts'
import type { KeyPair } from '../backup/age.ts'
import { createBackup, madeWords } from '../backup/create-command.ts'
import { makeFirstKey, useFirstKey } from '../backup/first-key.ts'
import { backupPlace } from '../backup/location.ts'
import { AGAIN, type Ground } from './ground.ts'

/** The key of the backups, and the first of them. */

/** @returns the pair that was made now; null when there is a key already: it is never replaced here */
export async function keyStep({ options, asker }: Ground): Promise<KeyPair | null> {
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (backups.has_key) {
    note('Key for backups: there is one. What opens them was shown when it was made.')
    return null
  }
  const pair = await withTasks(options, makeFirstKey)
  note(`\nThis key opens the backups. Granary does not keep it: without it nobody can restore them.
If you leave before it is written down, it opens nothing: the next run makes another.

${pair.identity}

${qrCode(pair.identity, true)}
`)
  // Seen before it is used: nobody could open backups to a key that nobody has.
  while ((await asker.letter('Is it written down, or photographed? (n: not yet, y: yes)', 'ny')) === 'n')
    note('Write down the line AGE-SECRET-KEY-1..., or photograph the picture. Then answer y.')
  await withTasks(options, (run) => useFirstKey(run, pair.recipient))
  note('Key for backups: made.')
  return pair
}

/** Asks nothing: Ctrl-C must reach the backup. @returns is a backup there, with all its pictures? */
export async function backupStep(ground: Ground): Promise<boolean> {
  const { options, config } = ground
  const { newest, newest_place } = (await withTasks(options, (run) => run('status', {}))).backups
  if (newest !== null && newest_place === backupPlace(config)) {
    note(`Backup: the newest is of ${new Calendar(config.timeZone).stamp(newest.made_at)}.`)
    return newest.evidence_missing === 0
  }
  note('Making the first backup.')
  const made = await createBackup(options, config, AGAIN).catch((error: unknown) => {
    note(`The first backup was not made. See to what follows. ${AGAIN}`)
    throw error
  })
  note(madeWords(made))
  return made.manifest.evidence_missing === 0
}
