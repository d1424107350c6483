import { must } from '../../base/typed.ts'
import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { DAY_MS } from '../../domain/time.ts'
import { Calendar } from '../../words/english.ts'
import { bad, type CheckResult, caution, good } from './check.ts'
import type { Patient } from './patient.ts'

/** Checks of what others on the network can reach. */

export function listening({ config, tls, certificate }: Patient): CheckResult {
  const { host } = listenAddress(config.listen)
  // In a program that is no service, the service counts as not running.
  const answers = tls === null ? 'The service is not running; it would answer' : 'The service answers'
  if (isLoopback(host)) return good(`${answers} this machine only.`, { beyond_this_machine: false })
  const facts = { beyond_this_machine: true }
  const isThere = certificate() !== null
  if (tls === null ? isThere : tls.served !== null) return good(`${answers} with TLS.`, facts)
  return bad(
    tls === null
      ? `The service is not running. With these settings it would answer at ${config.listen} without TLS.`
      : `The service answers at ${config.listen} without TLS.`,
    config.tls === 'off'
      ? 'Remove GRANARY_TLS=off from the settings. If a proxy on this machine provides TLS, listen on 127.0.0.1 only.'
      : isThere
        ? UNSERVED_REMEDY
        : 'Make a certificate (granary tls init), or set --tls-cert and --tls-key, or listen on 127.0.0.1 only.',
    facts,
  )
}

const UNSERVED_REMEDY =
  'Restart the service, which started before there was a certificate: systemctl restart granary'

/** The warning for a certificate that a person must renew starts a month before its end. */
const NOTICE_MS = 30 * DAY_MS
/** The service renews a certificate made here well before this. */
const MADE_NOTICE_MS = 7 * DAY_MS

export function certificate({ config, clock, tls, certificate }: Patient): CheckResult {
  const nowMs = clock()
  const there = certificate()
  const served = tls?.served ?? null
  if (there === null && served === null)
    return good('There is no TLS, so no certificate is needed.', { served: false })
  if (tls !== null && served === null)
    return caution('There is a certificate, but it is not in use.', UNSERVED_REMEDY, { served: false })
  const { fault, remedy, source } = there ?? GONE
  // Devices see the certificate in use, which may differ from the one on the disk.
  const notAfterMs = served?.notAfterMs ?? there?.notAfterMs ?? null
  const calendar = new Calendar(config.timeZone)
  const leftMs = notAfterMs === null ? null : notAfterMs - nowMs
  const facts = {
    served: true,
    made_here: source === 'made',
    days_left: leftMs === null ? null : Math.floor(leftMs / DAY_MS),
  }
  if (leftMs !== null && leftMs <= 0)
    return bad(
      `The certificate ended at ${calendar.stamp(must(notAfterMs))}: devices refuse to connect.`,
      remedy ?? renewal(source),
      facts,
    )
  if (leftMs === null)
    return bad(fault ?? 'The certificate cannot be read.', remedy ?? renewal(source), facts)
  if (fault !== null) return caution(fault, remedy ?? renewal(source), facts)
  const until = `The certificate is valid until ${calendar.stamp(must(notAfterMs))}.`
  if (leftMs < (source === 'made' ? MADE_NOTICE_MS : NOTICE_MS)) return caution(until, renewal(source), facts)
  return good(until, facts)
}

/** The status when the files are missing, but the service still uses the certificate it has read. */
const GONE = {
  source: 'made',
  fault: 'The certificate in use is missing from the disk, so the next start will fail.',
  remedy: 'Restore the folder tls in the data folder, or make another authority: granary tls init',
} as const

const renewal = (source: 'made' | 'own'): string =>
  source === 'made'
    ? 'Restart the service: it makes the next one.'
    : 'Get a new one from its issuer, and replace the files of GRANARY_TLS_CERT and GRANARY_TLS_KEY.'

const MINUTE_MS = 60_000
/** Older refusals no longer matter. */
const LATELY_MS = 60 * MINUTE_MS

export function places({ connections }: Patient): CheckResult {
  if (connections === null) return good('The service is not running.')
  const { open, most, refused, shortForMs } = connections
  const facts = {
    open,
    most,
    refused: refused.no_place,
    refused_for_address: refused.address_full,
    cut_off: refused.unread + refused.make_room,
    minutes_since_short: shortForMs === null ? null : Math.floor(shortForMs / MINUTE_MS),
  }
  if (shortForMs !== null && shortForMs < LATELY_MS)
    return caution(
      `All ${most} places for connections were in use within the last hour, and others were refused or closed (${refused.no_place} since the start).`,
      'Find out who is connected: ss -tn. If a machine holds many unused connections, remove it from the network. If all are needed, raise GRANARY_MAX_CONNECTIONS, and the limit of open files (LimitNOFILE= of the service, or ulimit -n) to more than twice that.',
      facts,
    )
  return good(`${open} of ${most} places for connections are in use.`, facts)
}
