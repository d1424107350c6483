import { DAY_MS } from '../../domain/time.ts'
import { OperatorFault, type Told, withRemedy } from '../../words/fault.ts'
import { type Message, message, type Value } from '../../words/message.ts'
import { type Permitted, uncovered } from './constraints.ts'
import { BACKDATED_MS, isOver, type Life, renewalAtMs } from './due.ts'
import { type Names, without } from './names.ts'

/** A problem with a certificate that still works, and its remedy. */
export interface Caution {
  readonly fault: Told
  readonly remedy: Told
}

/** A problem and its remedy as one text. */
export const cautionText = ({ fault, remedy }: Caution): Message =>
  message('value.sentences', { first: fault, next: remedy })

/** @param told what `withRemedy` returns */
export const cautioned = ([fault, remedy]: readonly [Told, Told]): Caution => ({ fault, remedy })

/** The message of an operator fault. @throws any other error */
export function cautionOf(error: unknown): Caution {
  if (!(error instanceof OperatorFault)) throw error
  return { fault: error.what, remedy: error.cure }
}

/** The next step for the certificate in use. */
export interface Plan {
  /** The new certificate to make; null when none is needed. */
  readonly make: { readonly names: Names; readonly atMs: number; readonly reason: string } | null
  readonly caution: Caution | null
}

/** The facts on which a plan depends. */
export interface Situation {
  readonly authority: Life & { readonly permitted: Permitted }
  /** Null when there is no complete pair. */
  readonly pair: (Life & { readonly names: Names }) | null
  /** The names that the certificate should have. */
  readonly wanted: Names
  readonly clockMs: number
  /** The time of the newest log entry. */
  readonly knownMs: number
}

/** The warning starts this long before the end: a person must then set up every phone again. */
const AUTHORITY_ENDS_MS = 180 * DAY_MS

/** A pure function. An expired authority issues no certificate, because no device would accept it. */
export function planFor(situation: Situation): Plan {
  const { authority, pair, wanted, clockMs } = situation
  const blocked = uncovered(authority.permitted, wanted)
  const names = without(wanted, blocked)
  const reason = reasonToMake(situation, names)
  const isMade = reason !== null && !isOver(clockMs, authority)
  return {
    make: isMade ? { names, atMs: datedAt(situation), reason } : null,
    caution:
      cautionOfTime(authority, clockMs) ??
      (pair !== null && reason === null && clockMs < pair.notBeforeMs
        ? cautionOfLater(pair, clockMs)
        : null) ??
      cautionOfNames(blocked),
  }
}

/** Why a new certificate is needed; null when it is good, or the clock is too doubtful to decide. */
function reasonToMake({ authority, pair, clockMs, knownMs }: Situation, names: Names): string | null {
  if (pair === null) return 'there is none'
  const [missing] = without(names, pair.names)
  if (missing !== undefined) return `it does not include ${missing}`
  if (clockMs < authority.notBeforeMs) return null
  // The certificate is dated later than the clock. If the log has no such late time either, a clock that ran
  // ahead dated the certificate. Otherwise the clock was wrong then or is wrong now, and it is unknown which.
  if (clockMs < pair.notBeforeMs)
    return knownMs < pair.notBeforeMs ? 'it was dated by a clock that ran ahead' : null
  return clockMs >= renewalAtMs(pair) && pair.notAfterMs < authority.notAfterMs
    ? 'less than a third of its time is left'
    : null
}

/**
 * The time with which a certificate is dated. A clock that shows a time before the authority was made is
 * wrong, for example because its battery died. Then the newest known time replaces it, if the authority is
 * still valid at that time.
 */
function datedAt({ authority, pair, clockMs, knownMs }: Situation): number {
  if (clockMs >= authority.notBeforeMs) return clockMs
  const newestMs = Math.max(knownMs, pair?.notBeforeMs ?? 0)
  const isKnown = newestMs > authority.notBeforeMs && newestMs < authority.notAfterMs
  return isKnown ? newestMs : authority.notBeforeMs + BACKDATED_MS
}

function cautionOfTime(authority: Life, clockMs: number): Caution | null {
  if (clockMs < authority.notBeforeMs)
    return cautioned(withRemedy('tls.clockBefore', { shown: dayOf(clockMs) }))
  if (clockMs < authority.notAfterMs - AUTHORITY_ENDS_MS) return null
  return {
    fault: message(isOver(clockMs, authority) ? 'tls.authorityEnded' : 'tls.authorityEnds', {
      day: dayOf(authority.notAfterMs),
    }),
    remedy: message('tls.authorityEnds.remedy'),
  }
}

const cautionOfLater = (pair: Life, clockMs: number): Caution =>
  cautioned(withRemedy('tls.later', { begins: dayOf(pair.notBeforeMs), shown: dayOf(clockMs) }))

const cautionOfNames = (blocked: Names): Caution | null =>
  blocked.length === 0 ? null : cautioned(withRemedy('tls.names', { names: { list: blocked.map(String) } }))

/** The day in words. A clock may show a time that is outside every calendar. */
export const dayOf = (ms: number): Value =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? { date: ms } : message('tls.noDate')
