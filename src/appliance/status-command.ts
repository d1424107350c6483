import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { card, show, table } from '../cli/print.ts'
import type { TaskResult } from '../cli/tasks.ts'
import { figure } from '../words/figure.ts'
import { type InWords, inWords } from '../words/in-words.ts'
import { fullName, nounName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'

type ApplianceStatus = InWords<TaskResult<'status'>>

const MIB = 1024 * 1024

export function statusCommand(): Command {
  return new Command('status').description('help.status').does(async (options: GlobalOptions) => {
    const [found, words] = await withWords(options, (run) => run('status', {}))
    const status = inWords(words, found)
    const { say } = words
    const faults = Object.entries(status.parts).filter(([, fault]) => fault !== null)
    show(options.json, status, () =>
      card([
        [say('status.service'), serviceWords(status, words)],
        ['TLS', tlsWords(status.certificate, words)],
        [say('nav.cooperative'), status.cooperative.name],
        [say('status.party'), status.cooperative.party],
        [say('sheet.folder'), status.data_folder],
        [say('status.entries'), status.log_entries],
        [say('machine.records'), status.records ?? say('machine.counting')],
        [say('devices.title'), status.devices],
        [
          say('status.newest'),
          status.newest_entry_at === null
            ? say('status.noEntry')
            : words.calendar.stamp(status.newest_entry_at),
        ],
        [say('status.clock'), clockWords(status, words)],
        [
          say('machine.database'),
          say('value.mebibytes', {
            size: figure(Math.round((10 * status.database_bytes) / MIB) / 10, words.language.signs, 1),
          }),
        ],
        [say('status.free'), say('value.mebibytes', { size: words.count(status.free_bytes / MIB) })],
        [
          say('status.works'),
          faults.length === 0
            ? say('status.yes')
            : words.series(faults.map(([part, fault]) => `${part}: ${fault}`)),
        ],
        [say('machine.backups'), backupWords(status.backups, words)],
        [say('status.roots'), rootWords(status.roots, words)],
        [say('machine.version'), status.version],
        [say('status.ending'), status.grants_ending.length],
        [say('status.due'), status.grants_due.length],
        [say('status.silent'), status.devices_silent.length],
        [say('status.behind'), status.readers_behind.length],
        [say('status.feedSilent'), status.feeds_silent.length],
        [say('status.access'), status.subject_access_open],
        [say('status.requests'), status.access_requests_waiting],
        [say('status.notifications'), status.notifications_owed],
      ])
        .concat(warned(status.warnings, words))
        .concat(grantTable(words, status.grants_ending, 'ending', ({ expires_at }) => expires_at))
        .concat(grantTable(words, status.grants_due, 'due', ({ given_at }) => given_at))
        .concat(behindTable(words, status.readers_behind)),
    )
    if (faults.length > 0) process.exitCode = 1
    else if (status.backups.late || status.backups.last_failure !== null) process.exitCode = 3
  })
}

function clockWords(
  { clock, clock_behind, clock_trusted }: ApplianceStatus,
  { say, calendar }: Words,
): string {
  const shown = { shows: calendar.stamp(clock), timeZone: calendar.timeZone }
  return clock_trusted === null
    ? say('status.clockShows', shown)
    : say(clock_behind ? 'status.clockBehind' : 'status.clockDoubted', {
        ...shown,
        trusted: calendar.stamp(clock_trusted),
      })
}

function serviceWords({ service, address }: ApplianceStatus, { say, calendar }: Words): string {
  if (service === null) return say('status.notRunning')
  const running = { since: calendar.stamp(service.since), url: service.url }
  return address.reachable_by_others
    ? say('status.reached', { ...running, address: address.url })
    : say('status.running', running)
}

function tlsWords(certificate: ApplianceStatus['certificate'], { say, calendar }: Words): string {
  if (certificate === null) return say('status.noTls')
  const { source, until } = certificate
  return until === null
    ? say(`status.${source}Unreadable`)
    : say(`status.${source}`, { until: calendar.stamp(until) })
}

/** The findings that need attention, each with its number among the doctor's checks. */
function warned(warnings: ApplianceStatus['warnings'], { say }: Words): string {
  if (warnings.length === 0) return ''
  const lines = warnings.map(({ number, finding, remedy }) =>
    say('status.warning', { number, finding, remedy: remedy ?? '' }).trimEnd(),
  )
  return `\n\n${say('status.attention')}\n\n${lines.join('\n')}`
}

/** The newest root, and whether it was published. */
function rootWords(
  { publisher, fixed_at, published_at, behind }: ApplianceStatus['roots'],
  { say, calendar }: Words,
): string {
  if (publisher === null)
    return fixed_at === null
      ? say('status.noRoot')
      : say('status.notPublished', { at: calendar.stamp(fixed_at) })
  if (published_at === null) return say('status.noneSent', { publisher })
  return say(behind ? 'status.sentLate' : 'status.sent', { at: calendar.stamp(published_at) })
}

/** The newest backup, with a remedy when something needs attention. */
function backupWords(
  { place, every, has_key, newest, late, last_failure, caution }: ApplianceStatus['backups'],
  { say, calendar, series }: Words,
): string {
  // What the reason says already is not said twice.
  const also = caution === null || last_failure?.reason.includes(caution) ? [] : [caution]
  const at = newest === null ? '' : calendar.stamp(newest.made_at)
  if (last_failure !== null) {
    const failed = { at: calendar.stamp(last_failure.at), reason: last_failure.reason }
    return series([
      newest === null
        ? say('status.backupFailed', failed)
        : say('status.backupFailedAfter', { ...failed, newest: at }),
      ...also,
    ])
  }
  if (newest !== null) {
    const backup = late ? say('status.backupLate', { at, every }) : say('status.backup', { at })
    const count = newest.evidence_missing
    return series([count === 0 ? backup : say('status.backupMissing', { backup, count }), ...also])
  }
  if (place === null) return say('status.noPlace')
  return say(has_key ? 'status.noBackup' : 'status.noKey')
}

const SHOWN = 20

type GrantIn = ApplianceStatus['grants_ending'][number]

/** The consents that end soonest, or the oldest ones, which do not end by themselves. */
function grantTable<G extends GrantIn>(
  words: Words,
  grants: readonly G[],
  which: 'ending' | 'due',
  whenOf: (grant: G) => string,
): string {
  const { say, calendar, told, count } = words
  if (grants.length === 0) return ''
  const rows = grants
    .slice(0, SHOWN)
    .map((grant) => [
      calendar.stamp(whenOf(grant)),
      fullName(grant.subject_name, words) ?? grant.subject,
      fullName(grant.grantee_name, words) ?? grant.grantee,
      told({ code: grant.purpose }),
    ])
  const left = grants.length - SHOWN
  const more = left > 0 ? `\n${say('status.more', { count: count(left) })}` : ''
  const when = say(which === 'ending' ? 'status.ends' : 'status.given')
  const headings = [when, say('status.of'), say('status.to'), say('status.purpose')]
  return `\n\n${say(`status.${which}Title`)}\n\n${table(headings, rows)}${more}`
}

/** The readers whose programs do not know that consents ended. */
function behindTable(words: Words, behind: ApplianceStatus['readers_behind']): string {
  const { say, calendar, count, told } = words
  if (behind.length === 0) return ''
  const rows = behind.map(({ party, party_name, purpose, last_fetched_at, ended }) => [
    calendar.day(last_fetched_at),
    nounName(party_name, words) ?? party,
    told({ code: purpose }),
    count(ended),
  ])
  const headings = [
    say('status.lastFetched'),
    say('status.reader'),
    say('status.purpose'),
    say('status.endedCount'),
  ]
  return `\n\n${say('status.behindTitle')}\n\n${table(headings, rows)}`
}
