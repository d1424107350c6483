import { flag } from '../cli/asked.ts'
import type { Command } from '../cli/command.ts'
import { card, note, print, tableOf } from '../cli/print.ts'
import { qrCode } from '../cli/qr.ts'
import { asking, commandOf, family } from '../cli/task-command.ts'
import { isOfService } from '../config/installed.ts'
import { isClockAhead, isClockBehind } from '../domain/device-clock.ts'
import { plain } from '../text/wrap.ts'
import { nounName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { DEVICE, type DeviceLine, ENROL, everyDevice, fieldAddresses, NAMING } from './device-tasks.ts'

export const deviceCommand = (): Command =>
  family('device', 'help.device', [
    enrolCommand(),
    listCommand(),
    commandOf('name', 'help.device.nameIt', 'device.name', NAMING, ({ name, used_by }, words) =>
      words.say('devices.isNamed', { name, who: used_by?.name ?? words.say('devices.nobodyNamed') }),
    ),
    commandOf('revoke', 'help.device.revoke', 'device.revoke', DEVICE, ({ revoked_at }, words, { id }) =>
      words.say('devices.isRevoked', { id, at: words.calendar.stamp(revoked_at) }),
    ),
  ])

function enrolCommand(): Command {
  const asked = {
    ...ENROL,
    qr: flag('--qr', 'help.device.enrol.qr'),
    field: flag('--field', 'help.device.enrol.field'),
  }
  return asking(
    'enrol',
    'help.device.enrol',
    asked,
    async ({ run, words, options }, { qr, field, ...args }) => {
      const { calendar, say } = words
      const enrolment = await run('device.enrol', args)
      const { party_name: name, addresses, fingerprint_of } = enrolment
      const { page, certificate } = fieldAddresses(enrolment)
      const made = {
        ...enrolment,
        party_name: name === null ? null : words.told(name),
        field_url: page,
        certificate_url: certificate,
      }
      const others = addresses.slice(1)
      return {
        json: made,
        text: () =>
          card([
            [say('devices.code'), made.enrolment_code],
            [
              say('devices.line.validFor'),
              say('devices.validFor', {
                name: made.party_name ?? '',
                until: calendar.stamp(made.expires_at),
              }),
            ],
            ...(made.name === undefined ? [] : [[say('devices.name'), plain(made.name, 80)] as const]),
            ...(made.used_by === undefined
              ? []
              : [[say('devices.usedBy'), plain(made.used_by.name, 80)] as const]),
            [say('devices.address'), made.url],
            ...(others.length === 0 ? [] : [[say('devices.line.others'), others.join(' ')] as const]),
            ...(field ? [[say('devices.line.page'), page] as const] : []),
            ...(field && certificate !== null ? [[say('devices.line.install'), certificate] as const] : []),
            ...(made.fingerprint_sha256 === null
              ? []
              : [
                  [
                    say(`devices.line.${fingerprint_of ?? 'certificate'}`),
                    `SHA-256 ${made.fingerprint_sha256}`,
                  ] as const,
                ]),
          ]),
        more() {
          if (qr || field) print(`\n${qrCode(field ? page : made.uri, process.stdout.isTTY)}`)
          if (field && certificate !== null) note(`\n${say('devices.installFirst')}`)
          note(
            made.reachable_by_others
              ? `\n${say(field ? 'devices.openPage' : qr ? 'devices.scanOrType' : 'devices.typeBoth')}`
              : `\n${say('devices.unreachable', {
                  option: isOfService(options.data) ? 'GRANARY_LISTEN=0.0.0.0:7373' : '--listen 0.0.0.0:7373',
                })}`,
          )
        },
      }
    },
  )
}

const listCommand = (): Command =>
  asking('list', 'help.device.list', {}, async ({ run, words }) => {
    const devices = await everyDevice((from) => run('device.list', from))
    const { calendar, say } = words
    return {
      json: { devices },
      text: () =>
        tableOf(words, devices, [
          ['devices.device', ({ name }) => name],
          ['devices.usedBy', ({ used_by }) => used_by?.name ?? null],
          ['devices.whose', ({ party_name }) => nounName(party_name, words)],
          [
            'devices.line.lastVisit',
            ({ last_came_at: at }) => (at === null ? say('member.never') : calendar.stamp(at)),
          ],
          ['devices.sent', (device) => sentOf(words, device)],
          ['devices.fetched', (device) => fetchedOf(words, device)],
          ['devices.says', (device) => saysOf(words, device)],
          ['devices.line.remarks', (device) => remarksOf(words, device)],
          ['view.command.id', ({ id }) => id],
        ]),
    }
  })

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
