import { happenedAt, objectionStops, whoDecides, windowCovers } from '../../domain/consent.ts'
import { NAMES_WHAT_SHOWS_IT, shownByTypes } from '../../domain/derived/shown-in.ts'
import { maskCovers, RECORD_TYPES, type RecordType, typeCode } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { TypeOf } from './change-streams.ts'
import {
  type ConsentChange,
  consentChanges,
  type GrantTo,
  heldBetween,
  heldSince,
  type Seen,
} from './consent-changes.ts'
import type { GateCore } from './core.ts'
import { EVER, isInSpans, joined } from './spans.ts'

/** What one party's consent, or its counting as a person, opened and closed to a puller between two points. */
export interface Turn {
  readonly party: number
  /** Changes of records that may have opened or closed, or of which others may show more or less than before. */
  readonly affected: readonly TypeOf[]
  /** Whether the record itself may have opened or closed. */
  isAffected(record: StoredRecord): boolean
  /**
   * Whether the puller may have read a record by consent since the first point: that of whom it is about now, or of the
   * party of this turn, whom it was about before a correction or retraction took that away.
   */
  mayClose(subjects: readonly number[]): boolean
  /**
   * Whether this turn, not another party's, opens the record of others.
   * @param as the type for which consent is needed
   */
  brings(record: StoredRecord, subjects: readonly number[], as: RecordType): boolean
  /**
   * Whether each of those who decide let the puller read the record at some time since the first point, perhaps not all at once. So
   * nobody hears of a record to which somebody in it never consented.
   */
  couldRead(record: StoredRecord, subjects: readonly number[], as: RecordType): boolean
}

export const TYPE_CODES = RECORD_TYPES.map(typeCode)
/** By code: the type's own, and those of types that show records of it. */
const SHOWN_BY = RECORD_TYPES.map((type) => [type, ...shownByTypes(type)].map(typeCode))

/**
 * Returns the parties whose consent changed between two points, by turn.
 * @param grants all grants of others to the puller for the purpose
 */
export function turnsBetween(
  gate: GateCore,
  purpose: string,
  grants: readonly GrantTo[],
  from: Seen,
  to: Seen,
): Turn[] {
  const { consents, changes } = gate.store
  // A subject whose consent had ended before has opened nothing since.
  const held = Map.groupBy(
    grants.filter((grant) => heldSince(grant, from)),
    ({ subject }) => subject,
  )
  if (held.size === 0) return []
  const history = {
    grants,
    lodged: consents.lodgedBetween(from.seq, to.seq),
    withdrawn: consents.withdrawnBetween(from.seq, to.seq),
    purpose,
    typeCodes: TYPE_CODES,
  }
  const byConsent = consentChanges(history, from, to)
  const byNature = new Set(changes.natureChanges(from.seq, to.seq).map(({ party }) => party))
  const opens = (change: ConsentChange | undefined, record: StoredRecord, as: RecordType) =>
    change !== undefined &&
    (change.opens(typeCode(as), record.occurredAtMs, record.basis) ||
      (as === 'delivery' &&
        record.body.agreed_price !== undefined &&
        change.changesPaid(record.occurredAtMs)))
  // What was objected to before a grant was given, or before the last pull, it never opened.
  const stopped = (grant: GrantTo, { basis }: StoredRecord, code: number) =>
    consents
      .objectionsOf(grant.subject)
      .some(
        (one) =>
          one.seq <= Math.max(from.seq, grant.seq) && objectionStops(one, { purpose, typeCode: code, basis }),
      )
  const hasLet = (subject: number, record: StoredRecord, as: RecordType) =>
    (held.get(subject) ?? []).some(
      (grant) =>
        maskCovers(grant.types, typeCode(as)) &&
        windowCovers(grant, happenedAt(as, record.occurredAtMs)) &&
        heldBetween(grant, from, to) &&
        !stopped(grant, record, typeCode(as)),
    )
  const turnOf = (party: number): Turn => {
    const spans = (code: number) =>
      byNature.has(party) ? EVER : (byConsent.get(party)?.affected.get(code) ?? [])
    const affected = SHOWN_BY.map((codes) => ({
      party,
      type: codes[0] as number,
      spans: joined(codes.map(spans)),
    }))
    return {
      party,
      affected: affected.filter((of) => of.spans.length > 0),
      isAffected: ({ type, occurredAtMs }) =>
        // Only of these are more changes looked at than their own consent affects.
        !NAMES_WHAT_SHOWS_IT.has(type) || isInSpans(spans(typeCode(type)), occurredAtMs),
      mayClose: (subjects) => held.has(party) || subjects.some((subject) => held.has(subject)),
      brings(record, subjects, as) {
        const opening = whoDecides(subjects, gate.isNaturalPerson).filter((subject) =>
          opens(byConsent.get(subject), record, as),
        )
        const turns = opening.length > 0 ? opening : subjects.filter((subject) => byNature.has(subject))
        return turns.length > 0 && Math.min(...turns) === party
      },
      couldRead(record, subjects, as) {
        const asked = whoDecides(subjects, gate.isNaturalPerson)
        // Of somebody who is a person only now, no consent was needed before.
        const before = asked.filter((subject) => !byNature.has(subject))
        const needed = before.length > 0 ? before : asked
        return needed.length > 0 && needed.every((subject) => hasLet(subject, record, as))
      },
    }
  }
  return [...new Set([...byConsent.keys(), ...byNature])].sort((a, b) => a - b).map(turnOf)
}
