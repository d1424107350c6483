import { type Circumstances, decide, isLiveGrant, whoDecides } from '../domain/consent.ts'
import type { AlikeRecords, ObjectionFacts } from '../domain/objection.ts'
import { grantableCode, maskCovers } from '../domain/types/index.ts'
import type { GrantRow } from '../store/consents.ts'
import type { People } from '../store/people.ts'
import type { Store } from '../store/store.ts'

const NOBODY = -1

export interface Scope {
  readonly subject: number
  /** Bit mask; null: every type. */
  readonly types: number | null
  /** Null: every purpose. */
  readonly purposes: readonly string[] | null
}

/** Which of the objector's records others may read by grants, for a purpose of the objection. */
export class Openness implements ObjectionFacts {
  readonly types: number | null
  readonly #store: Store
  readonly #subject: number
  readonly #isPerson: (party: number) => boolean
  /** The objector's live grants in scope, by grantee and purpose. */
  readonly #live = new Map<string, GrantRow[]>()
  /** By type and ground; see `#readersOf`. */
  readonly #known = new Map<string, readonly number[]>()

  constructor(store: Store, people: People, scope: Scope, grants: readonly GrantRow[]) {
    this.types = scope.types
    this.#store = store
    this.#subject = scope.subject
    this.#isPerson = (party) => people.facts(party).isNaturalPerson
    for (const grant of grants) {
      if (!isLiveGrant(grant, store.writer.nowMs)) continue
      const alike = this.#live.get(keyOf(grant))
      if (alike) alike.push(grant)
      else this.#live.set(keyOf(grant), [grant])
    }
  }

  isNeeded({ subjects }: AlikeRecords): boolean {
    return whoDecides(subjects, this.#isPerson).includes(this.#subject)
  }

  isOpen(records: AlikeRecords): boolean {
    const others = whoDecides(records.subjects, this.#isPerson).filter((party) => party !== this.#subject)
    const [first] = others
    if (first !== undefined) {
      // The other subjects must have granted the same reader too, so the grants of one of them are enough to try.
      const given = grantsInScope(this.#store, { subject: first, types: null, purposes: null })
      return given.some((grant) => this.#live.has(keyOf(grant)) && this.#opens(grant, records))
    }
    return this.#readersOf(records).some((grantee) => !records.owners.includes(grantee))
  }

  /** Parties that may read records of this type and ground, where only the objector decides. */
  #readersOf(records: AlikeRecords): readonly number[] {
    const key = `${records.type} ${records.basis}`
    let known = this.#known.get(key)
    if (known === undefined) {
      const alone = { ...records, subjects: [this.#subject], owners: [this.#subject] }
      const opening = [...this.#live.values()].map(([grant]) => grant as GrantRow)
      known = opening.filter((grant) => this.#opens(grant, alone)).map(({ grantee }) => grantee)
      this.#known.set(key, known)
    }
    return known
  }

  /** Could the grantee read these now, by grants? An objection does not stop reading its own. */
  #opens({ grantee, purpose }: GrantRow, records: AlikeRecords): boolean {
    const { consents, writer } = this.#store
    const typeCode = grantableCode(records.type)
    const own = this.#live.get(`${grantee} ${purpose}`) ?? []
    if (!own.some(({ types }) => maskCovers(types, typeCode))) return false
    const given: Circumstances = {
      isNaturalPerson: this.#isPerson,
      grantsFrom: (party) =>
        party === this.#subject ? own : consents.grantsBetween(party, grantee, purpose),
      objectionsOf: (party) => consents.objectionsOf(party),
      nowMs: writer.nowMs,
    }
    const decision = decide(
      {
        requester: grantee,
        purpose,
        typeCode,
        basis: records.basis,
        asserter: NOBODY,
        assertedFor: null,
        subjects: records.subjects,
        subjectsResolved: true,
        receivedLot: false,
      },
      given,
    )
    return decision.disclose && !decision.own && !records.owners.includes(grantee)
  }
}

const keyOf = ({ grantee, purpose }: GrantRow) => `${grantee} ${purpose}`

/** A party's grants that have not ended, for a purpose and type in scope; the first to expire first. */
export function grantsInScope({ consents, writer }: Store, scope: Scope): GrantRow[] {
  return consents
    .grantsNotOver(scope.subject, writer.nowMs, Number.MAX_SAFE_INTEGER)
    .filter(
      ({ purpose, types }) =>
        (scope.purposes === null || scope.purposes.includes(purpose)) &&
        (scope.types === null || (scope.types & types) !== 0),
    )
}
