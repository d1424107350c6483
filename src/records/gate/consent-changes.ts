import { mapped } from '../../base/typed.ts'
import type { Grant } from '../../domain/consent.ts'
import { EXEMPT_FROM_OBJECTION, type LawfulBasis } from '../../domain/shapes.ts'
import { maskCovers, typeCode } from '../../domain/types/index.ts'
import { EVER, isInSpans, isTimeless, joined, type Span, type Spans, spansWhere } from './spans.ts'

/**
 * The point up to which a puller's feed has considered grants and objections: the newest entry of the log
 * then, and the time.
 */
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

/** An objection; null means all purposes or all types. */
export interface Objected {
  readonly subject: number
  readonly purposes: readonly string[] | null
  readonly types: number | null
}

/** What one party opened and closed to the puller since the last pull. */
export interface ConsentChange {
  /** By type code: the event times of records that may have opened or closed. Only these need be examined. */
  readonly affected: ReadonlyMap<number, Spans>
  /** Whether this party's consent now opens a record that it did not open throughout. */
  opens(type: number, occurredAtMs: number, basis: LawfulBasis): boolean
  /** Whether what was paid of a delivery of then may be shown otherwise than before, or kept otherwise. */
  changesPaid(occurredAtMs: number): boolean
}

const DELIVERY = typeCode('delivery')
const PAYMENT = typeCode('payment')

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
 * If more grants of one subject than this held since the last pull, what they open is sent again unchecked.
 */
const MOST_JUDGED = 64

/**
 * Returns what was opened and closed since the last pull, by party. What was open throughout is left out, so
 * that a grant that follows another sends nothing twice, unless copies may now be kept for a different time.
 * A record listed as closed may be open again, or may never have been delivered: the feed asks the gate, and
 * looks up what it delivered.
 *
 * @param to changes after this point are left for the next pull, and do not matter here
 */
export function consentChanges(history: ConsentHistory, from: Seen, to: Seen): Map<number, ConsentChange> {
  const { grants, lodged, withdrawn } = history
  const changes = new Map<number, ConsentChange>()
  // A grant that had ended by the last pull opened nothing since, and was considered then.
  const given = grants.filter((grant) => beganBy(grant, to) && heldSince(grant, from))
  // Of thousands of grantors, few change anything between two pulls.
  const concerned = new Set([...lodged, ...withdrawn].map(({ subject }) => subject))
  for (const grant of given)
    if (!beganBy(grant, from) || endedBetween(grant, from, to)) concerned.add(grant.subject)
  if (concerned.size === 0) return changes
  const ofConcerned = given.filter(({ subject }) => concerned.has(subject))
  for (const [subject, ofSubject] of Map.groupBy(ofConcerned, (grant) => grant.subject)) {
    const change = changeOf(history, subject, ofSubject, from, to)
    if (change.affected.size > 0) changes.set(subject, change)
  }
  return changes
}

/** @param given the subject's grants that held at some moment between the two points */
function changeOf(
  { lodged, withdrawn, purpose, typeCodes }: ConsentHistory,
  subject: number,
  given: readonly GrantTo[],
  from: Seen,
  to: Seen,
): ConsentChange {
  const [lifted, stopped] = mapped([withdrawn, lodged], (objections) =>
    maskOf(objections.filter((one) => one.subject === subject && covers(one, purpose))),
  )
  const holds = (covering: readonly GrantTo[]) => covering.some((grant) => isNotOver(grant, to))
  const isNews = (covering: readonly GrantTo[]) =>
    holds(covering) && (!wereOpenAllAlong(covering, from, to) || isKeptOtherwise(covering, from, to))
  const known = new Map<string, { readonly opened: Spans; readonly held: Spans; readonly closed: Spans }>()
  const spansOf = (type: number, ofType: readonly GrantTo[]) => {
    const now = ofType.filter((grant) => isNotOver(grant, to))
    const over = ofType.filter((grant) => endedBetween(grant, from, to))
    const held = spansWhere(type, now, holds)
    if (ofType.length > MOST_JUDGED)
      return { held, opened: held, closed: joined(over.map((grant) => windowOf(type, grant))) }
    const isLost = (covering: readonly GrantTo[]) =>
      !holds(covering) && covering.some((grant) => over.includes(grant))
    return {
      held,
      opened: spansWhere(type, ofType, isNews),
      closed: over.length === 0 ? [] : spansWhere(type, ofType, isLost),
    }
  }
  // A grant over payments, whatever its window, opens what was paid of the deliveries that others open.
  const isPaidChanged = () => {
    const ofPayments = given.filter(({ types }) => maskCovers(types, PAYMENT))
    const before = ofPayments.filter((grant) => beganBy(grant, from) && isNotOver(grant, from))
    const [wasHeld, isHeld] = [before.length > 0, holds(ofPayments)]
    const isObjected = maskCovers(stopped | lifted, PAYMENT) && (wasHeld || isHeld)
    return isObjected || isNews(ofPayments) || (wasHeld && !isHeld)
  }
  const masks = [...new Set(given.map(({ types }) => types))]
  const granted = new Map<number, Spans>()
  const freed = new Map<number, Spans>()
  const affected = new Map<number, Spans>()
  const changed: Span[] = []
  for (const type of typeCodes) {
    const ofType = given.filter((grant) => maskCovers(grant.types, type))
    if (ofType.length === 0) continue
    // Most types are opened by the same grants, so the spans are worked out once for each set of masks.
    const key = `${isTimeless(type)} ${masks.filter((mask) => maskCovers(mask, type)).join(' ')}`
    const spans = known.get(key) ?? spansOf(type, ofType)
    known.set(key, spans)
    granted.set(type, spans.opened)
    freed.set(type, maskCovers(lifted, type) ? spans.held : [])
    const closed = maskCovers(stopped, type) ? EVER : spans.closed
    const paid = type === DELIVERY && isPaidChanged() ? spans.held : []
    if (paid.length > 0) changed.push(...paid)
    const all = joined([spans.opened, freed.get(type) ?? [], closed, paid])
    if (all.length > 0) affected.set(type, all)
  }
  return {
    affected,
    changesPaid: (occurredAtMs) => isInSpans(changed, occurredAtMs),
    opens: (type, occurredAtMs, basis) =>
      isInSpans(granted.get(type) ?? [], occurredAtMs) ||
      (isInSpans(freed.get(type) ?? [], occurredAtMs) && !EXEMPT_FROM_OBJECTION.has(basis)),
  }
}

