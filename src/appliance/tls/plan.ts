import { DAY_MS } from '../../domain/time.ts'
import type { Calendar } from '../../words/english.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type Permitted, uncovered } from './constraints.ts'
import { BACKDATED_MS, isOver, type Life, renewalAtMs } from './due.ts'
import { type Names, without } from './names.ts'

/** A problem with a certificate that still works, and its remedy. */
export interface Caution {
  readonly fault: string
  readonly remedy: string
}

/** What the operator is told of an error. @throws any other error */
export function cautionOf(error: unknown): Caution {
  if (!(error instanceof OperatorFault)) throw error
  return { fault: error.message, remedy: error.remedy }
}

/** What to do about the certificate in use. */
export interface Plan {
  /** A new one is needed. */
  readonly make: { readonly names: Names; readonly atMs: number; readonly reason: string } | null
  readonly caution: Caution | null
}

/** What a plan depends on. */
export interface Situation {
  readonly authority: Life & { readonly permitted: Permitted }
  /** Null when there is no complete one. */
  readonly pair: (Life & { readonly names: Names }) | null
  /** Names and addresses of this machine. */
  readonly wanted: Names
  readonly clockMs: number
  /** Time of the newest log entry. */
  readonly knownMs: number
  /** For writing days. */
  readonly calendar: Calendar
}

/** Warning period before the authority ends: somebody must visit every phone. */
const AUTHORITY_ENDS_MS = 180 * DAY_MS

/** Pure. An expired authority issues nothing: no device would accept it. */
export function planFor(situation: Situation): Plan {
  const { authority, pair, wanted, clockMs, calendar } = situation
  const blocked = uncovered(authority.permitted, wanted)
  const names = without(wanted, blocked)
  const reason = reasonToMake(situation, names)
  const isMade = reason !== null && !isOver(clockMs, authority)
  return {
    make: isMade ? { names, atMs: datedAt(situation), reason } : null,
    caution:
      cautionOfTime(authority, clockMs, calendar) ??
      (pair !== null && reason === null && clockMs < pair.notBeforeMs
        ? cautionOfLater(pair, clockMs, calendar)
        : null) ??
      cautionOfNames(blocked),
  }
}

/** Why a new certificate is needed, in words; null when it is good, or the clock is too doubtful to tell. */
function reasonToMake({ authority, pair, clockMs, knownMs }: Situation, names: Names): string | null {
  if (pair === null) return 'there is none'
  const [missing] = without(names, pair.names)
  if (missing !== undefined) return `it does not include ${missing}`
  if (clockMs < authority.notBeforeMs) return null
  // If the log has no later time either, a clock that ran ahead dated it. Otherwise the clock was wrong then or is wrong
  // now, and nothing tells which.
  if (clockMs < pair.notBeforeMs)
    return knownMs < pair.notBeforeMs ? 'it was dated by a clock that ran ahead' : null
  return clockMs >= renewalAtMs(pair) && pair.notAfterMs < authority.notAfterMs
    ? 'less than a third of its time is left'
    : null
}

/**
 * The time used for dating certificates. A clock before the authority was made is wrong, as after its battery died; then the
 * newest known time replaces it, if the authority is still valid then.
 */
function datedAt({ authority, pair, clockMs, knownMs }: Situation): number {
  if (clockMs >= authority.notBeforeMs) return clockMs
  const newestMs = Math.max(knownMs, pair?.notBeforeMs ?? 0)
  const isKnown = newestMs > authority.notBeforeMs && newestMs < authority.notAfterMs
  return isKnown ? newestMs : authority.notBeforeMs + BACKDATED_MS
}

const REPLACE = 'granary tls init --replace. Every phone must then trust the new one.'

function cautionOfTime(authority: Life, clockMs: number, calendar: Calendar): Caution | null {
  if (clockMs < authority.notBeforeMs)
    return {
      fault: `The clock shows ${dayOf(calendar, clockMs)}, but the private authority was made later.`,
      remedy:
        'If the clock is wrong, set it; until then the certificate is not renewed. If it is right, the authority was dated by a wrong clock and phones refuse it. Make another: granary tls init --replace',
    }
  if (clockMs < authority.notAfterMs - AUTHORITY_ENDS_MS) return null
  return {
    fault: `The private authority ${isOver(clockMs, authority) ? 'ended' : 'ends'} on ${dayOf(calendar, authority.notAfterMs)}, and devices refuse its certificates after that.`,
    remedy: `If the clock is right, make another: ${REPLACE}`,
  }
}

const cautionOfLater = (pair: Life, clockMs: number, calendar: Calendar): Caution => ({
  fault: `The certificate begins on ${dayOf(calendar, pair.notBeforeMs)}, but the clock shows ${dayOf(calendar, clockMs)}.`,
  remedy:
    'If the clock is wrong, set it. If it is right, delete tls/server.key from the data folder: the service makes a new certificate within a minute.',
})

function cautionOfNames(blocked: Names): Caution | null {
  if (blocked.length === 0) return null
  return {
    fault: `The private authority may not certify ${blocked.join(', ')}, a name or address of this machine.`,
    remedy: `Use a name that the certificate includes (granary tls status), or make another authority: ${REPLACE}`,
  }
}

/** A clock may show a time that no calendar can write. */
export const dayOf = (calendar: Calendar, ms: number): string =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? calendar.date(ms) : 'no date'
