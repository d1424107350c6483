import { card, safe } from '../../cli/print.ts'
import { qrCode } from '../../cli/qr.ts'
import { several } from '../../words/english.ts'

/** What to keep on paper. */

export interface Sheet {
  readonly cooperative: string | null
  readonly party: string
  readonly address: string
  readonly reachable_by_others: boolean
  readonly fingerprint_sha256: string | null
  readonly fingerprint_of: 'authority' | 'certificate' | null
  readonly log_origin: string
  readonly log_vkey: string
  /** As the setting is written; null while there is none. */
  readonly backup_place: string | null
  readonly newest_backup: { readonly id: string; readonly made_at: string; readonly entries: number } | null
  /** Null unless it was made now: Granary does not keep it. */
  readonly backup_identity: string | null
  readonly has_backup_key: boolean
  readonly data_folder: string
  readonly settings_file: string
  readonly time_zone: string
  /** Begins the commands of this machine. */
  readonly command: string
  /** Follows them, where the folder is not the usual one. */
  readonly data_flag: string
  /** Starts the service, again if it runs; null when nothing need be done. */
  readonly restart: string | null
  readonly is_running: boolean
  readonly made_on: string
}

interface Words {
  /** An instant, for people. */
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
    ['Address', `${sheet.address}${sheet.reachable_by_others ? '' : '  (from this machine alone)'}`],
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
    ['Settings', `${sheet.settings_file} (backups do not hold them)`],
    ['Time zone', sheet.time_zone],
  ])
}

function keyPart({ backup_identity: identity, has_backup_key }: Sheet, isTerminal: boolean): string {
  if (identity !== null)
    return `The key that opens the backups. Who has it can read them all; without it nobody can restore them.

${identity}

${qrCode(identity, isTerminal)}`
  if (!has_backup_key) return 'There is no key for backups yet.'
  return `The key that opens the backups, AGE-SECRET-KEY-1..., was shown when it was made. Keep that paper with this one.
If it is lost: granary backup key --replace, then granary backup create.`
}

export function afterFire({ command, backup_place }: Pick<Sheet, 'command' | 'backup_place'>): string {
  const place = safe(backup_place ?? 'PLACE')
  return `After a fire, theft or a dead disk (docs/restore.md says more):

1. Install Granary on another machine, and plug in the disk of the backups. Do not run setup or init.
2. ${command} backup restore --from ${place} --identity -
   Type the key. The verifier key that it prints must be the one above.
3. Start the service, enter again which consents, tokens and phones ended since, then: ${command} backup confirm`
}

/** What is left to do at this machine, below the sheet. */
export function whatFollows({ restart, is_running, command, data_flag }: Sheet): string {
  if (restart === null) return `All is in use. Look at it with: ${command} doctor${data_flag}`
  const how = is_running
    ? restart.includes('systemctl')
      ? 'Restart the service, so that it takes the new settings'
      : 'Stop the service (Ctrl-C in its window), and start it with the new settings'
    : 'Start the service'
  return `${how}:\n\n    ${restart}\n\nThen: ${command} doctor${data_flag}`
}
