import { type Grant, isLiveGrant } from '../../domain/consent.ts'
import { EXEMPT_FROM_OBJECTION, type LawfulBasis } from '../../domain/shapes.ts'
import { maskCovers } from '../../domain/types/index.ts'
import { EVER, isInSpans, joined, type Spans, spansWhere } from './spans.ts'

/** How far a puller has considered grants and objections: the newest entry of the log then, and the time. */
export interface Seen {
  readonly seq: number
  readonly atMs: number
}

/** A grant to the puller for its purpose. */
export interface GrantTo extends Grant {
  readonly subject: number
  readonly receivedAtMs: number
  /** Entry that ended it. */
  readonly endedBy: number | null
}

/** An objection; null: all purposes, all types. */
export interface Objected {
  readonly subject: number
  readonly purposes: readonly string[] | null
  readonly types: number | null
}

/** What one party opened to the puller and closed since it last came. */
export interface ConsentChange {
  /** By type code: when the records happened that may have opened or closed. Only these need be looked at. */
  readonly affected: ReadonlyMap<number, Spans>
  /** Whether this party's consent opens a record that it did not open all along. */
  opens(type: number, occurredAtMs: number, basis: LawfulBasis): boolean
}

export interface ConsentHistory {
  /** All grants to the puller for the purpose, including ended ones. */
  readonly grants: readonly GrantTo[]
  /** Objections that were lodged and withdrawn between the two points. */
  readonly lodged: readonly Objected[]
  readonly withdrawn: readonly Objected[]
  readonly purpose: string
  /** Codes of all types. */
  readonly typeCodes: readonly number[]
}

/**
 * What was opened and closed since a puller last came, by party. What was open all along is left out, so that a grant which
 * follows another sends nothing twice. What is listed as closed may also be open again or never have been delivered: the
 * feed asks the gate and looks up what it delivered.
 *
 * @param to changes after this point are left for the next time
 */
export function consentChanges(
  { grants, lodged, withdrawn, purpose, typeCodes }: ConsentHistory,
  from: Seen,
  to: Seen,
  nowMs: number,
): Map<number, ConsentChange> {
  const changes = new Map<number, ConsentChange>()
  const given = grants.filter((grant) => grant.seq <= to.seq && grant.validFrom <= to.atMs)
  // Of thousands that have given something, few change it between two pulls.
  const concerned = new Set([...lodged, ...withdrawn].map(({ subject }) => subject))
  for (const grant of given)
    if (!beganBy(grant, from) || endedBetween(grant, from, to)) concerned.add(grant.subject)
  if (concerned.size === 0) return changes
  const ofConcerned = given.filter(({ subject }) => concerned.has(subject))
  for (const [subject, begun] of Map.groupBy(ofConcerned, (grant) => grant.subject)) {
    const isAnyNew = begun.some((grant) => !beganBy(grant, from))
    const isAnyOver = begun.some((grant) => endedBetween(grant, from, to))
    const [lifted, stopped] = [withdrawn, lodged].map((objections) =>
      maskOf(objections.filter((one) => one.subject === subject && covers(one, purpose))),
    ) as [number, number]
    if (!isAnyNew && !isAnyOver && lifted === 0 && stopped === 0) continue
    const granted = new Map<number, Spans>()
    const liftedSpans = new Map<number, Spans>()
    const affected = new Map<number, Spans>()
    for (const type of typeCodes) {
      const ofType = begun.filter((grant) => maskCovers(grant.types, type))
      if (ofType.length === 0) continue
      const isLive = (covering: readonly GrantTo[]) => covering.some((grant) => isLiveGrant(grant, nowMs))
      const opened = isAnyNew
        ? spansWhere(type, ofType, (covering) => isLive(covering) && !wereOpenAllAlong(covering, from, nowMs))
        : []
      const freed = maskCovers(lifted, type) ? spansWhere(type, ofType, isLive) : []
      const closed = isAnyOver
        ? spansWhere(
            type,
            ofType,
            (covering) => !isLive(covering) && covering.some((grant) => endedBetween(grant, from, to)),
          )
        : []
      granted.set(type, opened)
      liftedSpans.set(type, freed)
      const all = joined(joined(opened, freed), maskCovers(stopped, type) ? EVER : closed)
      if (all.length > 0) affected.set(type, all)
    }
    if (affected.size > 0)
      changes.set(subject, {
        affected,
        opens: (type, occurredAtMs, basis) =>
          isInSpans(granted.get(type) ?? [], occurredAtMs) ||
          (isInSpans(liftedSpans.get(type) ?? [], occurredAtMs) && !EXEMPT_FROM_OBJECTION.has(basis)),
      })
  }
  return changes
}

const EVERY_TYPE = ~0

const covers = ({ purposes }: Objected, purpose: string): boolean => purposes?.includes(purpose) ?? true

const maskOf = (objections: readonly Objected[]): number =>
  objections.reduce((mask, { types }) => mask | (types ?? EVERY_TYPE), 0)

/** A moment between entries: an instant, and within it the entry; the clock comes before the entries of its instant. */
type Moment = readonly [ms: number, seq: number]
const BY_THE_CLOCK = -1

const isAfter = ([ms, seq]: Moment, [otherMs, otherSeq]: Moment): boolean =>
  ms === otherMs ? seq > otherSeq : ms > otherMs

/** Whether these grants together leave no gap from then until now. */
function wereOpenAllAlong(grants: readonly GrantTo[], from: Seen, nowMs: number): boolean {
  const intervals = grants
    // A grant that had ended when the puller came bridges nothing.
    .filter((grant) => !beganBy(grant, from) || isNotOver(grant, from))
    .map((grant) => ({ start: startOf(grant), end: endOf(grant), isOld: beganBy(grant, from) }))
    .sort((a, b) => Number(b.isOld) - Number(a.isOld) || (isAfter(a.start, b.start) ? 1 : -1))
  let until: Moment = [Number.NEGATIVE_INFINITY, 0]
  for (const { start, end, isOld } of intervals)
    if ((isOld || !isAfter(start, until)) && isAfter(end, until)) until = end
  return until[0] > nowMs
}

/** A grant begins at the earliest when it is received, whatever it states. */
const startOf = ({ validFrom, receivedAtMs, seq }: GrantTo): Moment =>
  validFrom > receivedAtMs ? [validFrom, BY_THE_CLOCK] : [receivedAtMs, seq]

const endOf = ({ expiresAt, endedAt, endedBy }: GrantTo): Moment =>
  endedAt === null || expiresAt <= endedAt ? [expiresAt, BY_THE_CLOCK] : [endedAt, endedBy ?? BY_THE_CLOCK]

const beganBy = (grant: GrantTo, seen: Seen): boolean => grant.seq <= seen.seq && grant.validFrom <= seen.atMs

/** Whether it still held when the puller came: an end in that millisecond comes before or after by its entry. */
const isNotOver = ({ endedBy, expiresAt }: GrantTo, seen: Seen): boolean =>
  (endedBy === null || endedBy > seen.seq) && expiresAt > seen.atMs

const endedBetween = (grant: GrantTo, from: Seen, to: Seen): boolean =>
  isNotOver(grant, from) && !isNotOver(grant, to)
