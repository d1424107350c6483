import { type Grant, isLiveGrant } from '../../domain/consent.ts'
import { maskCovers } from '../../domain/types/index.ts'

/** Up to where a puller has seen what opens records: the newest entry of the log then, and the time. */
export interface Seen {
  readonly seq: number
  readonly atMs: number
}

/** A grant to the puller for its purpose. */
export interface GrantTo extends Grant {
  readonly subject: number
  readonly receivedAtMs: number
}

/** An objection that was withdrawn; null: every purpose, every type. */
export interface Withdrawn {
  readonly subject: number
  readonly purposes: readonly string[] | null
  readonly types: number | null
}

/** What opened of one party's records, as bit masks of types. */
export interface Opened {
  /** By grants. */
  readonly granted: number
  /** By objections withdrawn: only records on a ground that those had reached. */
  readonly lifted: number
}

/**
 * What opened since a puller last came, and by whom. What was open to it all along is left out, so that a grant which
 * follows on another sends nothing twice.
 *
 * @param grants all grants to the puller for the purpose, ended ones too
 * @param withdrawn objections withdrawn since
 * @param typeCodes of all types there are
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

/** Do these grants, one following on the other, leave no gap from then until now? */
function wasOpenAllAlong(grants: readonly GrantTo[], type: number, from: Seen, nowMs: number): boolean {
  const intervals = grants
    .filter((grant) => maskCovers(grant.types, type))
    // One that was over when the puller came bridges nothing, though it ended in that very millisecond.
    .filter((grant) => !beganBy(grant, from) || endOf(grant) > from.atMs)
    .map((grant) => ({
      // What came later began when it came at the earliest, whatever it says.
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
