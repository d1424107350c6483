import { DAY_MS } from '../../domain/time.ts'
import { isLoopback, listenAddress } from '../../places.ts'
import { Calendar } from '../../text/phrases.ts'
import { certificateStanding } from '../../tls/standing.ts'
import { bad, caution, type Found, good } from './check.ts'
import type { Holder } from './holder.ts'

/** What others on the network meet. */

export function listening({ config, clock, tls }: Holder): Found {
  const { host } = listenAddress(config.listen)
  // Whoever is not the service finds it not running.
  const answers = tls === null ? 'The service does not run; it would answer' : 'The service answers'
  if (isLoopback(host)) return good(`${answers} this machine alone.`, { beyond_this_machine: false })
  const facts = { beyond_this_machine: true }
  const isThere = certificateStanding(config, clock()) !== null
  if (tls === null ? isThere : tls.served !== null) return good(`${answers} with TLS.`, facts)
  return bad(
    tls === null
      ? `The service does not run, and as it is set it would answer at ${config.listen} without TLS.`
      : `The service answers at ${config.listen} without TLS.`,
    config.tls === 'off'
      ? 'Take GRANARY_TLS=off out of the settings; or, where a proxy on this machine serves TLS, listen on 127.0.0.1 alone.'
      : isThere
        ? UNSERVED_REMEDY
        : 'Make a certificate (granary tls init), or give --tls-cert and --tls-key, or listen on 127.0.0.1 alone.',
    facts,
  )
}

const UNSERVED_REMEDY =
  'Restart the service: it was started before there was a certificate (systemctl restart granary).'

/** A month's notice of the end of a certificate that somebody must renew by hand. */
const NOTICE_MS = 30 * DAY_MS
/** One that is made here is renewed by the service itself, well before this. */
const MADE_NOTICE_MS = 7 * DAY_MS

export function certificate({ config, clock, tls }: Holder): Found {
  const nowMs = clock()
  const there = certificateStanding(config, nowMs)
  const served = tls?.served ?? null
  if (there === null && served === null) return good('No TLS is served, so there is none.', { served: false })
  if (tls !== null && served === null)
    return caution('There is a certificate, and it is not served.', UNSERVED_REMEDY, { served: false })
  const { fault, remedy, source } = there ?? GONE
  // Devices meet the one that is served, which may be another by now than the one on the disk.
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
      `The certificate ended at ${calendar.stamp(notAfterMs as number)}: devices refuse to connect.`,
      remedy ?? renewal(source),
      facts,
    )
  if (leftMs === null)
    return bad(fault ?? 'The certificate cannot be read.', remedy ?? renewal(source), facts)
  if (fault !== null) return caution(fault, remedy ?? renewal(source), facts)
  const until = `The certificate is good until ${calendar.stamp(notAfterMs as number)}.`
  if (leftMs < (source === 'made' ? MADE_NOTICE_MS : NOTICE_MS)) return caution(until, renewal(source), facts)
  return good(until, facts)
}

/** Of a service that goes on with what it read when it began. */
const GONE = {
  source: 'made',
  fault: 'The certificate that is served lies on the disk no longer, and the next start will not find it.',
  remedy: 'Put the folder tls back into the data folder, or make another authority: granary tls init',
} as const

const renewal = (source: 'made' | 'own'): string =>
  source === 'made'
    ? 'Restart the service: it makes the next one by itself.'
    : 'Get the next one from whoever made it, and put it in the place of the old: GRANARY_TLS_CERT and GRANARY_TLS_KEY.'

const MINUTE_MS = 60_000
/** What is longer ago was seen to, or is over. */
const LATELY_MS = 60 * MINUTE_MS

export function places({ connections }: Holder): Found {
  if (connections === null) return good('The service does not run.')
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
      `All ${most} places for connections were taken within the last hour, and others were refused or closed (${refused.no_place} since the start).`,
      'See who is connected: ss -tn. Where a machine holds many connections without using them, take it off the network. Where they are all wanted, raise GRANARY_MAX_CONNECTIONS, and the limit of open files (LimitNOFILE= of the service, or ulimit -n) to more than twice that.',
      facts,
    )
  return good(`${open} of ${most} places for connections are taken.`, facts)
}
