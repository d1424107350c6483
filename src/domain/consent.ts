import { EXEMPT_FROM_OBJECTION, type LawfulBasis } from './shapes.ts'
import { DAY_MS } from './time.ts'
import { maskCovers, RECORD_TYPES, type RecordType } from './types/index.ts'

/** The consent decision (contract §7), as a rule over plain facts. Parties are given by their numbers. */

/** A period in milliseconds, from inclusive, to exclusive; null for no bound. */
export interface Window {
  readonly occurredFrom: number | null
  readonly occurredTo: number | null
}

/** When something happened, from and to inclusive; null if every window covers it. */
export type Happened = { readonly fromMs: number; readonly toMs: number } | null

export interface Grant extends Window {
  readonly seq: number
  readonly types: number
  readonly validFrom: number
  readonly expiresAt: number
  readonly endedAt: number | null
  /** Until when the reader may keep what it was shown; null for no limit. */
  readonly keepUntil: number | null
}

type GrantLife = Pick<Grant, 'validFrom' | 'expiresAt' | 'endedAt'>

/** Returns whether the window of a grant covers what happened then (contract §20). */
export function windowCovers({ occurredFrom, occurredTo }: Window, happened: Happened): boolean {
  if (happened === null) return true
  return (
    (occurredFrom === null || happened.fromMs >= occurredFrom) &&
    (occurredTo === null || happened.toMs < occurredTo)
  )
}

export const hasWindow = ({ occurredFrom, occurredTo }: Window): boolean =>
  occurredFrom !== null || occurredTo !== null

/**
 * Types that state who a party is or where it farms, not what happened; every window covers them (contract
 * §20).
 */
const TIMELESS: ReadonlySet<string> = new Set(['party', 'plot'])
export const TIMELESS_TYPES = RECORD_TYPES.filter((type) => TIMELESS.has(type))

/** Returns when a record happened, for comparison with windows. */
export const happenedAt = (type: RecordType, occurredAtMs: number): Happened =>
  TIMELESS.has(type) ? null : { fromMs: occurredAtMs, toMs: occurredAtMs }

/** Whether a grant opens all that an earlier one opened, and lets the reader keep it as long. */
export function opensAsMuch(
  later: Pick<Grant, 'types' | 'keepUntil'> & Window,
  earlier: Pick<Grant, 'types' | 'keepUntil'> & Window,
): boolean {
  return (
    (earlier.types & ~later.types) === 0 &&
    (later.occurredFrom ?? Number.NEGATIVE_INFINITY) <= (earlier.occurredFrom ?? Number.NEGATIVE_INFINITY) &&
    (later.occurredTo ?? Number.POSITIVE_INFINITY) >= (earlier.occurredTo ?? Number.POSITIVE_INFINITY) &&
    (later.keepUntil ?? Number.POSITIVE_INFINITY) >= (earlier.keepUntil ?? Number.POSITIVE_INFINITY)
  )
}

export interface Objection {
  readonly purposes: readonly string[] | null
  readonly types: number | null
  readonly endedAt: number | null
}

/** Returns whether a grant holds now: from `validFrom` inclusive to `expiresAt` exclusive, unless revoked. */
export function isLiveGrant(grant: GrantLife, nowMs: number): boolean {
  return grant.validFrom <= nowMs && nowMs < grant.expiresAt && grant.endedAt === null
}

/** Days before its end from which a grant is reported as ending soon: enough time to ask the person again. */
export const EXPIRY_NOTICE_DAYS = 30

/**
 * Returns whether a live grant is so old that the person should be asked again. It stays valid until it ends:
 * a clerk who forgets to ask must not take anything away.
 */
export function isDueForRenewal(
  grant: GrantLife,
  givenAtMs: number,
  nowMs: number,
  renewalDays: number,
): boolean {
  return isLiveGrant(grant, nowMs) && nowMs - givenAtMs >= renewalDays * DAY_MS
}

export const GRANT_STATUSES = ['to_come', 'live', 'ends_soon', 'expired', 'revoked'] as const
export type GrantStatus = (typeof GRANT_STATUSES)[number]

/** Returns the status of a grant. It opens records while it is `live` or `ends_soon`. */
export function grantStatus(grant: GrantLife, nowMs: number): GrantStatus {
  if (grant.endedAt !== null) return 'revoked'
  if (nowMs < grant.validFrom) return 'to_come'
  if (nowMs >= grant.expiresAt) return 'expired'
  return grant.expiresAt - nowMs <= EXPIRY_NOTICE_DAYS * DAY_MS ? 'ends_soon' : 'live'
}