function windowOf(type: number, { occurredFrom, occurredTo }: GrantTo): Spans {
  if (isTimeless(type) || (occurredFrom === null && occurredTo === null)) return EVER
  const fromMs = occurredFrom ?? Number.NEGATIVE_INFINITY
  const toMs = occurredTo ?? Number.POSITIVE_INFINITY
  return fromMs < toMs ? [{ fromMs, toMs }] : []
}

/** Whether the subject's grants now let copies be kept until a different time. */
function isKeptOtherwise(covering: readonly GrantTo[], from: Seen, to: Seen): boolean {
  const longest = (grants: readonly GrantTo[]) =>
    grants.reduce((until, { keepUntil }) => Math.max(until, keepUntil ?? Number.POSITIVE_INFINITY), 0)
  const before = covering.filter((grant) => beganBy(grant, from) && isNotOver(grant, from))
  return longest(before) !== longest(covering.filter((grant) => isNotOver(grant, to)))
}

const EVERY_TYPE = ~0

const covers = ({ purposes }: Objected, purpose: string): boolean => purposes?.includes(purpose) ?? true

const maskOf = (objections: readonly Objected[]): number =>
  objections.reduce((mask, { types }) => mask | (types ?? EVERY_TYPE), 0)

/** An instant, and an entry within it. A change by the clock comes before the entries of its instant. */
type Moment = readonly [ms: number, seq: number]
const BY_THE_CLOCK = -1

const isAfter = ([ms, seq]: Moment, [otherMs, otherSeq]: Moment): boolean =>
  ms === otherMs ? seq > otherSeq : ms > otherMs

/** Whether these grants together leave no gap between the two points. */
function wereOpenAllAlong(grants: readonly GrantTo[], from: Seen, to: Seen): boolean {
  const intervals = grants
    // A grant that had ended by the last pull bridges no gap.
    .filter((grant) => !beganBy(grant, from) || isNotOver(grant, from))
    .map((grant) => ({ start: startOf(grant), end: endOf(grant), isOld: beganBy(grant, from) }))
    .sort((a, b) => Number(b.isOld) - Number(a.isOld) || (isAfter(a.start, b.start) ? 1 : -1))
  let until: Moment = [Number.NEGATIVE_INFINITY, 0]
  for (const { start, end, isOld } of intervals)
    if ((isOld || !isAfter(start, until)) && isAfter(end, until)) until = end
  return isAfter(until, [to.atMs, to.seq])
}

/** A grant begins no earlier than its receipt, whatever it states. */
const startOf = ({ validFrom, receivedAtMs, seq }: GrantTo): Moment =>
  validFrom > receivedAtMs ? [validFrom, BY_THE_CLOCK] : [receivedAtMs, seq]

const endOf = ({ expiresAt, endedAt, endedBy }: GrantTo): Moment =>
  endedAt === null || expiresAt <= endedAt ? [expiresAt, BY_THE_CLOCK] : [endedAt, endedBy ?? BY_THE_CLOCK]

const beganBy = (grant: GrantTo, seen: Seen): boolean => grant.seq <= seen.seq && grant.validFrom <= seen.atMs

/** Whether the grant had not ended at this point. The entry that ended it decides within a millisecond. */
const isNotOver = ({ endedBy, expiresAt }: GrantTo, seen: Seen): boolean =>
  (endedBy === null || endedBy > seen.seq) && expiresAt > seen.atMs

/** Whether the grant held at the last pull or began after it. */
export const heldSince = (grant: GrantTo, from: Seen): boolean =>
  !beganBy(grant, from) || isNotOver(grant, from)

/** Whether the grant held at some moment between the two points: one that begins later, or ended before it began, never did. */
export const heldBetween = (grant: GrantTo, from: Seen, to: Seen): boolean =>
  heldSince(grant, from) && beganBy(grant, to) && isAfter(endOf(grant), startOf(grant))

/** Whether the grant held at the first point and had ended by the second. */
export const endedBetween = (grant: GrantTo, from: Seen, to: Seen): boolean =>
  isNotOver(grant, from) && !isNotOver(grant, to)
