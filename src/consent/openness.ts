import { must } from '../base/typed.ts'
import {
  type Circumstances,
  decide,
  type Happened,
  hasWindow,
  isLiveGrant,
  whoDecides,
} from '../domain/consent.ts'
import type { AlikeRecords, ObjectionFacts } from '../domain/objection.ts'
import { grantableCode } from '../domain/types/index.ts'
import { EVER, isInSpans, joined, type Spans, spansBetweenBounds } from '../records/gate/spans.ts'
import type { GrantRow } from '../store/acts/consents.ts'
import type { Store } from '../store/store.ts'
import type { People } from '../store/tables/people.ts'

const NOBODY = -1

export interface Scope {
  readonly subject: number
  /** Bit mask; null: every type. */
  readonly types: number | null
  /** Null: every purpose. */
  readonly purposes: readonly string[] | null
}

/** Decides which of the objector's records others may read by grants, for a purpose of the objection. */
export class Openness implements ObjectionFacts {
  readonly types: number | null
  readonly #store: Store
  readonly #subject: number
  readonly #isPerson: (party: number) => boolean
  /** The objector's live grants in scope, by grantee and purpose. */
  readonly #live: ReadonlyMap<string, readonly GrantRow[]>
  /** By type and ground: the readers of records about which only the objector decides. */
  readonly #known = new Map<string, readonly OpenSpans[]>()

  constructor(store: Store, people: People, scope: Scope, grants: readonly GrantRow[]) {
    this.types = scope.types
    this.#store = store
    this.#subject = scope.subject
    this.#isPerson = (party) => people.facts(party).isNaturalPerson
    const live = grants.filter((grant) => isLiveGrant(grant, store.writer.nowMs))
    this.#live = Map.groupBy(live, keyOf)
  }

  isNeeded({ subjects }: AlikeRecords): boolean {
    return whoDecides(subjects, this.#isPerson).includes(this.#subject)
  }

  countOpen(records: AlikeRecords): number {
    const openings = this.#openings(records).filter(({ grantee }) => !records.owners.includes(grantee))
    // Most grants have no window, and then all of these records are open or none is.
    if (openings.some(({ spans }) => spans === EVER)) return records.happened.length
    const anybody = joined(openings.map(({ spans }) => spans))
    return records.happened.filter((happened) => {
      if (happened === null) return openings.some(({ opens }) => opens(happened))
      if (happened.fromMs === happened.toMs) return isInSpans(anybody, happened.fromMs)
      // A prediction over records of several instants, all of which the windows of a single reader must
      // include.
      return openings.some(({ opens }) => opens(happened))
    }).length
  }

  /** Returns the readers that may read some of these records for some purpose. */
  #openings(records: AlikeRecords): readonly OpenSpans[] {
    const others = whoDecides(records.subjects, this.#isPerson).filter((party) => party !== this.#subject)
    const [first] = others
    if (first !== undefined) {
      // All other subjects must have granted the same reader too, so it is enough to try the grants of one of
      // them.
      const given = grantsInScope(this.#store, { subject: first, types: null, purposes: null })
      const both = given.filter((grant) => this.#live.has(keyOf(grant)))
      return [...new Map(both.map((grant) => [keyOf(grant), grant])).values()].flatMap((grant) =>
        this.#opening(grant, records),
      )
    }
    const key = `${records.type} ${records.basis}`
    let known = this.#known.get(key)
    if (known === undefined) {
      const alone = { ...records, subjects: [this.#subject] }
      known = [...this.#live.values()].flatMap(([grant]) => this.#opening(must(grant), alone))
      this.#known.set(key, known)
    }
    return known
  }

  /** Returns what the grantee may read now by grants; an objection does not stop reads of its own records. */
  #opening({ grantee, purpose }: GrantRow, { type, basis, subjects }: AlikeRecords): OpenSpans[] {
    const { consents, writer } = this.#store
    const own = this.#live.get(`${grantee} ${purpose}`) ?? []
    const grantsFrom = (party: number) =>
      party === this.#subject ? own : consents.grantsBetween(party, grantee, purpose)
    const given: Circumstances = {
      isNaturalPerson: this.#isPerson,
      grantsFrom,
      objectionsOf: (party) => consents.objectionsOf(party),
      nowMs: writer.nowMs,
    }
    const opens = (happened: Happened): boolean => {
      const decision = decide(
        {
          requester: grantee,
          purpose,
          typeCode: grantableCode(type),
          basis,
          happened,
          asserter: NOBODY,
          assertedFor: null,
          subjects,
          subjectsResolved: true,
          receivedLot: false,
        },
        given,
      )
      return decision.disclose && !decision.own
    }
    const grants = subjects.flatMap(grantsFrom)
    if (!grants.some(hasWindow)) return opens(null) ? [{ grantee, spans: EVER, opens }] : []
    return [
      { grantee, spans: spansBetweenBounds(grants, (atMs) => opens({ fromMs: atMs, toMs: atMs })), opens },
    ]
  }
}

interface OpenSpans {
  readonly grantee: number
  /** The spans of time from which the reader may read records. */
  readonly spans: Spans
  readonly opens: (happened: Happened) => boolean
}

const keyOf = ({ grantee, purpose }: GrantRow) => `${grantee} ${purpose}`

/** Returns a party's grants that have not ended and are in scope; the first to expire first. */
export function grantsInScope({ consents, writer }: Store, scope: Scope): GrantRow[] {
  return consents
    .grantsNotOver(scope.subject, writer.nowMs, Number.MAX_SAFE_INTEGER)
    .filter(
      ({ purpose, types }) =>
        (scope.purposes === null || scope.purposes.includes(purpose)) &&
        (scope.types === null || (scope.types & types) !== 0),
    )
}