/** Returns whether an objection still stands and stops this read of a record held on this ground. */
export function objectionStops(
  objection: Objection,
  read: { readonly purpose: string; readonly typeCode: number; readonly basis: LawfulBasis },
): boolean {
  return (
    objection.endedAt === null &&
    (objection.purposes === null || objection.purposes.includes(read.purpose)) &&
    (objection.types === null || maskCovers(objection.types, read.typeCode)) &&
    !EXEMPT_FROM_OBJECTION.has(read.basis)
  )
}

/** A read of one record, with the facts that the decision needs. */
export interface Disclosure {
  readonly requester: number
  readonly purpose: string
  readonly typeCode: number
  readonly basis: LawfulBasis
  readonly happened: Happened
  readonly asserter: number
  readonly assertedFor: number | null
  readonly subjects: readonly number[]
  /** False while some of the record's subjects are not known. */
  readonly subjectsResolved: boolean
  /** The requester received this lot by a counted transfer (contract §3). */
  readonly receivedLot: boolean
}

export interface Circumstances {
  isNaturalPerson(party: number): boolean
  grantsFrom(subject: number): readonly Grant[]
  objectionsOf(subject: number): readonly Objection[]
  readonly nowMs: number
}

export type Decision =
  | { readonly disclose: true; readonly own: true; readonly grants: readonly []; readonly keepUntil: null }
  | {
      readonly disclose: true
      readonly own: false
      readonly grants: readonly number[]
      /** Until when the reader may keep it; null for no limit. */
      readonly keepUntil: number | null
    }
  | { readonly disclose: false; readonly reason: RefusalReason }

export type Disclosed = Extract<Decision, { disclose: true }>

/** The true reason of a refusal. Only the audit log contains it. */
export type RefusalReason =
  | 'no_such_record'
  | 'subject_unresolved'
  | 'no_grant'
  | 'objection'
  /** The device was enrolled to read later records only. */
  | 'before_since'

const OWN: Decision = { disclose: true, own: true, grants: [], keepUntil: null }

/** Returns the subjects whose grants a read needs: those who are natural persons, or all if none is. */
export function whoDecides(
  subjects: readonly number[],
  isNaturalPerson: (party: number) => boolean,
): readonly number[] {
  const persons = subjects.filter(isNaturalPerson)
  return persons.length > 0 ? persons : subjects
}

/**
 * Decides whether the requester may read this record for this purpose.
 *
 * Its own records it may always read. Otherwise every subject who is a natural person must have granted it
 * (if none is, every subject must), and no standing objection of those subjects may reach it.
 */
export function decide(question: Disclosure, given: Circumstances): Decision {
  const { requester, subjects } = question
  if (
    requester === question.asserter ||
    requester === question.assertedFor ||
    question.receivedLot ||
    subjects.includes(requester)
  ) {
    return OWN
  }
  if (!question.subjectsResolved || subjects.length === 0)
    return { disclose: false, reason: 'subject_unresolved' }
  const needed = whoDecides(subjects, given.isNaturalPerson)
  const grants: number[] = []
  let keepUntil: number | null = null
  for (const subject of needed) {
    const opening = openingGrant(given.grantsFrom(subject), question, given.nowMs)
    if (opening === null) return { disclose: false, reason: 'no_grant' }
    grants.push(opening.seq)
    keepUntil = earlier(keepUntil, opening.keepUntil)
  }
  for (const subject of needed) {
    if (given.objectionsOf(subject).some((objection) => objectionStops(objection, question)))
      return { disclose: false, reason: 'objection' }
  }
  return { disclose: true, own: false, grants, keepUntil }
}

/** Returns the one of a subject's live grants that opens the record and lets the reader keep it longest. */
function openingGrant(
  given: readonly Grant[],
  question: Pick<Disclosure, 'typeCode' | 'happened'>,
  nowMs: number,
): Grant | null {
  let opening: Grant | null = null
  for (const grant of given) {
    if (!maskCovers(grant.types, question.typeCode) || !isLiveGrant(grant, nowMs)) continue
    if (hasWindow(grant) && !windowCovers(grant, question.happened)) continue
    if (opening === null || isKeptLonger(grant, opening)) opening = grant
  }
  return opening
}

const isKeptLonger = (a: Grant, b: Grant): boolean =>
  b.keepUntil !== null && (a.keepUntil === null || a.keepUntil > b.keepUntil)

/** Returns the earlier of two times; null means never. */
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** Returns the grants on which a reader relies by two decisions, and until when it may keep what both open. */
export function onBoth(one: Disclosed, other: Disclosed): Pick<Disclosed, 'grants' | 'keepUntil'> {
  const known: readonly number[] = one.grants
  const further = other.grants.filter((grant) => !known.includes(grant))
  return {
    grants: further.length === 0 ? one.grants : [...one.grants, ...further],
    keepUntil: earlier(one.keepUntil, other.keepUntil),
  }
}
