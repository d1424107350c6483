import { type Config, dataFiles } from '../../config/config.ts'
import { DAY_MS } from '../../domain/time.ts'
import { Calendar } from '../../words/english.ts'
import { isOver } from './due.ts'
import { readServerPair } from './files.ts'
import { thisMachine } from './machine.ts'
import { lookAtMade, type Where } from './made.ts'
import type { Names } from './names.ts'
import { readOwnPair } from './own.ts'
import type { ServingPair } from './pair.ts'
import { type Caution, cautionOf } from './plan.ts'
import { sourceOf } from './source.ts'

/** State of the certificate on the disk, in use or not. */
export interface CertificateStatus {
  /** Made by the private authority, or an own one set by path. */
  readonly source: 'made' | 'own'
  /** The certificate's file. */
  readonly path: string
  /** Milliseconds; null when no certificate can be read. */
  readonly notAfterMs: number | null
  readonly names: Names
  readonly fault: string | null
  /** Null exactly when `fault` is. */
  readonly remedy: string | null
}

/** How long before its end a warning is given about an own certificate, which a person must renew. */
const OWN_ENDS_MS = 14 * DAY_MS

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
  const files = dataFiles(config.data)
  const path = source === 'own' ? config.tlsCert : files.tlsServer
  const calendar = new Calendar(config.timeZone)
  try {
    if (source === 'own') {
      const pair = readOwnPair(config)
      return status(source, path, pair, cautionOfOwn(pair, nowMs, calendar))
    }
    const { machine = thisMachine(), knownMs = nowMs } = more
    const { pair, plan } = lookAtMade({ config, machine, clockMs: nowMs, knownMs })
    return status(source, path, pair, plan.caution ?? cautionOfEnd(pair, nowMs, calendar))
  } catch (error) {
    return status(source, path, source === 'made' ? readServerPair(files) : null, cautionOf(error))
  }
}

function cautionOfEnd(pair: ServingPair | null, nowMs: number, calendar: Calendar): Caution | null {
  if (pair === null || !isOver(nowMs, pair)) return null
  return {
    fault: `The certificate ended on ${calendar.stamp(pair.notAfterMs)}.`,
    remedy:
      'The service renews it: start it with granary serve. If it is running, its log says why the renewal failed.',
  }
}

function cautionOfOwn(pair: ServingPair, nowMs: number, calendar: Calendar): Caution | null {
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
  caution: Caution | null,
): CertificateStatus => ({
  source,
  path,
  notAfterMs: pair?.notAfterMs ?? null,
  names: pair?.names ?? [],
  fault: caution?.fault ?? null,
  remedy: caution?.remedy ?? null,
})
