import { type Config, dataFiles } from '../../config/config.ts'
import { DAY_MS } from '../../domain/time.ts'
import { type Told, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { isOver } from './due.ts'
import { readServerPair } from './files.ts'
import { thisMachine } from './machine.ts'
import { lookAtMade, type Where } from './made.ts'
import type { Names } from './names.ts'
import { readOwnPair, type ServingPair } from './pair.ts'
import { type Caution, cautioned, cautionOf } from './plan.ts'
import { sourceOf } from './source.ts'

/** The status of the certificate on the disk, even if it is not in use. */
export interface CertificateStatus {
  /** `made` by the private authority, or the operator's `own`, set by its path. */
  readonly source: 'made' | 'own'
  /** The certificate's file. */
  readonly path: string
  /** In milliseconds; null when no certificate can be read. */
  readonly notAfterMs: number | null
  readonly names: Names
  /** Null when no certificate can be read. */
  readonly fingerprint: string | null
  readonly fault: Told | null
  /** Null exactly when `fault` is. */
  readonly remedy: Told | null
}

/** The warning about an own certificate, which a person must renew, starts this time before its end. */
const OWN_ENDS_MS = 14 * DAY_MS

/**
 * Reads the files without changing them.
 * @param nowMs the time that the clock shows
 * @param more the time of the newest log entry, and another machine than this one
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
  try {
    if (source === 'own') {
      const pair = readOwnPair(config)
      return status(source, path, pair, cautionOfOwn(pair, nowMs))
    }
    const { machine = thisMachine(), knownMs = nowMs } = more
    const { pair, plan } = lookAtMade({ config, machine, clockMs: nowMs, knownMs })
    return status(source, path, pair, plan.caution ?? cautionOfEnd(pair, nowMs))
  } catch (error) {
    return status(source, path, source === 'made' ? readServerPair(files) : null, cautionOf(error))
  }
}

function cautionOfEnd(pair: ServingPair | null, nowMs: number): Caution | null {
  if (pair === null || !isOver(nowMs, pair)) return null
  return cautioned(withRemedy('tls.ended', { at: { stamp: pair.notAfterMs } }))
}

function cautionOfOwn(pair: ServingPair, nowMs: number): Caution | null {
  if (nowMs < pair.notBeforeMs)
    return cautioned(withRemedy('tls.notYet', { at: { stamp: pair.notBeforeMs } }))
  if (nowMs < pair.notAfterMs - OWN_ENDS_MS) return null
  return {
    fault: message(isOver(nowMs, pair) ? 'tls.ended' : 'tls.ends', { at: { stamp: pair.notAfterMs } }),
    remedy: message('tls.replace'),
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
  fingerprint: pair?.fingerprint ?? null,
  fault: caution?.fault ?? null,
  remedy: caution?.remedy ?? null,
})
