import { type Grant, isLiveGrant } from '../../domain/consent.ts'
import { maskCovers } from '../../domain/types/index.ts'

/** How far a puller has considered grants and objections: the newest entry of the log then, and the time. */
export interface Seen {
  readonly seq: number
  readonly atMs: number
}

/** A grant to the puller for its purpose. */
export interface GrantTo extends Grant {
  readonly subject: number
  readonly receivedAtMs: number
}

/** A withdrawn objection; null: all purposes, all types. */
export interface Withdrawn {
  readonly subject: number
  readonly purposes: readonly string[] | null
  readonly types: number | null
}

/** Types of one party's records that opened, as bit masks. */
export interface Opened {
  /** By grants. */
  readonly granted: number
  /** By withdrawn objections: only records on a lawful basis that those objections reached. */
  readonly lifted: number
}

/**
 * What was opened since a puller last came, and by whom. What was open all along is left out, so that a grant which
 * follows another sends nothing twice.
 *
 * @param grants all grants to the puller for the purpose, including ended ones
 * @param withdrawn objections withdrawn since
 * @param typeCodes of all types
 */
export function reopened(
  grants: readonly GrantTo[],
  withdrawn: readonly Withdrawn[],
  purpose: string,
  from: Seen,
  nowMs: number,
  typeCodes: readonly number[],
): Map<number, Opened> {
  const opened = new Map<number, Opened>()
  for (const [subject, given] of Map.groupBy(grants, (grant) => grant.subject)) {
    const live = maskOf(given.filter((grant) => isLiveGrant(grant, nowMs)))
    const isNew = given.some((grant) => !beganBy(grant, from))
    const granted = isNew
      ? typeCodes.filter((type) => maskCovers(live, type) && !wasOpenAllAlong(given, type, from, nowMs))
      : []
    const lifted = withdrawn
      .filter((one) => one.subject === subject && (one.purposes?.includes(purpose) ?? true))
      .reduce((mask, one) => mask | (one.types ?? EVERY_TYPE), 0)
    const masks = { granted: granted.reduce((mask, type) => mask | (1 << type), 0), lifted: live & lifted }
    if ((masks.granted | masks.lifted) !== 0) opened.set(subject, masks)
  }
  return opened
}

const EVERY_TYPE = ~0

/** Whether these grants together leave no gap from then until now. */
function wasOpenAllAlong(grants: readonly GrantTo[], type: number, from: Seen, nowMs: number): boolean {
  const intervals = grants
    .filter((grant) => maskCovers(grant.types, type))
    // A grant that had ended when the puller came bridges nothing, even if it ended in that millisecond.
    .filter((grant) => !beganBy(grant, from) || endOf(grant) > from.atMs)
    .map((grant) => ({
      // A later grant began at the earliest when it was received, whatever it states.
      startMs: beganBy(grant, from) ? from.atMs : Math.max(grant.validFrom, grant.receivedAtMs),
      endMs: endOf(grant),
      isOld: beganBy(grant, from),
    }))
    .sort((a, b) => Number(b.isOld) - Number(a.isOld) || a.startMs - b.startMs)
  let untilMs = Number.NEGATIVE_INFINITY
  for (const { startMs, endMs, isOld } of intervals)
    if (isOld || startMs <= untilMs) untilMs = Math.max(untilMs, endMs)
  return untilMs > nowMs
}

const endOf = (grant: GrantTo): number => Math.min(grant.expiresAt, grant.endedAt ?? Number.POSITIVE_INFINITY)

const beganBy = (grant: GrantTo, seen: Seen): boolean => grant.seq <= seen.seq && grant.validFrom <= seen.atMs

const maskOf = (grants: readonly GrantTo[]): number => grants.reduce((mask, { types }) => mask | types, 0)
