import { card, safe } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import type { Words } from '../../words/words.ts'
import type { Sheet } from './facts.ts'

export type { Sheet }

/** The sheet that a person keeps on paper. */

/** @param isTerminal whether the key is shown on a terminal, as a picture of its own colours */
export function sheetText(words: Words, sheet: Sheet, isTerminal: boolean): string {
  const { say, calendar } = words
  return [
    `${say('sheet.title').padEnd(46)}${calendar.stamp(sheet.made_on)}`,
    say('sheet.keep'),
    facts(words, sheet),
    keyPart(words, sheet, isTerminal),
    afterFire(words, sheet),
  ].join('\n\n')
}

function facts({ say, calendar, count }: Words, sheet: Sheet): string {
  const { address, newest_backup: newest, fingerprint_sha256: fingerprint } = sheet
  return card([
    [say('nav.cooperative'), sheet.cooperative],
    [say('machine.address'), sheet.reachable_by_others ? address : say('sheet.hereOnly', { address })],
    [
      say(sheet.fingerprint_of === 'certificate' ? 'machine.certificateTitle' : 'sheet.authority'),
      fingerprint === null ? say('sheet.noCertificate') : `SHA-256 ${fingerprint}`,
    ],
    [say('sheet.log'), sheet.log_origin],
    [say('sheet.vkey'), sheet.log_vkey],
    [say('machine.backups'), sheet.backup_place ?? say('sheet.noPlace')],
    [
      say('sheet.newest'),
      newest === null
        ? say('sheet.none')
        : say('sheet.newestOf', {
            at: calendar.stamp(newest.made_at),
            count: newest.entries,
            entries: count(newest.entries),
          }),
    ],
    [say('sheet.folder'), sheet.data_folder],
    [say('sheet.settings'), say('sheet.settingsFile', { file: sheet.settings_file })],
    [say('cooperative.timeZone'), sheet.time_zone],
  ])
}

function keyPart(
  { say }: Words,
  { backup_identity: identity, has_backup_key }: Sheet,
  isTerminal: boolean,
): string {
  if (identity !== null) return [say('sheet.key'), identity, qrCode(identity, isTerminal)].join('\n\n')
  return say(has_backup_key ? 'sheet.hasKey' : 'sheet.noKey')
}

export const afterFire = (
  { say }: Words,
  { command, backup_place }: Pick<Sheet, 'command' | 'backup_place'>,
): string =>
  `${say('sheet.afterFire')}

1. ${say('sheet.afterFire.install')}
2. ${command} backup restore --from ${safe(backup_place ?? 'PLACE')} --identity -
   ${say('sheet.afterFire.key')}
3. ${say('sheet.afterFire.start', { confirm: `${command} backup confirm` })}`

/** The last steps on this machine, shown below the sheet. */
export function nextSteps({ say }: Words, { restart, is_running, command, data_flag }: Sheet): string {
  const doctor = `${command} doctor${data_flag}`
  if (restart === null) return say('sheet.inUse', { doctor })
  const again = restart.includes('systemctl') ? 'sheet.restart' : 'sheet.stopAndStart'
  return `${say(is_running ? again : 'sheet.start')}\n\n    ${restart}\n\n${say('sheet.then', { doctor })}`
}
