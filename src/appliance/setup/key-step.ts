import { withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { note } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { type KeyPair, makeKeyPair } from '../backup/age.ts'
import { createBackup, madeWords } from '../backup/create-command.ts'
import { backupPlace } from '../backup/location.ts'
import { AGAIN, type Ground } from './ground.ts'

/** Makes the key for backups, and the first backup. */

/** @returns the pair made now; null when there is a key already, which the setup never replaces */
export async function keyStep({ options, asker, words: { say } }: Ground): Promise<KeyPair | null> {
  const { backups } = await withTasks(options, (run) => run('status', {}))
  if (backups.has_key) {
    note(say('setup.hasKey'))
    return null
  }
  await withTasks(options, (run) => run('backup.key-allowed', { replace: false }))
  const pair = await makeKeyPair()
  note(`\n${say('setup.key')}
${say('setup.keyNotUsed')}

${pair.identity}

${qrCode(pair.identity, true)}
`)
  // The key is confirmed before it is used: nobody could open backups that are encrypted to a lost key.
  while ((await asker.letter(say('setup.isWritten'), 'ny')) === 'n') note(say('setup.writeDown'))
  await withTasks(options, (run) => run('backup.key', { recipient: pair.recipient, replace: false }))
  note(say('setup.keyMade'))
  return pair
}

/**
 * Asks no question, because Ctrl-C must reach the backup.
 * @returns whether there is a backup with all its pictures
 */
export async function backupStep(ground: Ground): Promise<boolean> {
  const { options, config, words } = ground
  const { newest, newest_place } = (await withTasks(options, (run) => run('status', {}))).backups
  if (newest !== null && newest_place === backupPlace(config)) {
    note(words.say('setup.hasBackup', { at: words.calendar.stamp(newest.made_at) }))
    return newest.evidence_missing === 0
  }
  note(words.say('setup.firstBackup'))
  const made = await createBackup(options, config, words.tell(AGAIN)).catch((error: unknown) => {
    note(words.say('setup.noFirstBackup'))
    throw error
  })
  note(madeWords(made, commandWords(options)))
  return made.manifest.evidence_missing === 0
}
