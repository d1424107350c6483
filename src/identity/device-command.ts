import { spanMs } from '../base/span.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords, wordsOf } from '../cli/context.ts'
import { meaning } from '../cli/help.ts'
import { card, note, print, show, tableOrNone } from '../cli/print.ts'
import { qrCode } from '../cli/qr.ts'
import { beginningOf } from '../cli/read-values.ts'
import { isOfService } from '../config/installed.ts'
import { isClockAhead, isClockBehind } from '../domain/device-clock.ts'
import { parseInstant } from '../domain/time.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import type { Words } from '../words/words.ts'
import { type DeviceLine, everyDevice, fieldAddresses } from './device-tasks.ts'

interface EnrolOptions extends GlobalOptions {
  readonly party: string
  readonly ttl: string
  readonly since?: string
  readonly qr?: boolean
  readonly field?: boolean
}

export function deviceCommand(): Command {
  const command = new Command('device').description('help.device')
  command.addCommand(enrolCommand())
  command.addCommand(listCommand())
  command.addCommand(revokeCommand())
  return command
}

function enrolCommand(): Command {
  return new Command('enrol')
    .description('help.device.enrol')
    .requiredOption('--party <party>', 'help.device.enrol.party')
    .option('--ttl <time>', 'help.device.enrol.ttl', '24h')
    .option('--since <date>', 'help.device.enrol.since')
    .option('--qr', 'help.device.enrol.qr')
    .option('--field', 'help.device.enrol.field')
    .does(async ({ party, ttl, since, qr, field = false, ...options }: EnrolOptions) => {
      const lifeMs = lifeOf(ttl)
      const [enrolment, words] = await withWords(options, async (run) => {
        const words = await wordsOf(options, run)
        const sinceMs = since === undefined ? null : parseInstant(beginningOf(since, '--since', words))
        return run('device.enrol', { party, lifeMs, sinceMs })
      })
      const { calendar, say } = words
      const name = enrolment.party_name
      const { page, certificate } = fieldAddresses(enrolment)
      const made = {
        ...enrolment,
        party_name: name === null ? null : words.told(name),
        field_url: page,
        certificate_url: certificate,
      }
      const others = made.addresses.slice(1)
      show(options.json, made, () =>
        card([
          [say('devices.code'), made.enrolment_code],
          [
            say('devices.line.validFor'),
            say('devices.validFor', { name: made.party_name ?? '', until: calendar.stamp(made.expires_at) }),
          ],
          [say('devices.address'), made.url],
          ...(others.length === 0 ? [] : [[say('devices.line.others'), others.join(' ')] as const]),
          ...(field ? [[say('devices.line.page'), made.field_url] as const] : []),
          ...(field && certificate !== null ? [[say('devices.line.install'), certificate] as const] : []),
          ...(made.fingerprint_sha256 === null
            ? []
            : [
                [
                  say(`devices.line.${made.fingerprint_of ?? 'certificate'}`),
                  `SHA-256 ${made.fingerprint_sha256}`,
                ] as const,
              ]),
        ]),
      )
      if (options.json) return
      if (qr || field) print(`\n${qrCode(field ? made.field_url : made.uri, process.stdout.isTTY)}`)
      if (field && certificate !== null) note(`\n${say('devices.installFirst')}`)
      note(
        made.reachable_by_others
          ? `\n${say(field ? 'devices.openPage' : qr ? 'devices.scanOrType' : 'devices.typeBoth')}`
          : `\n${say('devices.unreachable', {
              option: isOfService(options.data) ? 'GRANARY_LISTEN=0.0.0.0:7373' : '--listen 0.0.0.0:7373',
            })}`,
      )
    })
}

function listCommand(): Command {
  return new Command('list').description('help.device.list').does(async (options: GlobalOptions) => {
    const [devices, words] = await withWords(options, (run) =>
      everyDevice((asked) => run('device.list', asked)),
    )
    const { calendar, say } = words
    show(options.json, { devices }, () =>
      tableOrNone(
        words,
        [
          say('devices.device'),
          say('devices.whose'),
          say('devices.line.lastVisit'),
          say('devices.sent'),
          say('devices.fetched'),
          say('devices.says'),
          say('devices.line.remarks'),
          say('view.command.id'),
        ],
        devices.map((device) => [
          device.name,
          device.party_name,
          device.last_came_at === null ? say('member.never') : calendar.stamp(device.last_came_at),
          sentOf(words, device),
          fetchedOf(words, device),
          saysOf(words, device),
          remarksOf(words, device),
          device.id,
        ]),
      ),
    )
  })
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('help.device.revoke')
    .argument('<id>', meaning('help.asShown', { command: 'granary device list' }))
    .does(async (options: GlobalOptions, id: string) => {
      const [revoked, words] = await withWords(options, (run) => run('device.revoke', { id }))
      show(options.json, revoked, () =>
        words.say('devices.isRevoked', { id, at: words.calendar.stamp(revoked.revoked_at) }),
      )
    })
}

/** Longest validity of a code: one that is valid for longer is as bad as a password on the wall. */
const LONGEST_DAYS = 7

function lifeOf(text: string): number {
  const ms = spanMs(text)
  if (ms < spanMs('1m') || ms > spanMs(`${LONGEST_DAYS}d`))
    throw new OperatorFault(...withRemedy('devices.badLife', { text, days: LONGEST_DAYS }), 2)
  return ms
}

function sentOf({ say }: Words, device: DeviceLine): string {
  const { accepted, replayed, rejected, commonest_rejection: reason } = device
  if (accepted + replayed + rejected === 0) return say('devices.nothing')
  const parts: string[] = [say('devices.sum.taken', { figure: accepted })]
  if (replayed > 0) parts.push(say('devices.sum.again', { figure: replayed }))
  if (rejected > 0) parts.push(say('devices.sum.refused', { figure: rejected, reason: reason ?? '' }))
  return parts.join(', ')
}

function fetchedOf({ calendar, say }: Words, { pulled_to, pulled_all }: DeviceLine): string {
  if (pulled_to === null) return say('devices.nothing')
  const at = calendar.stamp(pulled_to)
  return pulled_all ? say('devices.sum.all', { at }) : say('devices.sum.part', { at })
}

/** What the device reports about itself. */
function saysOf({ calendar, say }: Words, { says }: DeviceLine): string {
  if (says === null) return say('devices.nothing')
  const { waiting, rejected, at } = says
  return say('devices.says.sum', { waiting, rejected, at: calendar.stamp(at) })
}

function remarksOf(words: Words, { revoked_at, clock_ahead_seconds }: DeviceLine): string {
  const { calendar, say, timeApart } = words
  const remarks: string[] = []
  if (revoked_at !== null) remarks.push(say('devices.remark.revoked', { at: calendar.stamp(revoked_at) }))
  const aheadMs = (clock_ahead_seconds ?? 0) * 1000
  if (isClockAhead(aheadMs)) remarks.push(say('devices.remark.ahead', { time: timeApart(aheadMs) }))
  if (isClockBehind(aheadMs)) remarks.push(say('devices.remark.behind', { time: timeApart(-aheadMs) }))
  return words.clauses(remarks)
}
