import type { Calendar } from '../../text/phrases.ts'
import { type Permitted, uncovered, without } from './constraints.ts'
import { beginsLater, datedAt, endsSoon, isBefore, isOver, type Life, renewalReason } from './due.ts'
import { listOf, type Names } from './names.ts'

/** A problem with a certificate that still works, and its remedy. */
export interface Caution {
  readonly fault: string
  readonly remedy: string
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

/** Pure. An expired authority issues nothing: no device would accept it. */
export function planFor({ authority, pair, wanted, clockMs, knownMs, calendar }: Situation): Plan {
  const blocked = uncovered(authority.permitted, wanted)
  const names = without(wanted, blocked)
  const reason = pair === null ? 'there is none' : renewalReason(pair, names, { clockMs, knownMs }, authority)
  const newestMs = Math.max(knownMs, pair?.notBeforeMs ?? 0)
  return {
    make:
      reason === null || isOver(clockMs, authority)
        ? null
        : { names, atMs: datedAt(clockMs, newestMs, authority), reason },
    caution:
      cautionOfTime(authority, clockMs, calendar) ??
      (pair !== null && reason === null && beginsLater(pair, clockMs)
        ? cautionOfLater(pair, clockMs, calendar)
        : null) ??
      cautionOfNames(listOf(blocked)),
  }
}

const REPLACE = 'granary tls init --replace. Every phone must then trust the new one.'

function cautionOfTime(authority: Life, clockMs: number, calendar: Calendar): Caution | null {
  if (isBefore(clockMs, authority))
    return {
      fault: `The clock shows ${dayOf(calendar, clockMs)}, but the private authority was made later.`,
      remedy:
        'If the clock is wrong, set it; until then the certificate is not renewed. If it is right, the authority was dated by a wrong clock and phones refuse it. Make another: granary tls init --replace',
    }
  if (!endsSoon(clockMs, authority)) return null
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

function cautionOfNames(blocked: readonly string[]): Caution | null {
  if (blocked.length === 0) return null
  return {
    fault: `The private authority may not certify ${blocked.join(', ')}, a name or address of this machine.`,
    remedy: `Use a name that the certificate includes (granary tls status), or make another authority: ${REPLACE}`,
  }
}

/** A clock may show a time that no calendar can write. */
export const dayOf = (calendar: Calendar, ms: number): string =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? calendar.date(ms) : 'no date'
