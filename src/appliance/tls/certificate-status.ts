import { OperatorFault } from '../../base/problem.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { Calendar } from '../../text/phrases.ts'
import { isOver } from './due.ts'
import { readServerPair } from './files.ts'
import { thisMachine } from './machine.ts'
import { lookAtMade, type Where } from './made.ts'
import { listOf } from './names.ts'
import { readOwnPair } from './own.ts'
import type { ServingPair } from './pair.ts'
import { sourceOf } from './source.ts'

/** State of the certificate on the disk, in use or not. */
export interface CertificateStatus {
  /** Made by the private authority, or an own one set by path. */
  readonly source: 'made' | 'own'
  /** The certificate's file. */
  readonly path: string
  /** Milliseconds; null when no certificate can be read. */
  readonly notAfterMs: number | null
  readonly names: readonly string[]
  readonly fault: string | null
  /** Null exactly when `fault` is. */
  readonly remedy: string | null
}

/** How long before its end a warning is given about an own certificate, which a person must renew. */
const OWN_ENDS_MS = 14 * 86_400_000

/**
 * Reads the disk and changes nothing.
 * @param nowMs what the clock shows
 * @param more time of the newest log entry, and a machine other than this one
 * @returns null without TLS
 */
export function certificateStatus(
  config: Config,
  nowMs: number,
  more: Partial<Pick<Where, 'machine' | 'knownMs'>> = {},
): CertificateStatus | null {
  const source = sourceOf(config)
  if (source === null) return null
  const path = source === 'own' ? config.tlsCert : dataFiles(config.data).tlsServer
  try {
    if (source === 'own') {
      const pair = readOwnPair(config)
      return status(source, path, pair, ownFault(pair, nowMs, new Calendar(config.timeZone)))
    }
    const { machine = thisMachine(), knownMs = nowMs } = more
    const { pair, plan } = lookAtMade({ config, machine, clockMs: nowMs, knownMs })
    const over =
      pair !== null && isOver(nowMs, pair)
        ? {
            fault: `The certificate ended on ${new Calendar(config.timeZone).stamp(pair.notAfterMs)}.`,
            remedy:
              'The service renews it: start it with granary serve. If it is running, its log says why the renewal failed.',
          }
        : null
    return status(source, path, pair, plan.caution ?? over)
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    const pair = source === 'made' ? readServerPair(dataFiles(config.data)) : null
    return status(source, path, pair, { fault: error.message, remedy: error.remedy })
  }
}

type CertificateFault = { readonly fault: string; readonly remedy: string } | null

function ownFault(pair: ServingPair, nowMs: number, calendar: Calendar): CertificateFault {
  if (nowMs < pair.notBeforeMs)
    return {
      fault: `The certificate is not valid before ${calendar.stamp(pair.notBeforeMs)}.`,
      remedy: 'If the clock is wrong, set it; otherwise ask the issuer of the certificate.',
    }
  if (nowMs < pair.notAfterMs - OWN_ENDS_MS) return null
  return {
    fault: `The certificate ${isOver(nowMs, pair) ? 'ended' : 'ends'} on ${calendar.stamp(pair.notAfterMs)}.`,
    remedy: 'Replace it and its key; the service loads the new ones within a minute.',
  }
}

const status = (
  source: 'made' | 'own',
  path: string,
  pair: ServingPair | null,
  fault: CertificateFault,
): CertificateStatus => ({
  source,
  path,
  notAfterMs: pair?.notAfterMs ?? null,
  names: pair === null ? [] : listOf(pair.names),
  fault: fault?.fault ?? null,
  remedy: fault?.remedy ?? null,
})
