import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { card, safe, show, table } from '../cli/print.ts'
import type { TaskResult } from '../tasks.ts'
import type { Words } from '../words/words.ts'
import { toldCheck } from './doctor/check.ts'

/** The status in the words of a reader. */
const toldStatus = (words: Words, status: TaskResult<'status'>) => ({
  ...status,
  warnings: status.warnings.map((check) => toldCheck(words, check)),
  roots: {
    ...status.roots,
    publisher: status.roots.publisher === null ? null : words.tell(status.roots.publisher),
  },
  backups: {
    ...status.backups,
    caution: status.backups.caution === null ? null : words.tell(status.backups.caution),
    last_failure:
      status.backups.last_failure === null
        ? null
        : { ...status.backups.last_failure, reason: words.tell(status.backups.last_failure.reason) },
  },
})

type Status = ReturnType<typeof toldStatus>

const MIB = 1024 * 1024

export function statusCommand(): Command {
  return new Command('status').description('help.status').does(async (options: GlobalOptions) => {
    const [found, words] = await withWords(options, (run) => run('status', {}))
    const status = toldStatus(words, found)
    const faults = Object.entries(status.parts).filter(([, fault]) => fault !== null)
    show(options.json, status, () =>
      card([
        ['Service', serviceWords(status, words)],
        ['TLS', tlsWords(status.certificate, words)],
        ['Cooperative', status.cooperative.name],
        ['Party', status.cooperative.party],
        ['Data folder', status.data_folder],
        ['Entries in the log', status.log_entries],
        ['Records', status.records ?? 'being counted'],
        ['Devices', status.devices],
        [
          'Newest entry',
          status.newest_entry_at === null ? 'none' : words.calendar.stamp(status.newest_entry_at),
        ],
        ['Clock of this machine', clockWords(status, words)],
        ['Database', `${(status.database_bytes / MIB).toFixed(1)} MiB`],
        ['Free on the disk', `${(status.free_bytes / MIB).toFixed(0)} MiB`],
        [
          'Works',
          faults.length === 0 ? 'yes' : faults.map(([part, fault]) => `${part}: ${fault}`).join('; '),
        ],
        ['Backups', backupWords(status.backups, words)],
        ['Roots', rootWords(status.roots, words)],
        ['Version', status.version],
        ['Consents ending within 30 days', status.grants_ending.length],
        ['Consents due for renewal', status.grants_due.length],
        ['Devices not seen for 14 days', status.devices_silent.length],
        ['Open subject access requests', status.subject_access_open],
        ['Access requests waiting', status.access_requests_waiting],
        ['Notifications pending', status.notifications_owed],
      ])
        .concat(warned(status.warnings))
        .concat(ending(status.grants_ending, words))
        .concat(due(status.grants_due, words)),
    )
    if (faults.length > 0) process.exitCode = 1
    else if (status.backups.late || status.backups.last_failure !== null) process.exitCode = 3
  })
}

function clockWords({ clock, clock_trusted }: Status, { calendar }: Words): string {
  const shown = `${calendar.stamp(clock)} (${calendar.timeZone})`
  if (clock_trusted === null) return shown
  return `${shown}, IN DOUBT: it is probably ${calendar.stamp(clock_trusted)}; writes are refused`
}

function serviceWords({ service, address }: Status, { calendar }: Words): string {
  if (service === null) return 'not running (granary serve, or systemctl start granary)'
  const others = address.reachable_by_others ? `; devices reach it at ${address.url}` : ''
  return `running since ${calendar.stamp(service.since)} at ${service.url}${others}`
}

function tlsWords(certificate: Status['certificate'], { calendar }: Words): string {
  if (certificate === null) return 'none in use'
  const made = certificate.source === 'made' ? 'a certificate made here' : 'a certificate of your own'
  if (certificate.until === null) return `${made}, which cannot be read`
  return `${made}, good until ${calendar.stamp(certificate.until)}`
}

/** The findings that need attention, each with its number among the doctor's checks. */
function warned(warnings: Status['warnings']): string {
  if (warnings.length === 0) return ''
  const lines = warnings.map(({ number, finding, remedy }) =>
    `${number}. ${safe(finding)} ${safe(remedy)}`.trimEnd(),
  )
  return `\n\nNeeds attention (granary doctor checks more):\n\n${lines.join('\n')}`
}

/** The newest root, and whether it was published. */
function rootWords(
  { publisher, fixed_at, published_at, behind }: Status['roots'],
  { calendar }: Words,
): string {
  if (publisher === null)
    return `${fixed_at === null ? 'none yet' : `newest of ${calendar.stamp(fixed_at)}`}; not published: set GRANARY_ANCHOR_PUBLISHER`
  if (published_at === null) return `none published yet to ${publisher}`
  return `newest published at ${calendar.stamp(published_at)}${behind ? ', OVERDUE: granary anchor status shows why' : ''}`
}

/** The newest backup, with a remedy when something needs attention. */
function backupWords(
  { place, every, has_key, newest, late, last_failure, caution }: Status['backups'],
  { calendar }: Words,
): string {
  const also = caution === null ? '' : `; ${caution}`
  const made = newest === null ? '' : calendar.stamp(newest.made_at)
  if (last_failure !== null)
    return `the last one failed at ${calendar.stamp(last_failure.at)}: ${last_failure.reason}${newest === null ? '' : ` (newest: ${made})`}${also}`
  if (newest !== null)
    return `newest of ${made}${late ? `, LATE: one is due every ${every}` : ''}${newest.evidence_missing === 0 ? '' : `, ${newest.evidence_missing} pictures missing in it`}${also}`
  if (place === null) return 'none: set GRANARY_BACKUP_STORE to a place on another disk'
  return has_key ? 'none yet' : 'none: make a key first (granary backup key)'
}

const SHOWN = 20

type GrantIn = Status['grants_ending'][number]

/** The consents that end soonest, with the remedy. */
const ending = (grants: Status['grants_ending'], { calendar }: Words): string =>
  grantTable(
    grants,
    'Consents ending soon (ask the people again, then run granary grant record)',
    'Ends',
    ({ expires_at }) => calendar.stamp(expires_at),
  )

/** The oldest consents. They do not end by themselves. */
const due = (grants: Status['grants_due'], { calendar }: Words): string =>
  grantTable(
    grants,
    'Consents due for renewal (ask the people again; record what they agree to, and revoke the old consent)',
    'Given',
    ({ given_at }) => calendar.stamp(given_at),
  )

function grantTable<G extends GrantIn>(
  grants: readonly G[],
  title: string,
  when: string,
  whenOf: (grant: G) => string,
): string {
  if (grants.length === 0) return ''
  const rows = grants
    .slice(0, SHOWN)
    .map((grant) => [
      whenOf(grant),
      grant.subject_name ?? grant.subject,
      grant.grantee_name ?? grant.grantee,
      grant.purpose,
    ])
  const more = grants.length > SHOWN ? `\n... and ${grants.length - SHOWN} more` : ''
  return `\n\n${title}:\n\n${table([when, 'Of', 'To', 'Purpose'], rows)}${more}`
}
