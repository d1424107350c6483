import { spanMs } from '../base/span.ts'
import { Command } from '../cli/command.ts'
import { calendarOf, type GlobalOptions, withCalendar } from '../cli/context.ts'
import { card, note, print, show, table } from '../cli/print.ts'
import { qrCode } from '../cli/qr.ts'
import { beginningOf } from '../cli/read-values.ts'
import { isOfService } from '../config/installed.ts'
import { isClockAhead, isClockBehind } from '../domain/device-clock.ts'
import { parseInstant } from '../domain/time.ts'
import { type Calendar, timeApart } from '../words/english.ts'
import { OperatorFault } from '../words/fault.ts'
import type { DeviceLine } from './device-tasks.ts'

interface EnrolOptions extends GlobalOptions {
  readonly party: string
  readonly ttl: string
  readonly since?: string
  readonly qr?: boolean
}

export function deviceCommand(): Command {
  const command = new Command('device').description('phones and tablets that work offline')
  command.addCommand(enrolCommand())
  command.addCommand(listCommand())
  command.addCommand(revokeCommand())
  return command
}

function enrolCommand(): Command {
  return new Command('enrol')
    .description('make a one-time code for registering one device')
    .requiredOption('--party <party>', 'whose device: id, member number, or "cooperative"')
    .option('--ttl <time>', 'how long the code is valid: 30m, 24h, 7d', '24h')
    .option('--since <date>', 'the device reads only what happened from this day or timestamp on')
    .option('--qr', 'draw a QR code')
    .does(async ({ party, ttl, since, qr, ...options }: EnrolOptions) => {
      const lifeMs = lifeOf(ttl)
      const [made, calendar] = await withCalendar(options, async (run) => {
        const { timeZone } = await calendarOf(run)
        const sinceMs = since === undefined ? null : parseInstant(beginningOf(since, '--since', timeZone))
        return run('device.enrol', { party, lifeMs, sinceMs })
      })
      show(options.json, made, () =>
        card([
          ['Code', made.enrolment_code],
          ['Valid for', `one device of ${made.party_name}, until ${calendar.stamp(made.expires_at)}`],
          ['Address', made.url],
          ...(made.fingerprint_sha256 === null
            ? []
            : [
                [
                  FINGERPRINT_OF[made.fingerprint_of ?? 'certificate'],
                  `SHA-256 ${made.fingerprint_sha256}`,
                ] as const,
              ]),
        ]),
      )
      if (options.json) return
      if (qr) print(`\n${qrCode(made.uri, process.stdout.isTTY)}`)
      note(
        made.reachable_by_others
          ? `\nOn the device, ${qr ? 'scan the code, or ' : ''}type the address and the code.`
          : `\nOnly this machine can reach that address. Start the service with ${isOfService(options.data) ? 'GRANARY_LISTEN=0.0.0.0:7373' : '--listen 0.0.0.0:7373'} and TLS (granary tls init), or set GRANARY_PUBLIC_URL to the address that devices use.`,
      )
    })
}

/** Label for the fingerprint. */
const FINGERPRINT_OF = { authority: 'Authority', certificate: 'Certificate' } as const

function listCommand(): Command {
  return new Command('list')
    .description('every device: its last visit, what it sent, how far it has fetched')
    .does(async (options: GlobalOptions) => {
      const [{ devices }, calendar] = await withCalendar(options, (run) => run('device.list', {}))
      show(options.json, { devices }, () =>
        table(
          ['Device', 'Whose', 'Last visit', 'Sent', 'Fetched', 'Remarks', 'Id'],
          devices.map((device) => [
            device.name,
            device.party_name,
            device.last_came_at === null ? 'never' : calendar.stamp(device.last_came_at),
            sentOf(device),
            fetchedOf(device, calendar),
            remarksOf(device, calendar),
            device.id,
          ]),
        ),
      )
    })
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a lost device; its next request is refused')
    .argument('<id>', 'as "granary device list" shows it')
    .does(async (options: GlobalOptions, id: string) => {
      const [revoked, calendar] = await withCalendar(options, (run) => run('device.revoke', { id }))
      show(
        options.json,
        revoked,
        () =>
          `The device ${id} was revoked at ${calendar.stamp(revoked.revoked_at)}. The records that it sent stay. If it is found again, run: granary device enrol`,
      )
    })
}

/** Longest validity of a code: one that is valid for longer is as bad as a password on the wall. */
const LONGEST_DAYS = 7

function lifeOf(text: string): number {
  const ms = spanMs(text)
  if (ms < spanMs('1m') || ms > spanMs(`${LONGEST_DAYS}d`))
    throw new OperatorFault(
      `--ttl "${text}" is not a time from one minute to ${LONGEST_DAYS} days.`,
      'Write it as 30m, 24h or 7d.',
      2,
    )
  return ms
}

function sentOf({ accepted, replayed, rejected, commonest_rejection }: DeviceLine): string {
  if (accepted + replayed + rejected === 0) return 'nothing yet'
  const parts = [`${accepted} accepted`]
  if (replayed > 0) parts.push(`${replayed} again`)
  if (rejected > 0) parts.push(`${rejected} refused (mostly ${commonest_rejection})`)
  return parts.join(', ')
}

function fetchedOf({ pulled_to, pulled_all }: DeviceLine, calendar: Calendar): string {
  if (pulled_to === null) return 'nothing yet'
  return `${pulled_all ? 'all' : 'part'} until ${calendar.stamp(pulled_to)}`
}

function remarksOf({ revoked_at, clock_ahead_seconds }: DeviceLine, calendar: Calendar): string {
  const remarks: string[] = []
  if (revoked_at !== null) remarks.push(`revoked ${calendar.stamp(revoked_at)}`)
  const aheadMs = (clock_ahead_seconds ?? 0) * 1000
  if (isClockAhead(aheadMs)) remarks.push(`its clock is ${timeApart(aheadMs)} ahead`)
  if (isClockBehind(aheadMs)) remarks.push(`its clock is at least ${timeApart(-aheadMs)} behind`)
  return remarks.join('; ')
}
