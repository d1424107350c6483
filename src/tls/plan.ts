import type { Calendar } from '../text/phrases.ts'
import { type Permitted, uncovered, without } from './constraints.ts'
import { beginsLater, datedAt, endsSoon, isBefore, isOver, type Life, renewalReason } from './due.ts'
import { listOf, type Names } from './names.ts'

/** What is wrong with a certificate that works all the same, and what to do about it. */
export interface Caution {
  readonly fault: string
  readonly remedy: string
}

/** What is to be done about the certificate that is served. */
export interface Plan {
  /** Another is to be made. */
  readonly make: { readonly names: Names; readonly atMs: number; readonly reason: string } | null
  readonly caution: Caution | null
}

/** What a plan follows from. */
export interface Situation {
  readonly authority: Life & { readonly permitted: Permitted }
  /** Null where none is whole. */
  readonly pair: (Life & { readonly names: Names }) | null
  /** By what this machine is reached. */
  readonly wanted: Names
  readonly clockMs: number
  /** Of the newest entry in the log. */
  readonly knownMs: number
  /** By which days are told. */
  readonly calendar: Calendar
}

/** Pure. Nothing is made by an authority that is over: nobody would believe it. */
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
      fault: `The clock shows ${dayOf(calendar, clockMs)}, and the private authority was made later.`,
      remedy:
        'Set the clock, if it is wrong: until then the certificate is not renewed by its age. If it is right, the authority was made by a wrong one, and phones believe another alone: granary tls init --replace',
    }
  if (!endsSoon(clockMs, authority)) return null
  return {
    fault: `The private authority ${isOver(clockMs, authority) ? 'ended' : 'ends'} on ${dayOf(calendar, authority.notAfterMs)}, and no certificate of it is believed after that.`,
    remedy: `If the clock is right, make another: ${REPLACE}`,
  }
}

const cautionOfLater = (pair: Life, clockMs: number, calendar: Calendar): Caution => ({
  fault: `The certificate begins on ${dayOf(calendar, pair.notBeforeMs)}, and the clock shows ${dayOf(calendar, clockMs)}.`,
  remedy:
    'Set the clock, if it is wrong. If it is right, remove tls/server.key from the data folder: another is made within a minute.',
})

function cautionOfNames(blocked: readonly string[]): Caution | null {
  if (blocked.length === 0) return null
  return {
    fault: `The private authority was not made for ${blocked.join(', ')}, by which this machine is reached now.`,
    remedy: `Reach it by a name that the certificate holds (granary tls status), or make another authority: ${REPLACE}`,
  }
}

/** A clock may show what no calendar writes. */
export const dayOf = (calendar: Calendar, ms: number): string =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? calendar.date(ms) : 'no date'
