import { must } from '../../base/typed.ts'
import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { DAY_MS } from '../../domain/time.ts'
import { withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { bad, type CheckResult, caution, good } from './check.ts'
import type { Patient } from './patient.ts'

/** Checks of what others on the network can reach. */

export function listening({ config, tls, certificate }: Patient): CheckResult {
  const { host } = listenAddress(config.listen)
  // In a program that is no service, the service counts as not running.
  if (isLoopback(host))
    return good(message(tls === null ? 'check.network.wouldHere' : 'check.network.here'), {
      beyond_this_machine: false,
    })
  const facts = { beyond_this_machine: true }
  const isThere = certificate() !== null
  if (tls === null ? isThere : tls.served !== null)
    return good(message(tls === null ? 'check.network.wouldTls' : 'check.network.tls'), facts)
  return bad(
    message(tls === null ? 'check.network.wouldPlain' : 'check.network.plain', { address: config.listen }),
    config.tls === 'off'
      ? message('check.network.off')
      : isThere
        ? UNSERVED_REMEDY
        : message('check.network.noCertificate'),
    facts,
  )
}

const UNSERVED_REMEDY = message('check.certificate.restart')

/** The warning for a certificate that a person must renew starts a month before its end. */
const NOTICE_MS = 30 * DAY_MS
/** The service renews a certificate made here well before this. */
const MADE_NOTICE_MS = 7 * DAY_MS

export function certificate({ clock, tls, certificate }: Patient): CheckResult {
  const nowMs = clock()
  const there = certificate()
  const served = tls?.served ?? null
  if (there === null && served === null) return good(message('check.certificate.none'), { served: false })
  if (tls !== null && served === null)
    return caution(message('check.certificate.unserved'), UNSERVED_REMEDY, { served: false })
  const { fault, remedy, source } = there ?? GONE
  // Devices see the certificate in use, which may differ from the one on the disk.
  const notAfterMs = served?.notAfterMs ?? there?.notAfterMs ?? null
  const leftMs = notAfterMs === null ? null : notAfterMs - nowMs
  const facts = {
    served: true,
    made_here: source === 'made',
    days_left: leftMs === null ? null : Math.floor(leftMs / DAY_MS),
  }
  if (leftMs !== null && leftMs <= 0)
    return bad(
      message('check.certificate.ended', { at: { stamp: must(notAfterMs) } }),
      remedy ?? renewal(source),
      facts,
    )
  if (leftMs === null)
    return bad(fault ?? message('check.certificate.unreadable'), remedy ?? renewal(source), facts)
  if (fault !== null) return caution(fault, remedy ?? renewal(source), facts)
  const until = message('check.certificate.until', { at: { stamp: must(notAfterMs) } })
  if (leftMs < (source === 'made' ? MADE_NOTICE_MS : NOTICE_MS)) return caution(until, renewal(source), facts)
  return good(until, facts)
}

/** The status when the files are missing, but the service still uses the certificate it has read. */
const GONE = {
  source: 'made',
  fault: message('check.certificate.gone'),
  remedy: message('check.certificate.gone.remedy'),
} as const

const renewal = (source: 'made' | 'own'): Message =>
  source === 'made' ? message('check.certificate.renewed') : message('check.certificate.renew')

const MINUTE_MS = 60_000
/** Older refusals no longer matter. */
const LATELY_MS = 60 * MINUTE_MS

export function places({ connections }: Patient): CheckResult {
  if (connections === null) return good(message('check.places.notRunning'))
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
      ...withRemedy('check.places.short', { most: { count: most }, refused: { count: refused.no_place } }),
      facts,
    )
  return good(message('check.places.good', { open: { count: open }, most: { count: most } }), facts)
}
