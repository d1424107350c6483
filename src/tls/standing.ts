import { type Config, dataFiles } from '../config.ts'
import { OperatorFault } from '../problem.ts'
import { Calendar } from '../text/phrases.ts'
import { isOver } from './due.ts'
import { readServerPair } from './files.ts'
import { thisMachine } from './machine.ts'
import { lookAtMade, type Where } from './made.ts'
import { listOf } from './names.ts'
import { readOwnPair } from './own.ts'
import type { ServingPair } from './pair.ts'
import { sourceOf } from './source.ts'

/** How the certificate stands that is served, or would be, as it lies on the disk. */
export interface CertificateStanding {
  /** Made here by the private authority, or an own one named by path. */
  readonly source: 'made' | 'own'
  /** The certificate's file. */
  readonly path: string
  /** Milliseconds; null where no certificate can be read. */
  readonly notAfterMs: number | null
  readonly names: readonly string[]
  readonly fault: string | null
  /** Null exactly where `fault` is. */
  readonly remedy: string | null
}

/** An own certificate is somebody's to renew: he is told so long before. */
const OWN_ENDS_MS = 14 * 86_400_000

/**
 * Reads the disk and changes nothing.
 * @param nowMs what the clock shows
 * @param more of the newest entry in the log, and of another machine than this one
 * @returns null when no TLS is served
 */
export function certificateStanding(
  config: Config,
  nowMs: number,
  more: Partial<Pick<Where, 'machine' | 'knownMs'>> = {},
): CertificateStanding | null {
  const source = sourceOf(config)
  if (source === null) return null
  const path = source === 'own' ? config.tlsCert : dataFiles(config.data).tlsServer
  try {
    if (source === 'own') {
      const pair = readOwnPair(config)
      return standing(source, path, pair, ownFault(pair, nowMs, new Calendar(config.timeZone)))
    }
    const { machine = thisMachine(), knownMs = nowMs } = more
    const { pair, plan } = lookAtMade({ config, machine, clockMs: nowMs, knownMs })
    const over =
      pair !== null && isOver(nowMs, pair)
        ? {
            fault: `The certificate ended on ${new Calendar(config.timeZone).stamp(pair.notAfterMs)}.`,
            remedy:
              'It is renewed by itself when the service runs: granary serve. Where it runs, its log says why not.',
          }
        : null
    return standing(source, path, pair, plan.caution ?? over)
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    const pair = source === 'made' ? readServerPair(dataFiles(config.data)) : null
    return standing(source, path, pair, { fault: error.message, remedy: error.remedy })
  }
}

type Fault = { readonly fault: string; readonly remedy: string } | null

function ownFault(pair: ServingPair, nowMs: number, calendar: Calendar): Fault {
  if (nowMs < pair.notBeforeMs)
    return {
      fault: `The certificate is good from ${calendar.stamp(pair.notBeforeMs)} only.`,
      remedy: 'Set the clock, if it is wrong; else ask whoever made the certificate.',
    }
  if (nowMs < pair.notAfterMs - OWN_ENDS_MS) return null
  return {
    fault: `The certificate ${isOver(nowMs, pair) ? 'ended' : 'ends'} on ${calendar.stamp(pair.notAfterMs)}.`,
    remedy: 'Put a new one in its place, with its key; the service takes it within a minute.',
  }
}

const standing = (
  source: 'made' | 'own',
  path: string,
  pair: ServingPair | null,
  fault: Fault,
): CertificateStanding => ({
  source,
  path,
  notAfterMs: pair?.notAfterMs ?? null,
  names: pair === null ? [] : listOf(pair.names),
  fault: fault?.fault ?? null,
  remedy: fault?.remedy ?? null,
})
