import { card, safe } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { several } from '../../words/english.ts'

/** The sheet that a person keeps on paper. */

export interface Sheet {
  readonly cooperative: string | null
  readonly party: string
  readonly address: string
  readonly reachable_by_others: boolean
  readonly fingerprint_sha256: string | null
  readonly fingerprint_of: 'authority' | 'certificate' | null
  readonly log_origin: string
  readonly log_vkey: string
  /** The value of the setting; null while there is none. */
  readonly backup_place: string | null
  readonly newest_backup: { readonly id: string; readonly made_at: string; readonly entries: number } | null
  /** Null unless the key was made in this run, because Granary does not keep it. */
  readonly backup_identity: string | null
  readonly has_backup_key: boolean
  readonly data_folder: string
  readonly settings_file: string
  readonly time_zone: string
  /** The first words of each command on this machine. */
  readonly command: string
  /** The flag to add to each command if the data folder is not the usual one; otherwise empty. */
  readonly data_flag: string
  /** The command that starts or restarts the service; null when that is not needed. */
  readonly restart: string | null
  readonly is_running: boolean
  readonly made_on: string
}

interface Words {
  /** Formats an instant for people. */
  readonly stamp: (at: string) => string
  readonly isTerminal: boolean
}

export function sheetText(sheet: Sheet, { stamp, isTerminal }: Words): string {
  return [
    `GRANARY: THE SHEET TO KEEP                    ${stamp(sheet.made_on)}

Keep it on paper, away from this machine and from the backups.

${facts(sheet, stamp)}`,
    keyPart(sheet, isTerminal),
    afterFire(sheet),
  ].join('\n\n')
}

function facts(sheet: Sheet, stamp: Words['stamp']): string {
  const { newest_backup: newest, fingerprint_sha256: fingerprint } = sheet
  return card([
    ['Cooperative', sheet.cooperative],
    ['Address', `${sheet.address}${sheet.reachable_by_others ? '' : '  (from this machine only)'}`],
    [
      sheet.fingerprint_of === 'certificate' ? 'Certificate' : 'Authority',
      fingerprint === null ? 'none: there is no certificate' : `SHA-256 ${fingerprint}`,
    ],
    ['Log', sheet.log_origin],
    ['Verifier key', sheet.log_vkey],
    ['Backups', sheet.backup_place ?? 'NONE YET: plug in a disk, and run granary setup again'],
    [
      'Newest backup',
      newest === null ? 'none' : `${stamp(newest.made_at)}, ${several(newest.entries, 'entry', 'entries')}`,
    ],
    ['Data folder', sheet.data_folder],
    ['Settings', `${sheet.settings_file} (not in the backups)`],
    ['Time zone', sheet.time_zone],
  ])
}

function keyPart({ backup_identity: identity, has_backup_key }: Sheet, isTerminal: boolean): string {
  if (identity !== null)
    return `This key opens the backups. Anyone who has it can read them all; without it nobody can restore them.

${identity}

${qrCode(identity, isTerminal)}`
  if (!has_backup_key) return 'There is no key for backups yet.'
  return `The key that opens the backups, AGE-SECRET-KEY-1..., was shown when it was made. Keep its paper with this one.
If the key is lost, run: granary backup key --replace, then granary backup create.`
}

export function afterFire({ command, backup_place }: Pick<Sheet, 'command' | 'backup_place'>): string {
  const place = safe(backup_place ?? 'PLACE')
  return `After a fire, theft or a dead disk (see also docs/restore.md):

1. Install Granary on another machine, and plug in the disk of the backups. Do not run setup or init.
2. ${command} backup restore --from ${place} --identity -
   Type the key. The verifier key that the command prints must be the one above.
3. Start the service. Enter again which consents, tokens and phones ended since then. Then run: ${command} backup confirm`
}

/** The last steps on this machine, shown below the sheet. */
export function nextSteps({ restart, is_running, command, data_flag }: Sheet): string {
  if (restart === null) return `Everything is in use. To check it: ${command} doctor${data_flag}`
  const how = is_running
    ? restart.includes('systemctl')
      ? 'Restart the service, so that it uses the new settings'
      : 'Stop the service (Ctrl-C in its window), and start it with the new settings'
    : 'Start the service'
  return `${how}:\n\n    ${restart}\n\nThen: ${command} doctor${data_flag}`
}
